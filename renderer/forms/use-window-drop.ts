import { useEffect, useRef } from 'react';
import { folderOfDrop } from './folder-path.ts';
import { type Arrival, giveToPage, pageTakesFiles } from './page-files.ts';
import { takeDrop } from './take-files.ts';

function filesOf({ dataTransfer, defaultPrevented }: DragEvent): DataTransfer | undefined {
  return !defaultPrevented && dataTransfer?.types.includes('Files') === true ? dataTransfer : undefined;
}

/**
 * Takes files and folders that are dropped anywhere on the window, for the page that is shown. Without it the browser would leave the page to show the file.
 * @param otherwise gets what is dropped on a page that takes no files
 */
export function useWindowDrop(otherwise: (arrival: Arrival) => void): void {
  const latest = useRef(otherwise);
  useEffect(() => {
    latest.current = otherwise;
  }, [otherwise]);
  useEffect(() => {
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
      const path = folderOfDrop(dropped);
      if (path !== undefined) {
        if (giveToPage({ kind: 'folder', path })) return;
        if (!pageTakesFiles()) return latest.current({ kind: 'folder', path });
      }
      void takeDrop(dropped, (files) => {
        if (!giveToPage({ kind: 'files', files })) latest.current({ kind: 'files', files });
      });
    }
    window.addEventListener('dragover', onDragOver);
    window.addEventListener('drop', onDrop);
    return () => {
      window.removeEventListener('dragover', onDragOver);
      window.removeEventListener('drop', onDrop);
    };
  }, []);
}
