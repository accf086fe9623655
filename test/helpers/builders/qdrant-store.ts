import type { VectorStore } from '../../../electron/server/core/vector-store.ts';
import type { QdrantSettings } from '../../../electron/server/stores/qdrant/qdrant-session.ts';
import { createQdrantStore } from '../../../electron/server/stores/qdrant/qdrant-store.ts';

/** A Qdrant store opened with the node's defaults, except for the given values; it retries without a pause. */
export function openQdrant(
  settings: Partial<QdrantSettings>,
  options: { readonly timeoutMs?: number } = {},
): VectorStore {
  const defaults: QdrantSettings = {
    url: 'http://127.0.0.1:6333',
    apiKey: '',
    collection: 'notes',
    distance: 'Cosine',
    dimensions: undefined,
    configuration: {},
    contentKey: 'content',
    metadataKey: 'metadata',
    batchSize: 100,
    filter: {},
  };
  return createQdrantStore({ ...defaults, ...settings }, { ...options, sleep: () => Promise.resolve() });
}
