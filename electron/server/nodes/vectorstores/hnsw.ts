import { hnsw as definition } from '../../../../shared/nodes/vectorstores/hnsw.ts';
import { implement } from '../kinds.ts';

/** The embedded store; an unnamed collection is the flow's own. */
export const hnsw = implement(definition, {
  open: (params, context, host) =>
    host.openCollection(params.collection === '' ? context.chatflowId : params.collection),
});
