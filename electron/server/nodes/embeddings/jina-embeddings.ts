import type { ParamsOf } from '../../../../shared/nodes/define-node.ts';
import { jinaEmbeddings as definition, JINA_ADDRESS } from '../../../../shared/nodes/embeddings/jina-embeddings.ts';
import { implement } from '../../core/node-kinds.ts';
import { addressOr, placeOf } from '../../embedding/remote/parse-address.ts';
import { openAIRows } from '../../embedding/remote/read-answer.ts';
import { createRemoteModel, type EmbeddingApi, type TextPurpose } from '../../embedding/remote/remote-model.ts';

/** Below the 500 texts per call of LangChain's client, so that a call stays within the timeout. */
const BATCH_SIZE = 128;

const SEARCH_TASK = {
  document: 'retrieval.passage',
  query: 'retrieval.query',
} as const satisfies Record<TextPurpose, string>;

/** The third generation introduced tasks: the first two reject the field. */
function takesTask(model: string): boolean {
  const generation = /^jina-embeddings-v(\d+)/.exec(model)?.[1];
  return generation !== undefined && Number(generation) >= 3;
}

/**
 * The requests of Jina's `POST /v1/embeddings`.
 * @throws UserError INVALID_PARAM if the base path is not a URL
 */
export function jinaApi(params: ParamsOf<typeof definition>): EmbeddingApi {
  const { jinaAIAPIKey, modelName: model, modelDimensions: dimensions, basepath, timeout } = params;
  const address = addressOr(JINA_ADDRESS, basepath, { param: 'basepath', title: 'base path' });
  return {
    id: `jina:${placeOf(address)}/${model}/${dimensions ?? 'default'}`,
    address,
    model,
    url: `${address}/embeddings`,
    headers: { authorization: `Bearer ${jinaAIAPIKey}` },
    dimensions,
    batchSize: BATCH_SIZE,
    timeoutMs: timeout,
    bodyOf: (input, purpose) => ({
      model,
      input,
      task: takesTask(model) ? SEARCH_TASK[purpose] : undefined,
      embedding_type: 'float',
      dimensions,
    }),
    rowsOf: openAIRows,
  };
}

/** Sends texts to Jina AI. */
export const jinaEmbeddings = implement(definition, {
  open: async (params) => createRemoteModel(jinaApi(params)),
});
