import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { KeyedLock } from '../../common/keyed-lock.ts';
import type { Log } from '../../core/log.ts';
import { type Checkpointer, commitRelaxed } from '../../storage/checkpointer.ts';
import type { Database } from '../../storage/database.ts';
import type { Deletion, DeletionRepository } from '../../storage/repositories/deletion-repository.ts';
import type { ChunkPlace } from '../../storage/repositories/document-store-chunk-repository.ts';
import type { GarbageRepository } from '../../storage/repositories/garbage-repository.ts';
import type { VectorService } from '../../stores/local/vector-service.ts';
import type { OriginalService } from '../originals/original-service.ts';
import type { RunService } from '../runs/run-service.ts';
import type { PruneService } from './prune-service.ts';
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

export interface Carrying extends DeletionOptions {
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
export async function removeNamespace(given: Carrying, name: string, touched: Set<number>): Promise<void> {
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
export async function carryOut(given: Carrying, deletion: Deletion): Promise<void> {
  const { ownerId, targets } = deletion;
  await given.runs.cancelAllOf(ownerId, 'withData');
  const touched = new Set<number>();
  const held = new Set(targets.outside.flatMap(({ namespaces }) => namespaces));
  for (const name of targets.namespaces) if (!held.has(name)) await removeNamespace(given, name, touched);
  for (const name of targets.collections) await emptyCollection(given, name);
  await finish(given, () => given.garbage.releaseRemote.immediate(ownerId));
  await finish(given, () => given.deletions.dropRuns(ownerId));
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
export function promiseShared(given: Carrying): void {
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
export async function overwriteFreed(given: Carrying): Promise<boolean> {
  await given.prunes.everything();
  if (await given.checkpointer.truncate(given.signal)) return true;
  given.log.warn(
    {},
    'What was deleted is still in the log of the database, which others read; it is tried again later',
  );
  return false;
}
