import type { Dirent } from 'node:fs';
import { lstat, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { codeOf } from '../../../../shared/errors/system-errors.ts';

/** Files that are looked at together. */
const TOGETHER = 32;

async function unlessGone<T>(found: Promise<T>, instead: T): Promise<T> {
  return await found.catch((error: unknown) => {
    // What is deleted meanwhile takes no space.
    if (['ENOENT', 'ENOTDIR'].includes(codeOf(error))) return instead;
    throw error;
  });
}

async function sizeOfFile(path: string): Promise<number> {
  return await unlessGone(
    lstat(path).then(({ size }) => size),
    0,
  );
}

/**
 * Bytes of all files in a folder, or of one file; 0 when it is not there. Links count themselves, not what they lead to. Never holds the thread up, whatever
 * the number of files.
 */
export async function measureFolder(path: string, signal: AbortSignal): Promise<number> {
  signal.throwIfAborted();
  const entries = await unlessGone<Dirent[] | undefined>(readdir(path, { withFileTypes: true }), undefined);
  if (entries === undefined) return await sizeOfFile(path);
  let bytes = 0;
  const files = entries.filter((entry) => !entry.isDirectory());
  for (let from = 0; from < files.length; from += TOGETHER) {
    signal.throwIfAborted();
    const some = files.slice(from, from + TOGETHER).map(({ name }) => sizeOfFile(join(path, name)));
    for (const size of await Promise.all(some)) bytes += size;
  }
  for (const entry of entries) if (entry.isDirectory()) bytes += await measureFolder(join(path, entry.name), signal);
  return bytes;
}
