import { UserError } from '../../../../shared/errors/errors.ts';
import type { ModelIdentity } from '../../core/vector-store.ts';
import { refusedStatus } from '../../http/service-errors.ts';
import type { QdrantConnection } from './qdrant-client.ts';
import { qdrantPath } from './qdrant-filter.ts';

/** How Qdrant compares vectors; others than these three are only in collections that another program made. */
export type QdrantDistance = 'Cosine' | 'Euclid' | 'Dot' | 'Manhattan';

export interface FoundQdrantCollection {
  readonly dimensions: number;
  readonly distance: QdrantDistance;
  /** The model's id, as written when we made it; undefined if another program made it, or a server that keeps no such notes (before Qdrant 1.16). */
  readonly modelId: string | undefined;
}

export interface QdrantCollectionSettings {
  readonly collection: string;
  readonly distance: QdrantDistance;
  /** More of Qdrant's settings for a new collection. */
  readonly configuration: Readonly<Record<string, unknown>>;
  readonly metadataKey: string;
}

const MODEL_KEY = 'tributary_model';

function severalVectors(collection: string): UserError {
  return new UserError(
    'INVALID_PARAM',
    `The collection ${collection} has named vectors: choose one with a single vector for each point, or a new name.`,
    { details: { param: 'qdrantCollection' } },
  );
}

/**
 * The collection of that name; undefined if there is none.
 * @throws UserError INVALID_PARAM when its points have several vectors
 */
export async function findQdrantCollection(
  connection: QdrantConnection,
  collection: string,
  signal: AbortSignal,
  retry = true,
): Promise<FoundQdrantCollection | undefined> {
  try {
    const { config } = await connection.call(
      (api, init) => api.getCollection({ collection_name: collection }, init),
      signal,
      retry,
    );
    const { vectors } = config.params;
    const modelId = config.metadata?.[MODEL_KEY];
    if (typeof vectors?.size !== 'number' || typeof vectors.distance !== 'string') throw severalVectors(collection);
    return {
      dimensions: vectors.size,
      distance: vectors.distance,
      modelId: typeof modelId === 'string' ? modelId : undefined,
    };
  } catch (error) {
    if (refusedStatus(error) !== 404) throw error;
    return undefined;
  }
}

/** Makes a collection for vectors of that model, with an index for questions about single sources; false if there is one already. */
export async function createQdrantCollection(
  connection: QdrantConnection,
  { collection, distance, configuration, metadataKey }: QdrantCollectionSettings,
  model: ModelIdentity,
  signal: AbortSignal,
): Promise<boolean> {
  const vectors = 'vectors' in configuration && typeof configuration.vectors === 'object' ? configuration.vectors : {};
  const body = {
    ...configuration,
    vectors: { ...vectors, size: model.dimensions, distance },
    metadata: { [MODEL_KEY]: model.id },
  };
  try {
    await connection.call((api, init) => api.createCollection({ collection_name: collection, ...body }, init), signal);
  } catch (error) {
    // Before 1.9 the second of two runs that make it got 400.
    if (refusedStatus(error) !== 409 && refusedStatus(error) !== 400) throw error;
    if ((await findQdrantCollection(connection, collection, signal)) === undefined) throw error;
    return false;
  }
  const field = { field_name: qdrantPath([metadataKey, 'source']), field_schema: 'keyword' } as const;
  await connection.call(
    (api, init) => api.createFieldIndex({ collection_name: collection, wait: true, ...field }, init),
    signal,
  );
  return true;
}
