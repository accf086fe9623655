import { randomUUID } from 'node:crypto';
import { mkdir, readdir, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { codeOf } from '../../../../shared/errors/system-errors.ts';
import type { SourceFile } from '../../core/document.ts';
import type { StoredFile } from '../../storage/repositories/document-store-loader-repository.ts';

/** Which loader's files. */
export interface FilesOwner {
  readonly storeId: string;
  readonly id: string;
}

async function namesIn(folder: string): Promise<string[]> {
  try {
    return await readdir(folder);
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return [];
    throw error;
  }
}

/**
 * The files that loaders keep, so that they can be loaded anew: `<root>/<store id>/<loader id>/<file id>`, all names of ours.
 * @param root a folder in the data folder, on the same disk as the folders of uploads
 */
export function createLoaderFiles(root: string, now: () => Date) {
  const folderOf = ({ storeId, id }: FilesOwner) => join(root, storeId, id);

  return {
    /** Takes files over from a run's folder. */
    async keep(owner: FilesOwner, files: readonly SourceFile[]): Promise<StoredFile[]> {
      const folder = folderOf(owner);
      await mkdir(folder, { recursive: true, mode: 0o700 });
      const kept: StoredFile[] = [];
      for (const file of files) {
        const id = randomUUID();
        await rename(file.path, join(folder, id));
        kept.push({ id, name: file.name, size: file.sizeBytes, uploaded: now().toISOString() });
      }
      return kept;
    },

    /** Kept files as loaders read them. */
    open: (owner: FilesOwner, files: readonly StoredFile[]): SourceFile[] =>
      files.map(({ id, name, size }) => ({ name, path: join(folderOf(owner), id), sizeBytes: size })),

    async remove(owner: FilesOwner, files: readonly StoredFile[]): Promise<void> {
      for (const { id } of files) await rm(join(folderOf(owner), id), { force: true });
    },

    removeLoader: (owner: FilesOwner): Promise<void> => rm(folderOf(owner), { recursive: true, force: true }),

    /** Removes what a killed server left: all that no row names. Nothing may be loading meanwhile. */
    async removeOthers(loaders: readonly (FilesOwner & { readonly files: readonly StoredFile[] })[]): Promise<void> {
      const byFolder = Map.groupBy(loaders, folderOf);
      const known = new Map(
        [...byFolder].map(([folder, some]) => [
          folder,
          new Set(some.flatMap(({ files }) => files.map(({ id }) => id))),
        ]),
      );
      for (const storeId of await namesIn(root)) {
        for (const id of await namesIn(join(root, storeId))) {
          const folder = join(root, storeId, id);
          const names = known.get(folder);
          if (names === undefined) await rm(folder, { recursive: true, force: true });
          for (const name of names === undefined ? [] : await namesIn(folder)) {
            if (!names?.has(name)) await rm(join(folder, name), { recursive: true, force: true });
          }
        }
      }
    },
  };
}

export type LoaderFiles = ReturnType<typeof createLoaderFiles>;
