import { createHash, hash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { mkdir, open, readdir, rename, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { codeOf } from '../../../../shared/errors/system-errors.ts';
import { SMALL_BYTES } from '../../common/small-files.ts';

/** Bytes hashed at a time: about a millisecond of the server's thread. */
const PIECE_BYTES = 1024 * 1024;

async function namesIn(folder: string): Promise<string[]> {
  try {
    return await readdir(folder);
  } catch (error) {
    if (['ENOENT', 'ENOTDIR'].includes(codeOf(error))) return [];
    throw error;
  }
}

/** SHA-256 of a file. */
async function hashOf(path: string, sizeBytes: number): Promise<Buffer> {
  if (sizeBytes <= SMALL_BYTES) return hash('sha256', readFileSync(path), 'buffer');
  const handle = await open(path);
  try {
    const hashed = createHash('sha256');
    const piece = Buffer.allocUnsafe(Math.min(sizeBytes + 1, PIECE_BYTES));
    for (;;) {
      const { bytesRead } = await handle.read(piece, 0, piece.length);
      if (bytesRead === 0) break;
      hashed.update(piece.subarray(0, bytesRead));
    }
    return hashed.digest();
  } finally {
    await handle.close();
  }
}

/** Has a file, or the names in a folder, on the disk. @param flags Windows flushes only what is open for writing */
async function sync(path: string, flags: 'r' | 'r+'): Promise<void> {
  const handle = await open(path, flags);
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

/**
 * Files by their content: `<root>/<first two digits>/<SHA-256>`. A file that somebody takes is not removed before it is let go.
 * @param isNamed whether a row names the content
 */
export function createOriginalFiles(root: string, isNamed: (hash: Buffer) => boolean) {
  const taken = new Map<string, number>();
  const removals = new Map<string, Promise<void>>();

  const pathOf = (hash: Buffer): string => {
    const name = hash.toString('hex');
    return join(root, name.slice(0, 2), name);
  };

  async function isThere(path: string, sizeBytes: number): Promise<boolean> {
    const found = await stat(path).catch((error: unknown) => {
      if (codeOf(error) === 'ENOENT') return undefined;
      throw error;
    });
    return found?.isFile() === true && found.size === sizeBytes;
  }

  function letGo(name: string): void {
    const left = (taken.get(name) ?? 1) - 1;
    if (left === 0) taken.delete(name);
    else taken.set(name, left);
  }

  async function store(path: string, hash: Buffer, sizeBytes: number): Promise<void> {
    const target = pathOf(hash);
    await removals.get(hash.toString('hex'));
    if (await isThere(target, sizeBytes)) return;
    const folder = join(target, '..');
    await mkdir(folder, { recursive: true, mode: 0o700 });
    await sync(path, 'r+');
    await rename(path, target);
    // Windows opens no folders; its file systems write names in order.
    if (process.platform !== 'win32') await sync(folder, 'r');
  }

  async function removeUnnamed(hash: Buffer): Promise<void> {
    const name = hash.toString('hex');
    await removals.get(name);
    if (taken.has(name) || isNamed(hash)) return;
    const removal = rm(pathOf(hash), { force: true }).finally(() => removals.delete(name));
    // Whoever waits for the removal wants it over, not done.
    removals.set(
      name,
      removal.catch(() => undefined),
    );
    await removal;
  }

  return {
    pathOf,

    /**
     * Moves a file here and calls `write`, which makes the row that names it.
     * @returns what that returns
     * @throws what the file system says; then nothing is kept
     */
    async take<T>(path: string, sizeBytes: number, write: (hash: Buffer) => T): Promise<T> {
      const hash = await hashOf(path, sizeBytes);
      const name = hash.toString('hex');
      taken.set(name, (taken.get(name) ?? 0) + 1);
      try {
        await store(path, hash, sizeBytes);
        return write(hash);
      } finally {
        letGo(name);
      }
    },

    /** Removes the file unless a row names it, or somebody is about to write one. */
    removeUnnamed,

    /** Removes all files that no row names: what a killed server left. @param signal ends it early */
    async removeAllUnnamed(signal: AbortSignal): Promise<void> {
      for (const group of await namesIn(root)) {
        for (const name of await namesIn(join(root, group))) {
          if (signal.aborted) return;
          if (/^[\da-f]{64}$/.test(name)) await removeUnnamed(Buffer.from(name, 'hex'));
        }
      }
    },
  };
}
