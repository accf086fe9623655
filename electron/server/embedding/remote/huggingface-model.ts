import { HUGGING_FACE_ADDRESS } from '../../../../shared/nodes/embeddings/hugging-face-inference-embeddings.ts';
import type { EmbeddingModel } from '../../core/embedding-model.ts';
import { type Sleep, sleepFor } from '../../http/retries.ts';
import { parseAddress, placeOf } from './parse-address.ts';
import { type EmbeddingRow, plainRows } from './read-answer.ts';
import { createRemoteModel } from './remote-model.ts';

export interface HuggingFaceSettings {
  readonly model: string;
  readonly apiKey: string;
  /** An inference endpoint of one's own; empty: the public one, by the model's name. */
  readonly endpoint: string;
  readonly batchSize: number;
  readonly timeoutMs: number;
}

function isNumberList(value: unknown): value is readonly number[] {
  return Array.isArray(value) && value.every((item) => typeof item === 'number');
}

/** Models without a pooling of their own answer with a vector per token: their mean is the vector of the text. */
function pooled(embedding: unknown): unknown {
  if (!Array.isArray(embedding) || !isNumberList(embedding[0])) return embedding;
  const tokens: readonly unknown[] = embedding;
  const mean = new Array<number>(embedding[0].length).fill(0);
  for (const token of tokens) {
    if (!isNumberList(token) || token.length !== mean.length) return undefined;
    for (const [index, value] of token.entries()) mean[index] = (mean[index] ?? 0) + value / tokens.length;
  }
  return mean;
}

function rowsOf(answer: unknown): readonly EmbeddingRow[] | undefined {
  return plainRows(answer)?.map(({ embedding }) => ({ embedding: pooled(embedding) }));
}

/**
 * A model behind Hugging Face's feature extraction, on their servers or an endpoint of one's own.
 * @throws UserError INVALID_PARAM when the endpoint is not an address.
 */
export function createHuggingFaceModel(settings: HuggingFaceSettings, sleep: Sleep = sleepFor): EmbeddingModel {
  const { model, apiKey, endpoint, batchSize, timeoutMs } = settings;
  const own = endpoint.trim() !== '';
  const path = model.split('/').map(encodeURIComponent).join('/');
  const address = own
    ? parseAddress(endpoint, {
        param: 'endpoint',
        title: 'endpoint',
        example: 'https://name.endpoints.huggingface.cloud',
      })
    : `${HUGGING_FACE_ADDRESS}/${path}`;
  return createRemoteModel(
    {
      id: `huggingface:${placeOf(address)}${own ? `/${model}` : ''}`,
      address,
      model,
      url: own ? address : `${address}/pipeline/feature-extraction`,
      headers: apiKey === '' ? {} : { authorization: `Bearer ${apiKey}` },
      dimensions: undefined,
      batchSize,
      timeoutMs,
      bodyOf: (inputs) => ({ inputs }),
      rowsOf,
    },
    sleep,
  );
}
