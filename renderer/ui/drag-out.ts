import type { DragEvent, HTMLAttributes } from 'react';
import type { DraggedFile } from '../../shared/ipc/dialogs.ts';
import { showErrorToast } from './feedback/toast.tsx';

/**
 * In the app: lets an element be dragged out of the window as a file, on the desktop or into another program. In a browser, which can't: nothing.
 * @param make the file, when it is dragged
 */
export function dragOutProps(
  make: () => DraggedFile | Promise<DraggedFile>,
): Pick<HTMLAttributes<HTMLElement>, 'draggable' | 'onDragStart'> {
  const bridge = window.tributary;
  if (bridge === undefined) return {};
  async function drag(): Promise<void> {
    try {
      await bridge?.dragOut(await make());
    } catch (error) {
      showErrorToast(error instanceof Error ? error.message : String(error));
    }
  }
  return {
    draggable: true,
    onDragStart(event: DragEvent<HTMLElement>) {
      // The system drags the file, in place of the browser's drag.
      event.preventDefault();
      void drag();
    },
  };
}
