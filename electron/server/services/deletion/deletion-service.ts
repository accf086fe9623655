import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { Notice } from '../../../../shared/api/info.ts';
import type { KeyedLock } from '../../common/keyed-lock.ts';
import type { Log } from '../../core/log.ts';
import { type Checkpointer, commitRelaxed } from '../../storage/checkpointer.ts';
import type { Database } from '../../storage/database.ts';
import type { Deletion, DeletionRepository, DeletionTargets } from '../../storage/repositories/deletion-repository.ts';
import type { ChunkPlace } from '../../storage/repositories/document-store-chunk-repository.ts';
import type { GarbageRepository } from '../../storage/repositories/garbage-repository.ts';
import type { VectorService } from '../../stores/local/vector-service.ts';
import type { OriginalService } from '../originals/original-service.ts';
import type { RunService } from '../runs/run-service.ts';
import type { PruneService } from './prune-service.ts';
import { NOT_TELLABLE, type RemoteRemoval, type RemoteTarget } from './remote-removal.ts';

/** Pause before what could not be removed is tried again: another process, such as a backup, may have it open. */
const RETRY_MS = 10 * 60 * 1000;

/**
 * Removes in the background all that a deleted flow or document store has left. The transaction that deletes the flow or store writes down what has to go,
 * so that the removal continues after a crash.
 */
