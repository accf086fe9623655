import { qdrant as definition } from '../../../../shared/nodes/vectorstores/qdrant.ts';
import { createQdrantStore } from '../../outside/qdrant-store.ts';
import { implement } from '../kinds.ts';

/** A collection of a Qdrant server. */
export const qdrant = implement(definition, {
  open: (params) =>
    createQdrantStore({
      url: params.qdrantServerUrl,
      apiKey: params.qdrantApiKey,
      collection: params.qdrantCollection,
      distance: params.qdrantSimilarity,
      dimensions: params.qdrantVectorDimension,
      configuration: params.qdrantCollectionConfiguration,
      contentKey: params.contentPayloadKey,
      metadataKey: params.metadataPayloadKey,
      batchSize: params.batchSize,
      filter: params.qdrantFilter,
    }),
});
