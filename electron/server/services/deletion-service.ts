import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { KeyedLock } from '../keyed-lock.ts';
import type { Log } from '../log.ts';
import { type Checkpointer, commitRelaxed } from '../storage/checkpointer.ts';
import type { Database } from '../storage/database.ts';
import type { Deletion, DeletionRepository, DeletionTargets } from '../storage/repositories/deletion-repository.ts';
import type { ChunkPlace } from '../storage/repositories/document-store-chunk-repository.ts';
import type { GarbageRepository } from '../storage/repositories/garbage-repository.ts';
import type { VectorService } from '../vector/vector-service.ts';
import { createOutsideDeletions } from './outside-deletions.ts';
import type { OutsideRemoval } from './outside-removal.ts';
import type { PruneService } from './prune-service.ts';
import type { RunService } from './run-service.ts';

export interface DeletionOptions {
  readonly db: Database;
  readonly deletions: DeletionRepository;
  readonly garbage: Pick<GarbageRepository, 'releaseOutside'>;
  readonly vectors: Pick<
    VectorService,
    'removeChunks' | 'openCollection' | 'openMemoryStore' | 'dropCollection' | 'scrub'
  >;
  readonly runs: Pick<RunService, 'cancelAllOf'>;
  readonly prunes: Pick<PruneService, 'finish' | 'everything' | 'close'>;
  readonly checkpointer: Pick<Checkpointer, 'truncate'>;
  readonly recordLock: KeyedLock;
  /** Takes some chunks of a document store's loader. @returns how many */
  readonly sweepChunks: (place: ChunkPlace) => number;
  /** Where stored files, uploads and what loaders fetched lie. */
  readonly folders: { readonly files: string; readonly temporary: string; readonly cache: string };
  /** After a deletion: the next backup is to be without what went. */
  readonly onDone: () => void;
  readonly log: Log;
  readonly now: () => Date;
  readonly outside: Pick<OutsideRemoval, 'remove' | 'describe'>;
}

/** Chunks deleted in one transaction: a few ms. */
const CHUNKS = 500;

/**
 * Takes away all that a deleted flow or document store has left, behind everything else. What is to go is written down in the transaction that deletes
 * the flow or store, so that it goes on after a crash.
 */
export function createDeletionService(options: DeletionOptions) {
  const { db, deletions, vectors, prunes, recordLock, folders, log, now } = options;
  const closing = new AbortController();
  const { signal } = closing;
  let working: Promise<void> = Promise.resolve();

  const finish = (step: () => number): Promise<void> =>
    prunes.finish(() => {
      signal.throwIfAborted();
      return step();
    });

  async function removeNamespace(name: string, touched: Set<number>): Promise<void> {
    const take = db.transaction(() => {
      const ids = deletions.takeRecords(name);
      for (const collectionId of vectors.removeChunks(ids)) touched.add(collectionId);
      return ids.length;
    });
    await recordLock.run(
      name,
      signal,
      () => undefined,
      async () => {
        await finish(() => take.immediate());
        await finish(() => deletions.dropNamespace(name));
      },
    );
  }

  async function emptyCollection(name: string): Promise<void> {
    const collection = vectors.openCollection(name);
    const some = db.transaction(() => collection.deleteSome(CHUNKS));
    await finish(() => some.immediate());
    collection.announceCommit();
    await vectors.openMemoryStore(name).deleteAll(signal);
  }

  async function removeFiles({ ownerId, targets }: Deletion): Promise<void> {
    const all = { recursive: true, force: true };
    for (const folder of targets.folders) await rm(join(folders.temporary, folder), all);
    await rm(join(folders.files, ownerId), all);
    // It knows no owners, and is filled again by whoever needs it.
    await rm(folders.cache, all);
  }

  async function carryOut(deletion: Deletion): Promise<void> {
    const { ownerId, targets } = deletion;
    await options.runs.cancelAllOf(ownerId);
    const touched = new Set<number>();
    const held = new Set(targets.outside.flatMap(({ namespaces }) => namespaces));
    for (const name of targets.namespaces) if (!held.has(name)) await removeNamespace(name, touched);
    for (const name of targets.collections) await emptyCollection(name);
    await finish(() => options.garbage.releaseOutside.immediate(ownerId));
    await finish(() => deletions.dropRuns(ownerId));
    for (const place of targets.places) await finish(() => options.sweepChunks(place));
    await removeFiles(deletion);
    for (const name of targets.collections) await vectors.dropCollection(name, finish);
    for (const collectionId of touched) await vectors.scrub(collectionId);
    await overwriteFreed();
    const rest = { collections: [], namespaces: [], folders: [], outside: targets.outside, isLocalDone: true };
    commitRelaxed(db, () => (rest.outside.length > 0 ? deletions.update(ownerId, rest) : deletions.remove(ownerId)));
    options.onDone();
  }

  async function overwriteFreed(): Promise<void> {
    await prunes.everything();
    await options.checkpointer.truncate();
  }

  const outside = createOutsideDeletions({
    ...{ db, deletions, log, signal, outside: options.outside },
    async dropRecords(namespaces) {
      const touched = new Set<number>();
      for (const name of namespaces) await removeNamespace(name, touched);
      await overwriteFreed();
    },
  });

  async function work(): Promise<void> {
    for (const deletion of deletions.list()) {
      if (signal.aborted) return;
      if (deletion.targets.isLocalDone) continue;
      try {
        await carryOut(deletion);
      } catch (error) {
        if (signal.aborted) return;
        log.error(
          { err: error, ownerId: deletion.ownerId },
          'What a deleted flow or store left could not all be removed; the next start goes on',
        );
      }
    }
    outside.start();
  }

  function start(): void {
    working = working.then(work);
  }

  return {
    /** Folders and namespaces of an owner beside what its settings say. */
    foldersOf: deletions.foldersOf,
    namespaces: deletions.namespaces,

    /** Deletes a row and promises to take away what belongs to it: both or neither, also in a power cut. */
    begin(ownerId: string, targets: DeletionTargets, removeRow: () => void): void {
      db.transaction(() => {
        removeRow();
        deletions.insert(ownerId, targets, now().toISOString());
      }).immediate();
      start();
    },

    /** Goes on with what a stopped server has left. */
    resume: start,

    notices: outside.notices,

    async close(): Promise<void> {
      closing.abort();
      await prunes.close();
      await working;
      await outside.settled();
    },
  };
}

export type DeletionService = ReturnType<typeof createDeletionService>;
