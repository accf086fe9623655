import type { EmbeddingModel } from '../../core/embedding-model.ts';
import { type Sleep, sleepFor } from '../../http/retries.ts';
import { listServiceModels, type ModelListing } from './list-models.ts';
import { parseAddress, placeOf } from './parse-address.ts';
import { plainRows, propertyOf } from './read-answer.ts';
import { createRemoteModel } from './remote-model.ts';

export interface OllamaSettings {
  /** Without /api. */
  readonly baseUrl: string;
  readonly model: string;
  readonly numGpu?: number | undefined;
  readonly numThread?: number | undefined;
  readonly useMMap: boolean;
  /** Texts a request. */
  readonly batchSize: number;
  readonly timeoutMs: number;
}

function addressOf({ baseUrl }: Pick<OllamaSettings, 'baseUrl'>): string {
  return parseAddress(baseUrl, { param: 'baseUrl', title: 'base URL', example: 'http://localhost:11434' });
}

/**
 * The models behind Ollama's `GET /api/tags`, those without a tag of their own by their name alone.
 * @throws as {@link listServiceModels} does; UserError INVALID_PARAM when the base URL is not an address
 */
export async function listOllamaModels(
  {
    apiKey = '',
    purpose,
    ...settings
  }: Pick<OllamaSettings, 'baseUrl'> & Pick<ModelListing, 'purpose'> & { readonly apiKey?: string },
  signal: AbortSignal,
): Promise<readonly string[]> {
  const address = addressOf(settings);
  const headers: Record<string, string> = apiKey === '' ? {} : { authorization: `Bearer ${apiKey}` };
  const listing = { address, url: `${address}/api/tags`, headers, list: 'models', name: 'name', purpose };
  return (await listServiceModels(listing, signal)).map((name) => name.replace(/:latest$/, ''));
}

/**
 * A model behind Ollama's `POST /api/embed`.
 * @throws UserError INVALID_PARAM when the base URL is not an address.
 */
export function createOllamaModel(settings: OllamaSettings, sleep: Sleep = sleepFor): EmbeddingModel {
  const { model, numGpu, numThread, useMMap, batchSize, timeoutMs } = settings;
  const address = addressOf(settings);
  return createRemoteModel(
    {
      id: `ollama:${placeOf(address)}/${model}`,
      address,
      model,
      url: `${address}/api/embed`,
      headers: {},
      dimensions: undefined,
      batchSize,
      timeoutMs,
      // Where a text runs: the vectors are the same.
      bodyOf: (input) => ({
        model,
        input,
        options: { num_gpu: numGpu, num_thread: numThread, use_mmap: useMMap },
      }),
      rowsOf: (answer) => plainRows(propertyOf(answer, 'embeddings')),
    },
    sleep,
  );
}
