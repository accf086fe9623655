import { memoryVectorStore as definition } from '../../../../shared/nodes/vectorstores/memory-vector-store.ts';
import { implement } from '../../core/node-kinds.ts';

/** In the server's memory until it ends; an unnamed collection belongs to the flow. */
export const memoryVectorStore = implement(definition, {
  open: (params, _inputs, context) =>
    context.openMemoryStore(params.collection === '' ? context.ownerId : params.collection),
});
