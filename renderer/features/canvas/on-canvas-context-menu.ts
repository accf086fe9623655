import type { MouseEvent } from 'react';
import { openMenuAt } from '../../stores/canvas-menu.ts';

/** Parts of the canvas that keep the browser's own menu, or have none. */
const OTHER_PARTS = 'input, textarea, .react-flow__panel, .react-flow__node-toolbar';

/** Opens the menu of what is under the pointer. */
export function onCanvasContextMenu(event: MouseEvent): void {
  const { target, clientX, clientY } = event;
  if (!(target instanceof Element) || target.closest('.react-flow') === null || target.closest(OTHER_PARTS) !== null)
    return;
  event.preventDefault();
  openMenuAt(target, { x: clientX, y: clientY });
}
