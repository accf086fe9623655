import { useEffect, useRef } from 'react';
import type { PickedFile } from './picked-files.ts';
import { takeDrop } from './take-files.ts';

/**
 * Takes files and folders that are dropped anywhere on the page. Without it the browser would leave the page to show the file. Places that take files
 * themselves come first.
 */
export function usePageDrop(onFiles: (files: readonly PickedFile[]) => void | Promise<void>): void {
  const take = useRef(onFiles);
  useEffect(() => {
    take.current = onFiles;
  }, [onFiles]);
  useEffect(() => {
    function filesOf({ dataTransfer, defaultPrevented }: DragEvent): DataTransfer | undefined {
      return !defaultPrevented && dataTransfer?.types.includes('Files') === true ? dataTransfer : undefined;
    }
    function onDragOver(event: DragEvent) {
      const files = filesOf(event);
      if (files === undefined) return;
      event.preventDefault();
      files.dropEffect = 'copy';
    }
    function onDrop(event: DragEvent) {
      const dropped = filesOf(event);
      if (dropped === undefined) return;
      event.preventDefault();
      void takeDrop(dropped, (files) => take.current(files));
    }
    window.addEventListener('dragover', onDragOver);
    window.addEventListener('drop', onDrop);
    return () => {
      window.removeEventListener('dragover', onDragOver);
      window.removeEventListener('drop', onDrop);
    };
  }, []);
}
