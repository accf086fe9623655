import type { ParamsOf } from '../../../../shared/nodes/define-node.ts';
import {
  mistralAIEmbeddings as definition,
  MISTRAL_ADDRESS,
} from '../../../../shared/nodes/embeddings/mistral-ai-embeddings.ts';
import { implement } from '../../core/node-kinds.ts';
import { listServiceModels } from '../../embedding/remote/list-models.ts';
import { addressOr, placeOf } from '../../embedding/remote/parse-address.ts';
import { openAIRows } from '../../embedding/remote/read-answer.ts';
import { createRemoteModel, type EmbeddingApi } from '../../embedding/remote/remote-model.ts';
import { withoutNewLines } from '../../embedding/remote/without-new-lines.ts';

/** Mistral's limit of texts per call. */
const MAX_BATCH_SIZE = 256;
/** Mistral accepts 16,384 tokens per call; in its older vocabulary, some scripts need one token per byte. */
const MAX_REQUEST_BYTES = 16_000;

/**
 * The requests of Mistral's `POST /v1/embeddings`.
 * @throws UserError INVALID_PARAM if the endpoint is not a URL
 */
export function mistralApi(params: ParamsOf<typeof definition>): EmbeddingApi {
  const { mistralAIAPIKey, modelName: model, dimensions, batchSize, stripNewLines, overrideEndpoint, timeout } = params;
  const address = addressOr(MISTRAL_ADDRESS, overrideEndpoint, { param: 'overrideEndpoint', title: 'endpoint' });
  const strip = stripNewLines ? '/no-new-lines' : '';
  return {
    id: `mistral:${placeOf(address)}/${model}/${dimensions ?? 'default'}${strip}`,
    address,
    model,
    url: `${address}/v1/embeddings`,
    headers: { authorization: `Bearer ${mistralAIAPIKey}` },
    dimensions,
    batchSize: Math.min(batchSize, MAX_BATCH_SIZE),
    maxRequestBytes: MAX_REQUEST_BYTES,
    timeoutMs: timeout,
    bodyOf: (texts) => ({
      model,
      input: stripNewLines ? withoutNewLines(texts) : texts,
      output_dimension: dimensions,
    }),
    rowsOf: openAIRows,
  };
}

/** Sends texts to Mistral. */
export const mistralAIEmbeddings = implement(definition, {
  open: async (params) => createRemoteModel(mistralApi(params)),
  async listModels(params, signal) {
    const { address, headers } = mistralApi(params);
    return listServiceModels({ address, url: `${address}/v1/models`, headers, list: 'data', name: 'id' }, signal);
  },
});
