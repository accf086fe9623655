import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { KeyedLock } from '../../common/keyed-lock.ts';
import type { Log } from '../../core/log.ts';
import { type Checkpointer, commitRelaxed } from '../../storage/checkpointer.ts';
import type { Database } from '../../storage/database.ts';
import type { Deletion, DeletionRepository, DeletionTargets } from '../../storage/repositories/deletion-repository.ts';
import type { ChunkPlace } from '../../storage/repositories/document-store-chunk-repository.ts';
import type { GarbageRepository } from '../../storage/repositories/garbage-repository.ts';
import type { VectorService } from '../../stores/local/vector-service.ts';
import type { RunService } from '../runs/run-service.ts';
import type { PruneService } from './prune-service.ts';
import { createRemoteDeletions } from './remote-deletions.ts';
import type { RemoteRemoval } from './remote-removal.ts';

export interface DeletionOptions {
  readonly db: Database;
  readonly deletions: DeletionRepository;
  readonly garbage: Pick<GarbageRepository, 'releaseRemote'>;
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
  readonly remote: Pick<RemoteRemoval, 'remove' | 'describe'>;
}

/** Owner of what is left where text lies without a sign of whose it is: no deletion of a flow or store waits for it. */
const SHARED = 'shared';
/** Until what could not be removed is tried again: others may have it open so long, a backup of a large database say. */
const RETRY_MS = 10 * 60 * 1000;
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
  let retry: NodeJS.Timeout | undefined;

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
    const collection = vectors.openCollection(name).transactional;
    const some = db.transaction(() => collection.deleteSome(CHUNKS));
    await finish(() => some.immediate());
    collection.announceCommit();
    await vectors.openMemoryStore(name).deleteAll(signal);
  }

  /** @returns whether it is gone; what fails is told */
  async function removeFolder(path: string): Promise<boolean> {
    try {
      await rm(path, { recursive: true, force: true });
      return true;
    } catch (error) {
      log.error({ err: error, path }, 'A folder of what is deleted could not be removed; it is tried again later');
      return false;
    }
  }

  /** @returns whether all are gone */
  async function removeFiles({ ownerId, targets }: Deletion): Promise<boolean> {
    const paths = targets.folders.map((folder) => join(folders.temporary, folder));
    const gone: boolean[] = [];
    for (const path of [...paths, join(folders.files, ownerId)]) gone.push(await removeFolder(path));
    return gone.every(Boolean);
  }

  async function carryOut(deletion: Deletion): Promise<void> {
    const { ownerId, targets } = deletion;
    await options.runs.cancelAllOf(ownerId);
    const touched = new Set<number>();
    const held = new Set(targets.outside.flatMap(({ namespaces }) => namespaces));
    for (const name of targets.namespaces) if (!held.has(name)) await removeNamespace(name, touched);
    for (const name of targets.collections) await emptyCollection(name);
    await finish(() => options.garbage.releaseRemote.immediate(ownerId));
    await finish(() => deletions.dropRuns(ownerId));
    for (const place of targets.places) await finish(() => options.sweepChunks(place));
    const isOwnGone = await removeFiles(deletion);
    for (const name of targets.collections) await vectors.dropCollection(name, finish);
    for (const collectionId of touched) await vectors.scrub(collectionId);
    const isSharedGone = await emptyShared();
    commitRelaxed(db, () => {
      if (isOwnGone) finishLocal(deletion);
      if (!isSharedGone)
        deletions.insert(SHARED, { collections: [], namespaces: [], folders: [] }, now().toISOString());
    });
    options.onDone();
  }

  function promiseShared(): void {
    deletions.insert(SHARED, { collections: [], namespaces: [], folders: [] }, now().toISOString());
  }

  function finishLocal({ ownerId, targets: { outside } }: Deletion): void {
    const rest = { collections: [], namespaces: [], folders: [], outside, isLocalDone: true };
    if (outside.length > 0) deletions.update(ownerId, rest);
    else deletions.remove(ownerId);
  }

  /** Empties where text lies without a sign of whose it is. @returns whether nothing of what is deleted is left there */
  async function emptyShared(): Promise<boolean> {
    // Last: it knows no owners, and is filled again by whoever needs it.
    const isCacheGone = await removeFolder(folders.cache);
    return (await overwriteFreed()) && isCacheGone;
  }

  /** @returns whether the database's log is empty, too */
  async function overwriteFreed(): Promise<boolean> {
    await prunes.everything();
    if (await options.checkpointer.truncate(signal)) return true;
    log.warn({}, 'What was deleted is still in the log of the database, which others read; it is tried again later');
    return false;
  }

  const remote = createRemoteDeletions({
    ...{ db, deletions, log, signal, remote: options.remote },
    async dropRecords(namespaces) {
      const touched = new Set<number>();
      for (const name of namespaces) await removeNamespace(name, touched);
      if (!(await overwriteFreed())) promiseShared();
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
          'What a deleted flow or store left could not all be removed; it is tried again later',
        );
      }
    }
    remote.start();
    if (deletions.list().some(({ targets }) => !targets.isLocalDone)) retry = setTimeout(start, RETRY_MS).unref();
  }

  function start(): void {
    clearTimeout(retry);
    working = working.then(work).catch((error: unknown) => {
      log.error({ err: error }, 'What is to be deleted could not be read; the next start tries again');
    });
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

    notices: remote.notices,

    async close(): Promise<void> {
      closing.abort();
      await prunes.close();
      await working;
      clearTimeout(retry);
      await remote.settled();
    },
  };
}

export type DeletionService = ReturnType<typeof createDeletionService>;
