import { realpath, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { isWithin, ownDataFolder } from '../own-data.ts';
import { openFolder } from './open-folder.ts';
import type { FolderRequest } from './read-folder.ts';

/** A file that a folder loader reads. */
export interface FileInFolder {
  readonly path: string;
  readonly sizeBytes: number;
}

/**
 * The file that a source of a folder loader stands for, if the loader would read it; undefined for any other path.
 * @param source path in the folder, with /
 * @throws UserError INVALID_PARAM for the folder; errors of the file system
 */
export async function findInFolder(
  request: FolderRequest,
  source: string,
  cacheFolder: string,
): Promise<FileInFolder | undefined> {
  const names = source.split('/');
  const isHidden = names.some((name) => name.startsWith('.'));
  if (isHidden && (!request.includeHidden || names.includes('..') || names.includes('.'))) return undefined;
  if (names.length > 1 && !request.recursive) return undefined;
  if (!request.include(source) || request.exclude(source)) return undefined;
  const folder = await openFolder(request.folderPath, request.param, cacheFolder);
  const path = await realpath(join(folder, source));
  // A link may lead out of the folder.
  if (!isWithin(path, folder) || isWithin(path, await ownDataFolder(cacheFolder))) return undefined;
  const found = await stat(path);
  return found.isFile() ? { path, sizeBytes: found.size } : undefined;
}
