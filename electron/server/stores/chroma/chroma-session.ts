import type { Collection as Handle } from 'chromadb';
import { refusedStatus } from '../../http/service-errors.ts';
import type { StoreService } from '../store-service.ts';
import { type ChromaConnection, createChromaConnection } from './chroma-client.ts';
import { type FoundCollection, findCollection } from './chroma-collection.ts';

export interface ChromaSettings {
  readonly url: string;
  readonly collection: string;
  readonly apiKey: string;
  /** Empty: the one that the key is for, or Chroma's default. */
  readonly tenant: string;
  readonly database: string;
  /** Chroma's own `where`, for every question. */
  readonly filter: Readonly<Record<string, unknown>>;
}

/** Chunks a request, whatever the server takes: keeps one at a few MB. */
const MAX_BATCH = 500;

/** What one handle of a collection has found out so far. */
export interface ChromaSession {
  readonly settings: ChromaSettings;
  readonly service: StoreService;
  readonly connection: ChromaConnection;
  /** Forgets what it knows if the collection is gone, and looks once more. */
  on<T>(work: (handle: Handle, found: FoundCollection) => Promise<T>, absent: () => T, signal: AbortSignal): Promise<T>;
  /** Looks it up at the first call only. */
  find(signal: AbortSignal): Promise<FoundCollection | undefined>;
  forget(): void;
  /** Chunks that the server takes in one request. */
  batchSize(signal: AbortSignal): Promise<number>;
}

/** Nothing is sent before the first call. */
export function startSession(settings: ChromaSettings, service: StoreService, url: URL): ChromaSession {
  const connection = createChromaConnection({ ...settings, url }, service);
  let found: FoundCollection | undefined;
  let batch: number | undefined;
  const find = async (signal: AbortSignal): Promise<FoundCollection | undefined> => {
    found ??= await findCollection(connection, settings.collection, signal);
    return found;
  };
  return {
    settings,
    service,
    connection,
    find,
    forget: () => {
      found = undefined;
    },
    async on(work, absent, signal) {
      for (let isFirst = true; ; isFirst = false) {
        const current = await find(signal);
        if (current === undefined) return absent();
        try {
          return await connection.call((client) => work(client.collection(current.id), current), signal);
        } catch (error) {
          if (refusedStatus(error) !== 404 || !isFirst) throw error;
          found = undefined;
        }
      }
    },
    async batchSize(signal) {
      if (batch === undefined) {
        const limit = await connection.call((client) => client.getMaxBatchSize(), signal);
        batch = limit > 0 ? Math.min(limit, MAX_BATCH) : MAX_BATCH;
      }
      return batch;
    },
  };
}
