import type {
  ChromaClient,
  Collection,
  EmbeddingFunction,
  EmbeddingFunctionSpace,
  Collection as Handle,
} from 'chromadb';
import { BugError } from '../../../../shared/errors/errors.ts';
import type { ModelIdentity } from '../../core/vector-store.ts';
import { refusedStatus } from '../../http/service-errors.ts';
import type { StoreService } from '../store-service.ts';
import { type ChromaConnection, createChromaConnection } from './chroma-client.ts';

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

const MODEL_KEY = 'tributary_model';
const DIMENSIONS_KEY = 'tributary_dimensions';

/** A collection as it was found. */
export interface FoundCollection {
  readonly id: string;
  readonly space: EmbeddingFunctionSpace;
  /** What we wrote when we made it; undefined if another program made it. */
  readonly model: ModelIdentity | undefined;
}

/** What the vectors of a collection are of, as far as the store knows. */
export interface KnownVectors {
  readonly id: string | undefined;
  readonly dimensions: number;
}

/** Keeps the client from loading an embedding function of its own: we bring the vectors. */
const noEmbedding: EmbeddingFunction = {
  generate: () => Promise.reject(new BugError('Chroma was to embed a text by itself')),
};

function modelOf({ metadata }: Collection): ModelIdentity | undefined {
  const id = metadata?.[MODEL_KEY];
  const dimensions = metadata?.[DIMENSIONS_KEY];
  return typeof id === 'string' && typeof dimensions === 'number' ? { id, dimensions } : undefined;
}

/** @throws Error if it is not a description of a collection, which any web server could send */
function foundOf(collection: Collection): FoundCollection {
  if (typeof collection.id !== 'string') throw new Error('A collection without an id');
  const { hnsw, spann } = collection.configuration;
  return { id: collection.id, space: hnsw?.space ?? spann?.space ?? 'l2', model: modelOf(collection) };
}

/** The collection of that name; undefined if there is none. */
export async function findCollection(
  connection: ChromaConnection,
  name: string,
  signal: AbortSignal,
  retry = true,
): Promise<FoundCollection | undefined> {
  try {
    const work = async (client: ChromaClient) =>
      foundOf(await client.getCollection({ name, embeddingFunction: noEmbedding }));
    return await connection.call(work, signal, retry);
  } catch (error) {
    if (refusedStatus(error) !== 404) throw error;
    // Any web server knows nothing of a collection: is it Chroma?
    await connection.call((client) => client.heartbeat(), signal, retry);
    return undefined;
  }
}

/** Makes a collection for vectors of that model, unless another run has just made one of that name. */
export async function createCollection(
  connection: ChromaConnection,
  name: string,
  model: ModelIdentity,
  signal: AbortSignal,
): Promise<void> {
  try {
    await connection.call(
      (client) =>
        client.createCollection({
          name,
          configuration: { hnsw: { space: 'cosine' } },
          metadata: { [MODEL_KEY]: model.id, [DIMENSIONS_KEY]: model.dimensions },
          embeddingFunction: null,
        }),
      signal,
    );
  } catch (error) {
    if (refusedStatus(error) !== 409) throw error;
  }
}

/** No error if it is gone already. */
export async function deleteCollection(connection: ChromaConnection, name: string, signal: AbortSignal): Promise<void> {
  try {
    await connection.call((client) => client.deleteCollection({ name }), signal);
  } catch (error) {
    if (refusedStatus(error) !== 404) throw error;
  }
}

/** What a collection's vectors are of: as written when we made it, or by the length of one of them; undefined if it has none. */
export async function knownVectors(
  connection: ChromaConnection,
  { id, model }: FoundCollection,
  signal: AbortSignal,
): Promise<KnownVectors | undefined> {
  if (model !== undefined) return model;
  const { embeddings } = await connection.call(
    (client) => client.collection(id).get({ limit: 1, include: ['embeddings'] }),
    signal,
  );
  const dimensions = embeddings[0]?.length;
  return dimensions === undefined ? undefined : { id: undefined, dimensions };
}

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
