import type { Notice } from '../../../../shared/api/info.ts';
import type { PlannedLoader } from '../../../../shared/flow/upsert-plan.ts';
import { workingName } from '../../../../shared/nodes/aliases.ts';
import type { SourceFile } from '../../core/document.ts';
import type { Log } from '../../core/log.ts';
import { paramsOf } from '../../pipeline/compile/open-nodes.ts';
import type {
  OriginalLoader,
  OriginalPlace,
  OriginalRepository,
  StoredOriginal,
} from '../../storage/repositories/original-repository.ts';
import { createOriginalFiles } from './original-files.ts';

/** Files of a run that are stored side by side: a disk takes a few at once. */
const SIDE_BY_SIDE = 4;

/** What a run has read. */
export interface ReadUploads {
  readonly ownerId: string;
  readonly files: readonly { readonly loader: PlannedLoader; readonly file: SourceFile }[];
  /** Local records whose sources are file names. */
  readonly namespace: string | undefined;
}

/** A source that was removed, and is not kept any more. */
interface Gone {
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

/** What a loader reads with, but for the file and what is only added to its chunks. One that sends files elsewhere has secrets: of it only the name is kept. */
export function describeLoader(loader: PlannedLoader): OriginalLoader {
  const { definition } = loader;
  const name = workingName(definition);
  const params = definition.connects === true ? {} : paramsOf(loader);
  const left = new Set([definition.upload?.param, 'metadata', 'omitMetadataKeys']);
  const kept = Object.entries(Object(params)).filter(([key]) => !left.has(key));
  return { name, params: Object.fromEntries(kept) };
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
  loosen: (hashes: readonly (Buffer | undefined)[]) => void,
) {
  return {
    listShown: originals.listShown,
    find: (ownerId: string, source: string): StoredOriginal | undefined => originals.find(ownerId, source),
    pathOf: ({ hash }: StoredOriginal): string => files.pathOf(hash),

    /**
     * Takes over a file.
     * @param path of the file, which is moved
     * @returns the hash of its content
     * @throws what the file system says; then nothing is kept
     */
    takeOver: (path: string, original: Omit<StoredOriginal, 'hash'>): Promise<Buffer> =>
      files.take(path, original.sizeBytes, (hash) => {
        loosen([originals.put({ ...original, hash })]);
        return hash;
      }),

    /** Has another source be of a content. @returns false: the content is not kept */
    addSource(original: StoredOriginal): boolean {
      if (!originals.isUsed(original.hash)) return false;
      loosen([originals.put(original)]);
      return true;
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

  function loosen(hashes: readonly (Buffer | undefined)[]): void {
    for (const hash of hashes) if (hash !== undefined) loose.set(hash.toString('hex'), hash);
  }

  const access = createAccess(originals, files, loosen);

  async function keepOne({ ownerId, namespace }: ReadUploads, loader: PlannedLoader, file: SourceFile): Promise<void> {
    const { name: source, sizeBytes } = file;
    try {
      const row = { ownerId, source, sizeBytes, loader: describeLoader(loader), namespace: namespace ?? null };
      await access.takeOver(file.path, { ...row, keptDate: now().toISOString() });
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
    /** Keeps the files of a run that has succeeded. It never fails: what can't be kept is left out, with a notice. */
    async keep(read: ReadUploads, signal: AbortSignal): Promise<void> {
      if (!originals.isKeeping(read.ownerId)) return;
      notice = undefined;
      await each(read.files, async ({ loader, file }) => {
        if (!signal.aborted) await keepOne(read, loader, file);
      });
    },

    ...access,
    moveRecords: originals.moveRecords,
    totals: originals.totals,
    totalsOf: originals.totalsOf,
    isKeeping: originals.isKeeping,

    /** Has an owner keep its uploads from now on, or no more: then those that it has go. */
    async setKeeping(ownerId: string, isKeeping: boolean, signal: AbortSignal): Promise<void> {
      originals.setKeeping(ownerId, isKeeping);
      if (!isKeeping) await removeAllOf(ownerId, signal);
    },

    /** To be called when a source that was removed leaves the bin for good. Its file goes with the next pruning. */
    forget({ ownerId, name, removedDate }: Gone): void {
      loosen([originals.removeGone(ownerId, name, removedDate)]);
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
