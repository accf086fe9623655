import type { PickedFile } from './picked-files.ts';

/** Where a file or folder lies on this machine; only the window knows that, a browser does not. */
function pathOf(file: File): string | undefined {
  const path = window.tributary?.pathOf(file);
  return path === '' ? undefined : path;
}

/** The path of a folder that is dropped by itself, in the window. To be called at once: what a drop carries is gone when its event is over. */
export function folderOfDrop(transfer: DataTransfer): string | undefined {
  const [item, other] = transfer.items;
  if (item === undefined || other !== undefined || item.webkitGetAsEntry()?.isDirectory !== true) return undefined;
  const file = item.getAsFile();
  return file === null ? undefined : pathOf(file);
}

/** The path of the folder that these files were chosen with, in the window. */
export function folderOfFiles(files: readonly PickedFile[]): string | undefined {
  const [first] = files;
  const below = first?.file.webkitRelativePath ?? '';
  if (first === undefined || below === '') return undefined;
  const path = pathOf(first.file);
  if (path === undefined || !path.replaceAll('\\', '/').endsWith(`/${below}`)) return undefined;
  const root = below.split('/')[0] ?? '';
  return path.slice(0, path.length - below.length + root.length);
}
