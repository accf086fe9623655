import { documentStoreVS as definition } from '../../../../shared/nodes/vectorstores/document-store-vs.ts';
import { implement } from '../../core/node-kinds.ts';

/** Queries a document store with the embedding model that filled it. */
export const documentStoreVS = implement(definition, {
  open: ({ selectedStore, topK }, deps) => ({
    query: (body, signal) =>
      deps.queryDocumentStore(selectedStore, topK === undefined ? body : { topK, ...body }, signal),
  }),
});
