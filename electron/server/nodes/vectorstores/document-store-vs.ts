import { documentStoreVS as definition } from '../../../../shared/nodes/vectorstores/document-store-vs.ts';
import { implement } from '../../core/node-kinds.ts';

/** Queries a document store with the embedding model that filled it. */
export const documentStoreVS = implement(definition, {
  open: ({ selectedStore, topK }, _inputs, context) => ({
    retrieve: (query, signal) =>
      context.queryDocumentStore(selectedStore, topK === undefined ? query : { topK, ...query }, signal),
  }),
});
