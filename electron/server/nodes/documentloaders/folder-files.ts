import type { BigIntStats } from 'node:fs';
import { lstat } from 'node:fs/promises';
import { basename, join } from 'node:path';
import type { ParamsOf } from '../../../../shared/nodes/define-node.ts';
import { folderFiles as definition } from '../../../../shared/nodes/documentloaders/folder-files.ts';
import type { Metadata } from '../../metadata.ts';
import { fileUnreadable, systemCode } from '../../sources/file-problems.ts';
import { pathFilter, splitPatterns } from '../../sources/glob.ts';
import { folderProblem, openFolder } from '../../sources/open-folder.ts';
import { ownDataFolder } from '../../sources/own-data.ts';
import { type FoundFile, readFoundFiles } from '../../sources/read-found-files.ts';
import { countFiles, type WalkOptions, walkFolder } from '../../sources/walk-folder.ts';
import { implementOrigin } from '../kinds.ts';

type Params = ParamsOf<typeof definition>;

/** A file changed so lately may have been changed once more within the same tick of a coarse clock (2 s on FAT): it is not kept. */
const SETTLED_MS = 2000;

/** Enough to see that it is the right folder. */
const COUNTED_FILES = 10_000;

/** The files of a folder, in the order of their paths; unchanged ones come from the cache. */
export const folderFiles = implementOrigin(definition, {
  async *loadOrigin(params, context) {
    const folder = await openFolder(params.folderPath, 'folderPath', context.cacheFolder);
    const unreadable: string[] = [];
    const walk = {
      ...walkOptions(params, context.signal, unreadable),
      forbidden: await ownDataFolder(context.cacheFolder),
    };
    const paths = await naming(params, () => walkFolder(folder, walk));
    context.onProgress(0, paths.length);
    const options = {
      usage: params.pdfUsage,
      pointerName: params.pointerName,
      skipErrors: params.skipErrors,
      total: paths.length,
      unreadable,
      place: `The folder "${basename(folder)}"`,
    };
    yield* readFoundFiles(findFiles(folder, paths, params), options, context);
  },

  async checkConnection(params, signal) {
    const folder = await openFolder(params.folderPath, 'folderPath');
    const walk = walkOptions(params, signal, []);
    const count = await naming(params, () => countFiles(folder, walk, COUNTED_FILES));
    const atLeast = count === COUNTED_FILES ? 'at least ' : '';
    const files = count === 1 ? '1 file that fits' : `${atLeast}${count} files that fit`;
    return `The folder "${basename(folder)}" has ${files}.`;
  },
});

function walkOptions(params: Params, signal: AbortSignal, unreadable: string[]): WalkOptions {
  return {
    recursive: params.recursive,
    includeHidden: params.includeHidden,
    include: pathFilter(splitPatterns(params.include), 'include'),
    exclude: pathFilter(splitPatterns(params.exclude), 'exclude'),
    signal,
    onUnreadable(path, error) {
      if (!params.skipErrors) throw fileUnreadable(path, error) ?? error;
      unreadable.push(path);
    },
  };
}

/** Names the folder in what the system says of it. */
async function naming<Result>(params: Params, use: () => Promise<Result>): Promise<Result> {
  try {
    return await use();
  } catch (error) {
    throw folderProblem(params.folderPath, 'folderPath', error);
  }
}

async function* findFiles(folder: string, paths: readonly string[], params: Params): AsyncGenerator<FoundFile> {
  for (const path of paths) {
    const file = await describeFile(folder, path, params);
    if (file !== undefined) yield file;
  }
}

/** Undefined for a file that is gone since it was listed. */
async function describeFile(folder: string, path: string, params: Params): Promise<FoundFile | undefined> {
  const fullPath = join(folder, path);
  const metadata = { source: path, path, folder: basename(folder) };
  let stats: BigIntStats | undefined;
  try {
    stats = await statOf(fullPath);
  } catch (error) {
    const problem = fileUnreadable(path, error) ?? error;
    return { path, metadata, contentId: ['unreadable', fullPath], fetch: () => Promise.reject(problem) };
  }
  if (stats === undefined) return undefined;
  const identity = identityOf(stats);
  const sizeBytes = Number(stats.size);
  return {
    path,
    metadata: params.addFileInfo ? { ...metadata, ...describe(stats) } : metadata,
    contentId: ['folder', fullPath, ...identity],
    fetch: async () => ({ name: path, path: fullPath, sizeBytes }),
    async isCurrent() {
      const now = await statOf(fullPath);
      if (now === undefined || Date.now() - Number(now.mtimeMs) < SETTLED_MS) return false;
      return identityOf(now).every((part, index) => part === identity[index]);
    },
  };
}

/** Undefined: there is no such file any more. */
async function statOf(path: string): Promise<BigIntStats | undefined> {
  try {
    const stats = await lstat(path, { bigint: true });
    return stats.isFile() ? stats : undefined;
  } catch (error) {
    if (systemCode(error) !== 'ENOENT') throw error;
    return undefined;
  }
}

/** What changes whenever a file's content does: a file that takes the place of another with all times kept has another number or change time. */
function identityOf({ size, mtimeNs, ctimeNs, ino }: BigIntStats): readonly string[] {
  return [size, mtimeNs, ctimeNs, ino].map(String);
}

function describe({ size, mtimeMs }: BigIntStats): Metadata {
  return { size: Number(size), modified: new Date(Number(mtimeMs)).toISOString() };
}
