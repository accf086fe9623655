import { setImmediate as nextTurn } from 'node:timers/promises';
import { clientError } from '../../../../shared/errors/client-error.ts';
import { type AppError, UserError } from '../../../../shared/errors/errors.ts';
import { createKeyedLock, type KeyedLock } from '../../common/keyed-lock.ts';
import type { Log } from '../../core/log.ts';
import type { EngineDeps } from '../../pipeline/engine-deps.ts';
import { commitRelaxed } from '../../storage/checkpointer.ts';
import {
  type ChunkPlace,
  createDocumentStoreChunkRepository,
  type DocumentStoreChunkRepository,
} from '../../storage/repositories/document-store-chunk-repository.ts';
import {
  createDocumentStoreLoaderRepository,
  type DocumentStoreLoaderRepository,
  type StoredLoader,
} from '../../storage/repositories/document-store-loader-repository.ts';
import {
  createDocumentStoreRepository,
  type DocumentStoreRepository,
  type StoredStore,
  type StoreError,
} from '../../storage/repositories/document-store-repository.ts';
import {
  createRemovedSourceRepository,
  type RemovedSourceRepository,
} from '../../storage/repositories/removed-source-repository.ts';
import {
  createRunLoaderRepository,
  type RunLoaderRepository,
} from '../../storage/repositories/run-loader-repository.ts';
import type { RunService } from '../runs/run-service.ts';
import { createLoaderFiles, type LoaderFiles } from './loader-files.ts';
import { createPartSealer } from './seal-part.ts';

/** What the parts of the document store service share. */
export interface StoreDeps {
  readonly engine: EngineDeps;
  readonly stores: DocumentStoreRepository;
  readonly loaders: DocumentStoreLoaderRepository;
  readonly chunks: DocumentStoreChunkRepository;
  readonly files: LoaderFiles;
  readonly removed: RemovedSourceRepository;
  /** Loaders as they were before runs that can be undone. */
  readonly kept: RunLoaderRepository;
  readonly runs: RunService;
  /** By the store's id: loads, upserts and removals of one store go one after the other. */
  readonly lock: KeyedLock;
  /** Aborted when the server stops: removals go on when their caller hangs up, and end then at a safe point. */
  readonly closing: AbortController;
  readonly log: Log;
  readonly now: () => Date;
}

export interface StoreDepsOptions extends Pick<StoreDeps, 'engine' | 'runs' | 'log' | 'now'> {
  /** Folder of the files that loaders keep. */
  readonly filesFolder: string;
  /** Encrypts the secrets that are typed into their settings. */
  readonly secretKey: () => Buffer;
}

export function createStoreDeps({ filesFolder, secretKey, ...given }: StoreDepsOptions): StoreDeps {
  const { db } = given.engine;
  const sealer = createPartSealer(secretKey);
  return {
    ...given,
    stores: createDocumentStoreRepository(db, sealer),
    loaders: createDocumentStoreLoaderRepository(db, sealer),
    chunks: createDocumentStoreChunkRepository(db),
    removed: createRemovedSourceRepository(db),
    kept: createRunLoaderRepository(db),
    files: createLoaderFiles(filesFolder, given.now),
    lock: createKeyedLock(),
    closing: new AbortController(),
  };
}

/** @throws UserError STORE_NOT_FOUND */
export function findStore({ stores }: Pick<StoreDeps, 'stores'>, id: string): StoredStore {
  const store = stores.find(id);
  if (store === undefined) {
    throw new UserError(
      'STORE_NOT_FOUND',
      'There is no such document store: look up its id with GET /api/v1/document-store/store.',
    );
  }
  return store;
}

/** @throws UserError LOADER_NOT_FOUND */
export function findLoader({ loaders }: Pick<StoreDeps, 'loaders'>, storeId: string, id: string): StoredLoader {
  const loader = loaders.find(id);
  if (loader?.storeId !== storeId) {
    throw new UserError(
      'LOADER_NOT_FOUND',
      'The document store has no such loader: look up the ids of its loaders in the store.',
    );
  }
  return loader;
}

/** @throws UserError STORE_BUSY (409) while the store is loaded or upserted */
export function assertIdle({ activity }: StoredStore): void {
  if (activity === null) return;
  throw new UserError(
    'STORE_BUSY',
    'The document store is being loaded or upserted: wait until that is done, or cancel its run.',
    {
      details: { status: activity },
    },
  );
}

/** A failure as a store keeps it. */
export function toStoreError(error: AppError): StoreError {
  const { details: _, ...kept } = clientError(error);
  return kept;
}

/** Where the chunks of a loader lie that count. */
export function placeOf({ seq, generation }: StoredLoader): ChunkPlace {
  return { loaderSeq: seq, generation };
}

/** Deletes chunks that no longer count, a few hundred a transaction. Stops at an abort; the rest is swept at the next start. */
export async function sweep(
  { chunks, engine }: Pick<StoreDeps, 'chunks' | 'engine'>,
  place: ChunkPlace,
  signal?: AbortSignal,
): Promise<void> {
  while (signal?.aborted !== true) {
    if (commitRelaxed(engine.db, () => chunks.sweepSome(place)) === 0) {
      chunks.keep(place);
      return;
    }
    await engine.onCommit();
    await nextTurn();
  }
}
