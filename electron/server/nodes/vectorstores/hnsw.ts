import { hnsw as definition } from '../../../../shared/nodes/vectorstores/hnsw.ts';
import { implement } from '../../core/node-kinds.ts';

/** The embedded store; an unnamed collection belongs to the flow. */
export const hnsw = implement(definition, {
  open: ({ collection, metric, M, efConstruction, ef }, _inputs, context) =>
    context.openCollection(collection === '' ? context.ownerId : collection, { metric, links: M, efConstruction, ef }),
});
