import type { ParamsOf } from '../../../../shared/nodes/define-node.ts';
import {
  mistralAIEmbeddings as definition,
  MISTRAL_ADDRESS,
} from '../../../../shared/nodes/embeddings/mistral-ai-embeddings.ts';
import { implement } from '../../core/node-kinds.ts';
import { addressOr, placeOf } from '../../embedding/remote/parse-address.ts';
import { openAIRows } from '../../embedding/remote/read-answer.ts';
import { createRemoteModel, type EmbeddingApi } from '../../embedding/remote/remote-model.ts';
import { withoutNewLines } from '../../embedding/remote/without-new-lines.ts';

/** The most texts that Mistral takes in one call. */
const MAX_BATCH_SIZE = 256;
/** Mistral takes 16,384 tokens a call, and its older vocabulary has a token for each byte of some scripts. */
const MAX_REQUEST_BYTES = 16_000;

/**
 * How Mistral's `POST /v1/embeddings` is asked.
 * @throws UserError INVALID_PARAM when the endpoint is not an address.
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
});
