import { UserError } from '../../../../shared/errors/errors.ts';
import { refusedStatus } from '../../http/service-errors.ts';
import { cutIntoBatches, type StoreService } from '../store-service.ts';
import { createQdrantConnection, type QdrantConnection, type QdrantWork } from './qdrant-client.ts';
import {
  type FoundQdrantCollection,
  findQdrantCollection,
  type QdrantCollectionSettings,
  type QdrantDistance,
} from './qdrant-collection.ts';
import type { PayloadKeys } from './qdrant-payload.ts';

export interface QdrantSettings extends QdrantCollectionSettings {
  readonly url: string;
  readonly apiKey: string;
  readonly contentKey: string;
  /** What a new collection is made for; undefined: whatever the model gives. */
  readonly dimensions: number | undefined;
  /** Points a request. */
  readonly batchSize: number;
  /** Qdrant's own filter, for every question. */
  readonly filter: Readonly<Record<string, unknown>>;
}

/** Ids a request, for reading and deleting. */
const MAX_IDS = 1000;

/** One store and its connection. */
export interface QdrantSession {
  readonly settings: QdrantSettings;
  readonly keys: PayloadKeys;
  readonly service: StoreService;
  readonly connection: QdrantConnection;
  /** Undefined if there is no collection. */
  find(signal: AbortSignal, retry?: boolean): Promise<FoundQdrantCollection | undefined>;
  /** Asked for only once: a collection keeps it. Undefined if there is no collection. */
  distance(signal: AbortSignal): Promise<QdrantDistance | undefined>;
}

/** Undefined if there is no collection. */
export async function onCollection<T>(
  { connection }: QdrantSession,
  work: QdrantWork<T>,
  signal: AbortSignal,
): Promise<T | undefined> {
  try {
    return await connection.call(work, signal);
  } catch (error) {
    if (refusedStatus(error) !== 404) throw error;
    return undefined;
  }
}

/** As many ids as one request takes. */
export const idBatches = (ids: readonly string[]) =>
  cutIntoBatches([...new Set(ids)], { items: MAX_IDS, bytes: Number.POSITIVE_INFINITY, bytesOf: () => 0 });

function keysOf({ contentKey, metadataKey }: QdrantSettings): PayloadKeys {
  if (contentKey !== metadataKey) return { content: contentKey, metadata: metadataKey };
  throw new UserError('INVALID_PARAM', `Content and metadata have the same key, ${contentKey}: give them two.`, {
    details: { param: 'metadataPayloadKey' },
  });
}

/**
 * Nothing is sent before the first call.
 * @throws UserError INVALID_PARAM when the keys of the payload are the same
 */
export function startSession(settings: QdrantSettings, service: StoreService, url: URL): QdrantSession {
  const connection = createQdrantConnection(url, settings.apiKey, service);
  let distance: QdrantDistance | undefined;
  const find: QdrantSession['find'] = async (signal, retry) => {
    const found = await findQdrantCollection(connection, settings.collection, signal, retry);
    distance = found?.distance;
    return found;
  };
  return {
    settings,
    keys: keysOf(settings),
    service,
    connection,
    find,
    distance: async (signal) => distance ?? (await find(signal))?.distance,
  };
}
