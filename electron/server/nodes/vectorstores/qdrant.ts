import { qdrant as definition } from '../../../../shared/nodes/vectorstores/qdrant.ts';
import { implement } from '../../core/node-kinds.ts';
import { createQdrantStore } from '../../stores/qdrant/qdrant-store.ts';

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
