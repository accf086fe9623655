import type { VectorStore } from '../../../electron/server/core/vector-store.ts';
import { createQdrantStore, type QdrantSettings } from '../../../electron/server/stores/qdrant/qdrant-store.ts';

/** A Qdrant store as the node opens it with its defaults, except for what is given; it never pauses before another try. */
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
