import { COHERE_ADDRESS } from '../../../../shared/nodes/embeddings/cohere-embeddings.ts';
import type { EmbeddingModel } from '../../core/embedding-model.ts';
import { type Sleep, sleepFor } from '../../http/retries.ts';
import { addressOr, placeOf } from './parse-address.ts';
import { plainRows, propertyOf } from './read-answer.ts';
import { createRemoteModel, type TextPurpose } from './remote-model.ts';

export interface CohereSettings {
  readonly model: string;
  readonly apiKey: string;
  /** For search, documents and questions are embedded each in its own way, whichever of the two is chosen. */
  readonly inputType: 'search_document' | 'search_query' | 'classification' | 'clustering';
  /** Empty: Cohere's own. */
  readonly basepath: string;
  readonly timeoutMs: number;
}

/** The most texts that Cohere takes in one call. */
const BATCH_SIZE = 96;

const SEARCH_TYPE = { document: 'search_document', query: 'search_query' } as const satisfies Record<
  TextPurpose,
  CohereSettings['inputType']
>;

/**
 * A model behind Cohere's `POST /v2/embed`.
 * @throws UserError INVALID_PARAM when the base path is not an address.
 */
export function createCohereModel(settings: CohereSettings, sleep: Sleep = sleepFor): EmbeddingModel {
  const { model, apiKey, inputType, basepath, timeoutMs } = settings;
  const address = addressOr(COHERE_ADDRESS, basepath, { param: 'basepath', title: 'base path' });
  const isSearch = inputType === 'search_document' || inputType === 'search_query';
  return createRemoteModel(
    {
      id: `cohere:${placeOf(address)}/${model}/${isSearch ? 'search' : inputType}`,
      address,
      model,
      url: `${address}/v2/embed`,
      headers: { authorization: `Bearer ${apiKey}` },
      dimensions: undefined,
      batchSize: BATCH_SIZE,
      timeoutMs,
      bodyOf: (texts, purpose) => ({
        model,
        texts,
        input_type: isSearch ? SEARCH_TYPE[purpose] : inputType,
        embedding_types: ['float'],
      }),
      rowsOf: (answer) => plainRows(propertyOf(propertyOf(answer, 'embeddings'), 'float')),
    },
    sleep,
  );
}
