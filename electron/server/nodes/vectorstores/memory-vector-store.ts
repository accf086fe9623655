import { memoryVectorStore as definition } from '../../../../shared/nodes/vectorstores/memory-vector-store.ts';
import { implement } from '../../core/node-kinds.ts';

/** Held by the server until it ends; an unnamed collection is the flow's own. */
export const memoryVectorStore = implement(definition, {
  open: (params, context, deps) =>
    deps.openMemoryStore(params.collection === '' ? context.chatflowId : params.collection),
});
