import { useEffect } from 'react';
import { openUpsert } from '../../store/editor-layout-store.ts';
import { currentContent } from '../../store/flow-store.ts';
import { acceptedFiles } from './choose-files.ts';
import { chooseFiles } from './upsert-session.ts';

/** What a drag carries, when that is files and no place of the page has taken it yet. */
function droppedFiles(event: DragEvent): DataTransfer | undefined {
  const { dataTransfer, defaultPrevented } = event;
  return !defaultPrevented && dataTransfer?.types.includes('Files') === true ? dataTransfer : undefined;
}

/**
 * Takes files that are dropped anywhere on the flow's page, and opens the drawer for them. Without it the browser would leave the
 * page to show the file. Places that take files themselves come first.
 */
export function useDroppedFiles(chatflowId: string): void {
  useEffect(() => {
    function onDragOver(event: DragEvent) {
      const files = droppedFiles(event);
      if (files === undefined) return;
      event.preventDefault();
      files.dropEffect = 'copy';
    }
    function onDrop(event: DragEvent) {
      const dropped = droppedFiles(event);
      if (dropped === undefined) return;
      event.preventDefault();
      const accepted = acceptedFiles(currentContent().nodes);
      if (accepted.extensions.length > 0) chooseFiles(chatflowId, [...dropped.files], accepted);
      openUpsert();
    }
    window.addEventListener('dragover', onDragOver);
    window.addEventListener('drop', onDrop);
    return () => {
      window.removeEventListener('dragover', onDragOver);
      window.removeEventListener('drop', onDrop);
    };
  }, [chatflowId]);
}
