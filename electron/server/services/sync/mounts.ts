import type { FolderPlace, WatchedFile, WatchedFolder } from '../../core/document-loader.ts';
import type { Mounts } from '../../storage/repositories/sync-folder-rows.ts';

/** A place as it is noted: it stays the same for as long as its drive is connected. */
export function nameOf({ device, inode }: FolderPlace): string {
  return `${device}:${inode}`;
}

/** The folders that a path lies in, from the outside: "a", "a/b" for "a/b/c.txt". */
function foldersOf(path: string): string[] {
  const names = path.split('/').slice(0, -1);
  return names.map((_, index) => names.slice(0, index + 1).join('/'));
}

/** The place of `mounts` whose file system a file lies on, "" for that of the folder. */
export function mountOf(mounts: Mounts, path: string): string {
  return foldersOf(path).findLast((folder) => Object.hasOwn(mounts, folder)) ?? '';
}

/** Finds where in a folder other file systems begin, from the files that lie on them. */
export class MountFinder {
  readonly #folder: Pick<WatchedFolder, 'placeAt'>;
  readonly #places = new Map<string, FolderPlace | undefined>();

  constructor(folder: Pick<WatchedFolder, 'placeAt'>) {
    this.#folder = folder;
  }

  async note({ path, device }: WatchedFile): Promise<void> {
    const root = await this.#placeAt('');
    if (device === undefined || device === root?.device) return;
    for (const folder of foldersOf(path)) await this.#placeAt(folder);
  }

  async found(): Promise<Mounts> {
    await this.#placeAt('');
    const mounts: Record<string, string> = {};
    for (const [path, place] of this.#places) {
      if (place === undefined) continue;
      const parent = path === '' ? undefined : this.#places.get(foldersOf(path).at(-1) ?? '');
      if (place.device !== parent?.device) mounts[path] = nameOf(place);
    }
    return mounts;
  }

  async #placeAt(path: string): Promise<FolderPlace | undefined> {
    if (!this.#places.has(path)) this.#places.set(path, await this.#folder.placeAt(path));
    return this.#places.get(path);
  }
}
