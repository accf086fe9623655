import { chroma as definition } from '../../../../shared/nodes/vectorstores/chroma.ts';
import { implement } from '../../core/node-kinds.ts';
import { createChromaStore } from '../../stores/chroma/chroma-store.ts';

/** A collection of a Chroma server. */
export const chroma = implement(definition, {
  open: (params) =>
    createChromaStore({
      url: params.chromaURL,
      collection: params.collectionName,
      apiKey: params.chromaApiKey,
      tenant: params.chromaTenant,
      database: params.chromaDatabase,
      filter: params.chromaMetadataFilter,
    }),
});