export function createDeletionService(options: DeletionOptions) {
  const { db, deletions, prunes, log, now } = options;
  const closing = new AbortController();
  const { signal } = closing;
  const carrying: Carrying = { ...options, signal };
  let working: Promise<void> = Promise.resolve();
  let retry: NodeJS.Timeout | undefined;

  const remote = createRemoteDeletions({
    db,
    deletions,
    log,
    signal,
    remote: options.remote,
    async dropRecords(namespaces) {
      const touched = new Set<number>();
      for (const name of namespaces) await removeNamespace(carrying, name, touched);
      if (!(await overwriteFreed(carrying))) promiseShared(carrying);
    },
  });

  async function work(): Promise<void> {
    for (const deletion of deletions.list()) {
      if (signal.aborted) return;
      if (deletion.targets.isLocalDone) continue;
      try {
        await carryOut(carrying, deletion);
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

    /** Deletes a row and promises to remove what belongs to it: both or neither, even after a power cut. */
    begin(ownerId: string, targets: DeletionTargets, removeRow: () => void): void {
      db.transaction(() => {
        removeRow();
        deletions.insert(ownerId, targets, now().toISOString());
      }).immediate();
      start();
    },

    /** Continues the deletions that a stopped server has left. */
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

interface RemoteDeletionsOptions {
  readonly db: Database;
  readonly deletions: Pick<DeletionRepository, 'list' | 'update' | 'remove'>;
  readonly remote: Pick<RemoteRemoval, 'remove' | 'describe'>;
  /** Forgets records that are in the database. */
  readonly dropRecords: (namespaces: readonly string[]) => Promise<void>;
  readonly signal: AbortSignal;
  readonly log: Log;
}

/** Starts that try it, one time each: a store that is not there for so long has moved or is gone. */
const MAX_TRIES = 5;

/** Removes what deletions have promised to remove from remote stores, which may take long to answer, or not be there. */
export function createRemoteDeletions({ db, deletions, remote, dropRecords, signal, log }: RemoteDeletionsOptions) {
  const tried = new Set<string>();
  const messages: string[] = [];
  let working: Promise<void> = Promise.resolve();

  function say(ownerId: string, target: RemoteTarget, tryNumber: number | undefined): void {
    let of = { name: ownerId, place: 'a vector store' };
    try {
      of = remote.describe(target, ownerId);
    } catch (error) {
      log.warn({ err: error, ownerId }, 'Where a deleted flow or store has put its chunks can not be read');
    }
    const what = `What the deleted “${of.name}” stored in ${of.place}`;
    if (tryNumber === undefined) {
      messages.push(`${what} stays: without records it can't be told from what others stored there. Delete it there.`);
    } else if (tryNumber >= MAX_TRIES) {
      messages.push(`${what} could not be deleted in ${MAX_TRIES} tries, and no more are made: delete it there.`);
    } else {
      messages.push(
        `${what} could not be deleted yet: try ${tryNumber} of ${MAX_TRIES} failed, the next start of Tributary makes the next.`,
      );
    }
  }

  /** @returns whether it is done with, as far as it can be */
  async function removeOne(ownerId: string, target: RemoteTarget, tryNumber: number): Promise<boolean> {
    try {
      const stays = (await remote.remove(target, ownerId, signal)) === NOT_TELLABLE;
      if (stays) say(ownerId, target, undefined);
    } catch (error) {
      if (signal.aborted) throw error;
      log.warn({ err: error, ownerId, tryNumber }, 'What a deleted flow or store left elsewhere could not be removed');
      say(ownerId, target, tryNumber);
      if (tryNumber < MAX_TRIES) return false;
    }
    await dropRecords(target.namespaces);
    return true;
  }

  async function carryOutRemote({ ownerId, targets }: Deletion): Promise<void> {
    const tryNumber = targets.failures + 1;
    let left: readonly RemoteTarget[] = targets.outside;
    for (const target of targets.outside) {
      if (!(await removeOne(ownerId, target, tryNumber))) continue;
      left = left.filter((one) => one !== target);
      const rest = { ...targets, outside: [...left] };
      commitRelaxed(db, () => deletions.update(ownerId, rest));
    }
    const failed = { ...targets, outside: [...left], failures: tryNumber };
    commitRelaxed(db, () => (left.length === 0 ? deletions.remove(ownerId) : deletions.update(ownerId, failed)));
  }

  async function work(): Promise<void> {
    for (const deletion of deletions.list()) {
      const { ownerId, targets } = deletion;
      if (!targets.isLocalDone || tried.has(ownerId) || signal.aborted) continue;
      tried.add(ownerId);
      try {
        await carryOutRemote(deletion);
      } catch (error) {
        if (signal.aborted) return;
        log.error({ err: error, ownerId }, 'A deletion elsewhere stopped half-way; the next start goes on');
      }
    }
  }

  return {
    /** Tries each that is left once, without being waited for. */
    start(): void {
      working = working.then(work).catch((error: unknown) => {
        log.error({ err: error }, 'What is to be deleted elsewhere could not be read; the next start tries again');
      });
    },
    settled: (): Promise<void> => working,
    /** What people should know of those that did not succeed. */
    notices: (): Notice[] => messages.map((message) => ({ code: 'LEFT_ELSEWHERE', message, backup: null })),
  };
}

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
  readonly originals: Pick<OriginalService, 'removeOwner'>;
  /** Takes some chunks of a document store's loader. @returns how many */
  readonly sweepChunks: (place: ChunkPlace) => number;
  /** Folders of stored files, of uploads and of what loaders fetched. */
  readonly folders: { readonly files: string; readonly temporary: string; readonly cache: string };
  /** Called after a deletion, so that the next backup no longer holds what was deleted. */
  readonly onDone: () => void;
  readonly log: Log;
  readonly now: () => Date;
  readonly remote: Pick<RemoteRemoval, 'remove' | 'describe'>;
}

interface Carrying extends DeletionOptions {
  /** Aborted when the server stops. */
  readonly signal: AbortSignal;
}

/** Owner of text that is left in places which know no owner, such as the cache: no deletion of a flow or store waits for it. */
const SHARED = 'shared';
/** Chunks deleted in one transaction: a few ms. */
const CHUNKS = 500;

/** Does a step until nothing is left, or the server stops. */
function finish({ prunes, signal }: Carrying, step: () => number): Promise<void> {
  return prunes.finish(() => {
    signal.throwIfAborted();
    return step();
  });
}

/** @param touched gets the collections that lost chunks */
async function removeNamespace(given: Carrying, name: string, touched: Set<number>): Promise<void> {
  const take = given.db.transaction(() => {
    const ids = given.deletions.takeRecords(name);
    for (const collectionId of given.vectors.removeChunks(ids)) touched.add(collectionId);
    return ids.length;
  });
  await given.recordLock.run(
    name,
    given.signal,
    () => undefined,
    async () => {
      await finish(given, () => take.immediate());
      await finish(given, () => given.deletions.dropNamespace(name));
    },
  );
}

async function emptyCollection(given: Carrying, name: string): Promise<void> {
  const collection = given.vectors.openCollection(name).transactional;
  const some = given.db.transaction(() => collection.deleteSome(CHUNKS));
  await finish(given, () => some.immediate());
  collection.announceCommit();
  await given.vectors.openMemoryStore(name).deleteAll(given.signal);
}

/** @returns whether it is gone; a failure is logged */
async function removeFolder(given: Carrying, path: string): Promise<boolean> {
  try {
    await rm(path, { recursive: true, force: true });
    return true;
  } catch (error) {
    given.log.error({ err: error, path }, 'A folder of what is deleted could not be removed; it is tried again later');
    return false;
  }
}

/** @returns whether all are gone */
async function removeFiles(given: Carrying, { ownerId, targets }: Deletion): Promise<boolean> {
  const paths = targets.folders.map((folder) => join(given.folders.temporary, folder));
  const gone: boolean[] = [];
  for (const path of [...paths, join(given.folders.files, ownerId)]) gone.push(await removeFolder(given, path));
  return gone.every(Boolean);
}

/** Removes what a deletion has promised, except what is in remote stores. */
async function carryOut(given: Carrying, deletion: Deletion): Promise<void> {
  const { ownerId, targets } = deletion;
  await given.runs.cancelAllOf(ownerId, 'withData');
  const touched = new Set<number>();
  const held = new Set(targets.outside.flatMap(({ namespaces }) => namespaces));
  for (const name of targets.namespaces) if (!held.has(name)) await removeNamespace(given, name, touched);
  for (const name of targets.collections) await emptyCollection(given, name);
  await finish(given, () => given.garbage.releaseRemote.immediate(ownerId));
  await finish(given, () => given.deletions.dropRuns(ownerId));
  await finish(given, () => given.deletions.dropMessages(ownerId));
  await finish(given, () => given.deletions.dropChanges(ownerId));
  for (const place of targets.places) await finish(given, () => given.sweepChunks(place));
  await given.originals.removeOwner(ownerId, given.signal);
  const isOwnGone = await removeFiles(given, deletion);
  for (const name of targets.collections) await given.vectors.dropCollection(name, (step) => finish(given, step));
  for (const collectionId of touched) await given.vectors.scrub(collectionId);
  const isSharedGone = targets.keepsShared || (await emptyShared(given));
  commitRelaxed(given.db, () => {
    if (isOwnGone) finishLocal(given, deletion);
    if (!isSharedGone) promiseShared(given);
  });
  given.onDone();
}

/** Has what {@link emptyShared} could not empty emptied later. */
function promiseShared(given: Carrying): void {
  given.deletions.insert(SHARED, { collections: [], namespaces: [], folders: [] }, given.now().toISOString());
}

function finishLocal(given: Carrying, { ownerId, targets: { outside } }: Deletion): void {
  const rest = { collections: [], namespaces: [], folders: [], outside, isLocalDone: true };
  if (outside.length > 0) given.deletions.update(ownerId, rest);
  else given.deletions.remove(ownerId);
}

/** Empties the places that know no owner. @returns whether nothing of what is deleted is left there */
async function emptyShared(given: Carrying): Promise<boolean> {
  // Last, since the next runs fill it again.
  const isCacheGone = await removeFolder(given, given.folders.cache);
  return (await overwriteFreed(given)) && isCacheGone;
}

/** @returns whether the database's log is empty, too */
async function overwriteFreed(given: Carrying): Promise<boolean> {
  await given.prunes.everything();
  if (await given.checkpointer.truncate(given.signal)) return true;
  given.log.warn(
    {},
    'What was deleted is still in the log of the database, which others read; it is tried again later',
  );
  return false;
}
