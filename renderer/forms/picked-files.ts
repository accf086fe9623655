import { cleanFileName } from '../../shared/text/file-names.ts';

/** A file with its path in the folder that it was picked with: its name, if it was picked by itself. */
export interface PickedFile {
  /** What the server calls it, too. */
  readonly path: string;
  /** The path before it got a number, as another file had it. */
  readonly wantedPath?: string;
  readonly file: File;
}

/** What systems put into folders for themselves. */
const SYSTEM_FILES = new Set(['thumbs.db', 'desktop.ini']);

/** Files of a folder that nobody means when they choose it: hidden ones, and the system's own. The folder itself they do mean. */
function isByTheWay({ path }: PickedFile): boolean {
  if (!path.includes('/')) return false;
  const parts = path.split('/').slice(1);
  return parts.some((part) => part.startsWith('.')) || SYSTEM_FILES.has(parts.at(-1)?.toLowerCase() ?? '');
}

/** note-2 before note-10, as file managers have it. */
const byName = new Intl.Collator(undefined, { numeric: true });

function sorted(files: readonly PickedFile[]): PickedFile[] {
  return files.filter((file) => !isByTheWay(file)).sort((a, b) => byName.compare(a.path, b.path));
}

/** The files of a file field, also of one that chooses folders. */
export function pickedFiles(files: Iterable<File>): PickedFile[] {
  return sorted([...files].map((file) => ({ path: cleanFileName(file.webkitRelativePath || file.name), file })));
}

function readEntries(reader: FileSystemDirectoryReader): Promise<readonly FileSystemEntry[]> {
  return new Promise((resolve, reject) => reader.readEntries(resolve, reject));
}

function isFileEntry(entry: FileSystemEntry): entry is FileSystemFileEntry {
  return entry.isFile;
}

function isFolderEntry(entry: FileSystemEntry): entry is FileSystemDirectoryEntry {
  return entry.isDirectory;
}

async function filesBelow(entry: FileSystemEntry): Promise<PickedFile[]> {
  if (isFileEntry(entry)) {
    const file = await new Promise<File>((resolve, reject) => entry.file(resolve, reject));
    return [{ path: cleanFileName(entry.fullPath.replace(/^\/+/, '')), file }];
  }
  if (!isFolderEntry(entry)) return [];
  const reader = entry.createReader();
  const found: PickedFile[] = [];
  // A reader gives a hundred entries at a time, and none when there are no more.
  for (let entries = await readEntries(reader); entries.length > 0; entries = await readEntries(reader)) {
    for (const below of entries) found.push(...(await filesBelow(below)));
  }
  return found;
}

/** The files of a drop, and those of the folders in it. To be called at once: what a drop carries is gone when its event is over. */
export async function droppedFiles(transfer: DataTransfer): Promise<PickedFile[]> {
  const parts = [...transfer.items]
    .filter(({ kind }) => kind === 'file')
    .map((item) => ({ entry: item.webkitGetAsEntry(), file: item.getAsFile() }));
  const found: PickedFile[] = [];
  for (const { entry, file } of parts) {
    if (entry?.isDirectory === true) found.push(...(await filesBelow(entry)));
    else if (file !== null) found.push({ path: cleanFileName(file.name), file });
  }
  return sorted(found);
}

/** The path of the first file that can't be read any more, as it was changed or removed on the disk since it was chosen. */
export async function changedSinceChosen(files: readonly PickedFile[]): Promise<string | undefined> {
  for (const { path, file } of files) {
    try {
      await file.slice(0, 1).arrayBuffer();
    } catch (error) {
      // Browsers say so by names of their own, and by nothing else.
      if (error instanceof DOMException) return path;
      throw error;
    }
  }
  return undefined;
}
