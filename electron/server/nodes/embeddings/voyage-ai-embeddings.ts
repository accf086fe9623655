import type { ParamsOf } from '../../../../shared/nodes/define-node.ts';
import {
  voyageAIEmbeddings as definition,
  VOYAGE_ADDRESS,
} from '../../../../shared/nodes/embeddings/voyage-ai-embeddings.ts';
import { implement } from '../../core/node-kinds.ts';
import { addressOr, placeOf } from '../../embedding/remote/parse-address.ts';
import { openAIRows } from '../../embedding/remote/read-answer.ts';
import { createRemoteModel, type EmbeddingApi } from '../../embedding/remote/remote-model.ts';

/** Voyage takes 1,000 texts a call, and took 128 for years: a longer answer would be no faster. */
const BATCH_SIZE = 128;
/** Its largest models take 120,000 tokens a call; a token has hardly ever less than two bytes. */
const MAX_REQUEST_BYTES = 240_000;

/**
 * How Voyage AI's `POST /v1/embeddings` is asked.
 * @throws UserError INVALID_PARAM when the endpoint is not an address.
 */
export function voyageApi(params: ParamsOf<typeof definition>): EmbeddingApi {
  const { apiKey, endpoint, modelName: model, dimensions, timeout } = params;
  const address = addressOr(VOYAGE_ADDRESS, endpoint, { param: 'endpoint', title: 'endpoint' });
  return {
    id: `voyage:${placeOf(address)}/${model}/${dimensions ?? 'default'}`,
    address,
    model,
    url: address,
    headers: { authorization: `Bearer ${apiKey}` },
    dimensions,
    batchSize: BATCH_SIZE,
    maxRequestBytes: MAX_REQUEST_BYTES,
    timeoutMs: timeout,
    bodyOf: (input, purpose) => ({
      model,
      input,
      input_type: purpose,
      encoding_format: 'base64',
      output_dimension: dimensions,
    }),
    rowsOf: openAIRows,
  };
}

/** Sends texts to Voyage AI. */
export const voyageAIEmbeddings = implement(definition, {
  open: async (params) => createRemoteModel(voyageApi(params)),
});
