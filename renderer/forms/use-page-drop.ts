import { useEffect, useRef } from 'react';
import { folderOfDrop } from './folder-path.ts';
import type { PickedFile } from './picked-files.ts';
import { takeDrop } from './take-files.ts';

/**
 * Takes files and folders that are dropped anywhere on the page. Without it the browser would leave the page to show the file. Places that take files
 * themselves come first.
 * @param onFolder gets the path of a folder that is dropped by itself, where the page knows it; false: its files are wanted
 */
export function usePageDrop(
  onFiles: (files: readonly PickedFile[]) => void | Promise<void>,
  onFolder: (path: string) => boolean = () => false,
): void {
  const take = useRef({ onFiles, onFolder });
  useEffect(() => {
    take.current = { onFiles, onFolder };
  }, [onFiles, onFolder]);
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
      const folder = folderOfDrop(dropped);
      if (folder !== undefined && take.current.onFolder(folder)) return;
      void takeDrop(dropped, (files) => take.current.onFiles(files));
    }
    window.addEventListener('dragover', onDragOver);
    window.addEventListener('drop', onDrop);
    return () => {
      window.removeEventListener('dragover', onDragOver);
      window.removeEventListener('drop', onDrop);
    };
  }, []);
}
