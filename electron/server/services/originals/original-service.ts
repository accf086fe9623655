import { createHash, hash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { mkdir, open, readdir, rename, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { Notice } from '../../../../shared/api/info.ts';
import { codeOf } from '../../../../shared/errors/system-errors.ts';
import type { PlannedLoader } from '../../../../shared/flow/upsert-plan.ts';
import { workingName } from '../../../../shared/nodes/aliases.ts';
import { SMALL_BYTES } from '../../common/small-files.ts';
import type { SourceFile } from '../../core/document.ts';
import type { Log } from '../../core/log.ts';
import { paramsOf } from '../../pipeline/compile/open-nodes.ts';
import type {
  OriginalLoader,
  OriginalPlace,
  OriginalRepository,
  StoredOriginal,
} from '../../storage/repositories/original-repository.ts';
import type { RestoredWith } from '../../storage/repositories/replaced-chunk-repository.ts';
import type { Loosened } from '../../storage/repositories/replaced-original-repository.ts';

/** Files of a run that are stored side by side: a disk takes a few at once. */
const SIDE_BY_SIDE = 4;

/** What a run has read. */
export interface ReadUploads {
  readonly ownerId: string;
  readonly files: readonly { readonly loader: PlannedLoader; readonly file: SourceFile }[];
  /** Local records whose sources are file names. */
  readonly namespace: string | undefined;
  /** Number of the run. */
  readonly runSeq: number;
}

/** A removed source whose original is deleted. */
interface Gone {
  readonly id: number;
  readonly ownerId: string;
  readonly name: string;
  /** ISO. */
  readonly removedDate: string;
}

export interface OriginalServiceOptions {
  readonly originals: OriginalRepository;
  /** Folder of the files. */
  readonly root: string;
  readonly log: Log;
  readonly now: () => Date;
  /** Resolves when what was written so far is on the disk. */
  readonly onDisk: () => Promise<void>;
}

/** What a loader reads with, except the file and what is only added to its chunks. A loader of a remote service has secrets: only its name is stored. */
export function describeLoader(loader: PlannedLoader): OriginalLoader {
  const { definition } = loader;
  const name = workingName(definition);
  const params = definition.connects === true ? {} : paramsOf(loader);
  const left = new Set([definition.upload?.param, 'metadata', 'omitMetadataKeys']);
  const others = Object.entries(Object(params)).filter(([key]) => !left.has(key));
  return { name, params: Object.fromEntries(others) };
}

/** Takes what is there one by one, a few side by side. */
async function each<Item>(items: readonly Item[], work: (item: Item) => Promise<void>): Promise<void> {
  const waiting = [...items];
  async function next(): Promise<void> {
    for (let item = waiting.shift(); item !== undefined; item = waiting.shift()) await work(item);
  }
  await Promise.all(Array.from({ length: SIDE_BY_SIDE }, next));
}

/** Finds and takes originals. @param loosen is given a content that may have lost its last row */
function createAccess(
  originals: OriginalRepository,
  files: ReturnType<typeof createOriginalFiles>,
  loosen: (hashes: Loosened) => void,
) {
  return {
    listShown: originals.listShown,
    find: (ownerId: string, source: string): StoredOriginal | undefined => originals.find(ownerId, source),
    pathOf: ({ hash }: StoredOriginal): string => files.pathOf(hash),

    /**
     * Takes over a file.
     * @param path of the file, which is moved
     * @param runSeq of the run that has read it
     * @returns the hash of its content
     * @throws what the file system says; then nothing is stored
     */
    takeOver: (path: string, original: Omit<StoredOriginal, 'hash'>, runSeq?: number): Promise<Buffer> =>
      files.take(path, original.sizeBytes, (hash) => {
        loosen([originals.insert({ ...original, hash }, runSeq)]);
        return hash;
      }),

    /** Adds another source of a stored content. @returns false: the content is not stored */
    addSource(original: StoredOriginal): boolean {
      if (!originals.isUsed(original.hash)) return false;
      loosen([originals.insert(original)]);
      return true;
    },
  };
}

/** What runs and removals have replaced. @param loosen as of {@link createAccess} */
function createReplaced(
  originals: OriginalRepository,
  now: OriginalServiceOptions['now'],
  loosen: (hashes: Loosened) => void,
) {
  return {
    /** To be called when a source that was removed leaves the bin for good. Its file goes with the next pruning. */
    forget({ id, ownerId, name, removedDate }: Gone): void {
      loosen(originals.dropReplaced({ removedId: id }));
      loosen([originals.removeGone(ownerId, name, removedDate)]);
    },

    /**
     * Restores some of the originals that a run has replaced, or the one that a removed source had. That counts as stored now: only the time distinguishes it from
     * others of its name in the bin.
     * @returns 0 when none are left
     */
    restore(what: RestoredWith): number {
      const date = 'runSeq' in what ? undefined : now().toISOString();
      const hashes = originals.restoreSome.immediate(what, date);
      loosen(hashes);
      return hashes.length;
    },

    /** Deletes some of the originals that a run has replaced: it can't be undone any more. @returns 0 when none are left */
    release(runSeq: number): number {
      const hashes = originals.dropReplaced({ runSeq });
      loosen(hashes);
      return hashes.length;
    },
  };
}

/** Keeps the files that were uploaded to flows, once by content, as long as chunks of them are there. */
export function createOriginalService({ originals, root, log, now, onDisk }: OriginalServiceOptions) {
  const files = createOriginalFiles(root, originals.isUsed);
  /** Contents whose last row may be gone. */
  const loose = new Map<string, Buffer>();
  let isSwept = false;
  let notice: Notice | undefined;

  function loosen(hashes: Loosened): void {
    for (const hash of hashes) if (hash instanceof Buffer) loose.set(hash.toString('hex'), hash);
  }

  const access = createAccess(originals, files, loosen);

  async function storeOne(read: ReadUploads, loader: PlannedLoader, file: SourceFile): Promise<void> {
    const { ownerId, namespace, runSeq } = read;
    const { name: source, sizeBytes } = file;
    try {
      const row = { ownerId, source, sizeBytes, loader: describeLoader(loader), namespace: namespace ?? null };
      await access.takeOver(file.path, { ...row, keptDate: now().toISOString() }, runSeq);
    } catch (error) {
      log.warn({ err: error, ownerId, source }, 'The original of an upload could not be kept');
      const message = `The original of "${source}" could not be kept: free some space and check the data folder, then upsert the file again. Its chunks are stored.`;
      notice = { code: 'ORIGINAL_NOT_KEPT', message, backup: null };
    }
  }

  async function removeLoose(signal: AbortSignal): Promise<void> {
    // After a power cut no row may name a content that is gone.
    if (loose.size > 0) await onDisk();
    for (const [name, hash] of loose) {
      if (signal.aborted) return;
      loose.delete(name);
      await files.removeUnnamed(hash);
    }
  }

  async function removeAllOf(ownerId: string, signal: AbortSignal): Promise<void> {
    for (;;) {
      signal.throwIfAborted();
      const hashes = originals.removeSome.immediate(ownerId);
      if (hashes.length === 0) break;
      loosen(hashes);
    }
    await removeLoose(signal);
  }

  return {
    /** Stores the files of a run that has succeeded. It never fails: a file that can't be stored is left out, with a notice. */
    async store(read: ReadUploads, signal: AbortSignal): Promise<void> {
      if (!originals.isKeeping(read.ownerId)) return;
      notice = undefined;
      await each(read.files, async ({ loader, file }) => {
        if (!signal.aborted) await storeOne(read, loader, file);
      });
    },

    ...access,
    ...createReplaced(originals, now, loosen),
    moveRecords: originals.moveRecords,
    totals: originals.totals,
    totalsOf: originals.totalsOf,
    isKeeping: originals.isKeeping,

    /** Sets whether the uploads of an owner are stored from now on; if not, those that it has are removed. */
    async setKeeping(ownerId: string, isKeeping: boolean, signal: AbortSignal): Promise<void> {
      originals.setKeeping(ownerId, isKeeping);
      if (!isKeeping) await removeAllOf(ownerId, signal);
    },

    /** Removes all originals of an owner that is deleted. */
    async removeOwner(ownerId: string, signal: AbortSignal): Promise<void> {
      await removeAllOf(ownerId, signal);
      originals.setKeeping(ownerId, true);
    },

    /**
     * Removes originals whose last chunk is gone, and files that nothing names.
     * @param finish repeats a small step until it returns nothing
     */
    async prune(finish: (step: () => number | undefined) => Promise<void>, signal: AbortSignal): Promise<void> {
      let place: OriginalPlace | undefined = { ownerId: '', source: '' };
      await finish(() => {
        if (place === undefined) return undefined;
        const { hashes, next } = originals.removeStale.immediate(place);
        loosen(hashes);
        place = next;
        return next === undefined ? undefined : 1;
      });
      await removeLoose(signal);
      if (isSwept) return;
      await files.removeAllUnnamed(signal);
      isSwept = true;
    },

    notices: (): readonly Notice[] => (notice === undefined ? [] : [notice]),
  };
}

export type OriginalService = ReturnType<typeof createOriginalService>;

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
 * Files by their content: `<root>/<first two digits>/<SHA-256>`. A file in use is not removed before it is released.
 * @param isNamed whether a row names the content
 */
function createOriginalFiles(root: string, isNamed: (hash: Buffer) => boolean) {
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

  function release(name: string): void {
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
     * @throws what the file system says; then nothing is stored
     */
    async take<T>(path: string, sizeBytes: number, write: (hash: Buffer) => T): Promise<T> {
      const hash = await hashOf(path, sizeBytes);
      const name = hash.toString('hex');
      taken.set(name, (taken.get(name) ?? 0) + 1);
      try {
        await store(path, hash, sizeBytes);
        return write(hash);
      } finally {
        release(name);
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
