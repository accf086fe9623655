import { randomUUID } from 'node:crypto';
import { mkdir, readdir, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { DocumentStoreCreate } from '../../../../shared/api/document-stores.ts';
import { clientError } from '../../../../shared/errors/client-error.ts';
import { type AppError, UserError } from '../../../../shared/errors/errors.ts';
import { codeOf } from '../../../../shared/errors/system-errors.ts';
import { createKeyedLock, type KeyedLock } from '../../common/keyed-lock.ts';
import type { SourceFile } from '../../core/document.ts';
import type { Log } from '../../core/log.ts';
import type { EngineDeps } from '../../pipeline/engine-deps.ts';
import { createPartSealer } from '../../secrets/seal-settings.ts';
import { commitSteps } from '../../storage/commit-pages.ts';
import {
  type ChunkPlace,
  createDocumentStoreChunkRepository,
  type DocumentStoreChunkRepository,
} from '../../storage/repositories/document-store-chunk-repository.ts';
import {
  createDocumentStoreLoaderRepository,
  type DocumentStoreLoaderRepository,
  type StoredFile,
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
  type LoaderBefore,
  type RunLoaderRepository,
} from '../../storage/repositories/run-loader-repository.ts';
import { mergeParts } from './parts.ts';

/** Which loader's files. */
export interface FilesOwner {
  readonly storeId: string;
  readonly id: string;
}

async function namesIn(folder: string): Promise<string[]> {
  try {
    return await readdir(folder);
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return [];
    throw error;
  }
}

/**
 * The files of loaders, stored so that they can be loaded anew: `<root>/<store id>/<loader id>/<file id>`, all names of ours.
 * @param root a folder in the data folder, on the same disk as the folders of uploads
 */
export function createLoaderFiles(root: string, now: () => Date) {
  const folderOf = ({ storeId, id }: FilesOwner) => join(root, storeId, id);

  return {
    /** Takes files over from a run's folder. */
    async store(owner: FilesOwner, files: readonly SourceFile[]): Promise<StoredFile[]> {
      const folder = folderOf(owner);
      await mkdir(folder, { recursive: true, mode: 0o700 });
      const stored: StoredFile[] = [];
      for (const file of files) {
        const id = randomUUID();
        await rename(file.path, join(folder, id));
        stored.push({ id, name: file.name, size: file.sizeBytes, uploaded: now().toISOString() });
      }
      return stored;
    },

    /** Stored files as loaders read them. */
    open: (owner: FilesOwner, files: readonly StoredFile[]): SourceFile[] =>
      files.map(({ id, name, size }) => ({ name, path: join(folderOf(owner), id), sizeBytes: size })),

    async remove(owner: FilesOwner, files: readonly StoredFile[]): Promise<void> {
      for (const { id } of files) await rm(join(folderOf(owner), id), { force: true });
    },

    removeLoader: (owner: FilesOwner): Promise<void> => rm(folderOf(owner), { recursive: true, force: true }),

    /** Removes what a killed server left: all that no row names. Nothing may be loading meanwhile. */
    async removeOthers(loaders: readonly (FilesOwner & { readonly files: readonly StoredFile[] })[]): Promise<void> {
      const byFolder = Map.groupBy(loaders, folderOf);
      const known = new Map(
        [...byFolder].map(([folder, some]) => [
          folder,
          new Set(some.flatMap(({ files }) => files.map(({ id }) => id))),
        ]),
      );
      for (const storeId of await namesIn(root)) {
        for (const id of await namesIn(join(root, storeId))) {
          const folder = join(root, storeId, id);
          const names = known.get(folder);
          if (names === undefined) await rm(folder, { recursive: true, force: true });
          for (const name of names === undefined ? [] : await namesIn(folder)) {
            if (!names?.has(name)) await rm(join(folder, name), { recursive: true, force: true });
          }
        }
      }
    },
  };
}

export type LoaderFiles = ReturnType<typeof createLoaderFiles>;

/** What is stored of document stores: rows, chunks and files. */
export interface StoreAccess {
  readonly engine: EngineDeps;
  readonly stores: DocumentStoreRepository;
  readonly loaders: DocumentStoreLoaderRepository;
  readonly chunks: DocumentStoreChunkRepository;
  readonly files: LoaderFiles;
  readonly removed: RemovedSourceRepository;
  /** Loaders as they were before runs that can be undone. */
  readonly loadersBefore: RunLoaderRepository;
  /** By the store's id: loads, upserts and removals of one store go one after the other. */
  readonly lock: KeyedLock;
  /** Aborted when the server stops: removals go on when their caller hangs up, and end then at a safe point. */
  readonly closing: AbortController;
  readonly log: Log;
  readonly now: () => Date;
}

export interface StoreAccessOptions extends Pick<StoreAccess, 'engine' | 'log' | 'now'> {
  /** Folder of the stored files of loaders. */
  readonly filesFolder: string;
  /** Encrypts the secrets that are typed into their settings. */
  readonly secretKey: () => Buffer;
}

export function createStoreAccess({ filesFolder, secretKey, ...given }: StoreAccessOptions): StoreAccess {
  const { db } = given.engine;
  const sealer = createPartSealer(secretKey);
  return {
    ...given,
    stores: createDocumentStoreRepository(db, sealer),
    loaders: createDocumentStoreLoaderRepository(db, sealer),
    chunks: createDocumentStoreChunkRepository(db),
    removed: createRemovedSourceRepository(db),
    loadersBefore: createRunLoaderRepository(db),
    files: createLoaderFiles(filesFolder, given.now),
    lock: createKeyedLock(),
    closing: new AbortController(),
  };
}

/** @throws UserError STORE_NOT_FOUND */
export function findStore({ stores }: Pick<StoreAccess, 'stores'>, id: string): StoredStore {
  const store = stores.find(id);
  if (store === undefined) {
    throw new UserError(
      'STORE_NOT_FOUND',
      'There is no such document store: look up its id with GET /api/v1/document-store/store.',
    );
  }
  return store;
}

/**
 * Makes a store without loaders.
 * @throws UserError INVALID_INPUT naming part and field
 */
export function insertStore({ stores, engine, now }: StoreAccess, fields: DocumentStoreCreate): StoredStore {
  const date = now().toISOString();
  const none = { embedding: null, vectorStore: null, recordManager: null };
  const { embeddingConfig: embedding, vectorStoreConfig: vectorStore, recordManagerConfig: recordManager } = fields;
  const store: StoredStore = {
    id: randomUUID(),
    name: fields.name,
    description: fields.description ?? null,
    activity: null,
    lastError: null,
    next: null,
    ...mergeParts(none, { embedding, vectorStore, recordManager }, engine.values),
    createdDate: date,
    updatedDate: date,
  };
  stores.insert(store);
  return store;
}

/** @throws UserError LOADER_NOT_FOUND */
export function findLoader({ loaders }: Pick<StoreAccess, 'loaders'>, storeId: string, id: string): StoredLoader {
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
    'The document store is being loaded, upserted or moved: wait until that is done, or cancel its run.',
    {
      details: { status: activity },
    },
  );
}

/** A failure as it is saved with a store. */
export function toStoreError(error: AppError): StoreError {
  const { details: _, ...stored } = clientError(error);
  return stored;
}

/** Where the current chunks of a loader are. */
export function placeOf({ seq, generation }: StoredLoader): ChunkPlace {
  return { loaderSeq: seq, generation };
}

/** Places of chunks from before a run that can be undone. */
export function placesBefore(loadersBefore: readonly LoaderBefore[]): ChunkPlace[] {
  return loadersBefore.flatMap(({ place, previous }) =>
    previous === undefined || previous.generation === place.generation
      ? []
      : [{ loaderSeq: place.loaderSeq, generation: previous.generation }],
  );
}

/** Deletes chunks that no longer count, a few hundred a transaction. Stops at an abort; the rest is swept at the next start. */
export async function sweep(
  { chunks, engine }: Pick<StoreAccess, 'chunks' | 'engine'>,
  place: ChunkPlace,
  signal?: AbortSignal,
): Promise<void> {
  await commitSteps(engine, () => (signal?.aborted === true ? 0 : chunks.sweepSome(place)));
  if (signal?.aborted !== true) chunks.spare(place);
}
