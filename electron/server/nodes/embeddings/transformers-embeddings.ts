import { transformersEmbeddings as definition } from '../../../../shared/nodes/embeddings/transformers-embeddings.ts';
import { implement } from '../../core/node-kinds.ts';

/** Runs a model on this machine, in the server's pool of embedding workers. */
export const transformersEmbeddings = implement(definition, {
  open: (params, _inputs, context) => context.openLocalModel(params.model, context),
});
