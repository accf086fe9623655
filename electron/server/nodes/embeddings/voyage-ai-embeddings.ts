import type { ParamsOf } from '../../../../shared/nodes/define-node.ts';
import {
  voyageAIEmbeddings as definition,
  VOYAGE_ADDRESS,
} from '../../../../shared/nodes/embeddings/voyage-ai-embeddings.ts';
import { implement } from '../../core/node-kinds.ts';
import { addressOr, placeOf } from '../../embedding/remote/parse-address.ts';
import { openAIRows } from '../../embedding/remote/read-answer.ts';
import { createRemoteModel, type EmbeddingApi } from '../../embedding/remote/remote-model.ts';

/** Voyage accepts 1,000 texts per call (128 for years); larger calls would be no faster. */
const BATCH_SIZE = 128;
/** Its largest models accept 120,000 tokens per call; a token almost always has at least two bytes. */
const MAX_REQUEST_BYTES = 240_000;

/**
 * The requests of Voyage AI's `POST /v1/embeddings`.
 * @throws UserError INVALID_PARAM if the endpoint is not a URL
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
