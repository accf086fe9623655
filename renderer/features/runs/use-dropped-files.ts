import { useEffect } from 'react';
import { openUpsert } from '../../store/editor-layout-store.ts';
import { currentContent } from '../../store/flow-store.ts';
import { acceptedExtensions } from './choose-files.ts';
import { chooseFiles } from './upsert-session.ts';

function bringsFiles(event: DragEvent): event is DragEvent & { readonly dataTransfer: DataTransfer } {
  return event.dataTransfer !== null && event.dataTransfer.types.includes('Files');
}

/**
 * Takes files that are dropped anywhere on the flow's page, and opens the drawer for them. Without it the browser would leave the
 * page to show the file. Places that take files themselves come first.
 */
export function useDroppedFiles(chatflowId: string): void {
  useEffect(() => {
    function onDragOver(event: DragEvent) {
      if (event.defaultPrevented || !bringsFiles(event)) return;
      event.preventDefault();
      event.dataTransfer.dropEffect = 'copy';
    }
    function onDrop(event: DragEvent) {
      if (event.defaultPrevented || !bringsFiles(event)) return;
      event.preventDefault();
      const accepted = acceptedExtensions(currentContent().nodes);
      if (accepted.length > 0) chooseFiles(chatflowId, [...event.dataTransfer.files], accepted);
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
