import { OPENAI_ADDRESS } from '../../../../shared/nodes/accounts/openai.ts';
import type { EmbeddingModel } from '../../core/embedding-model.ts';
import { type Sleep, sleepFor } from '../../http/retries.ts';
import { listServiceModels } from './list-models.ts';
import { parseAddress, placeOf } from './parse-address.ts';
import { openAIRows } from './read-answer.ts';
import { createRemoteModel } from './remote-model.ts';
import { withoutNewLines } from './without-new-lines.ts';

export interface OpenAISettings {
  readonly model: string;
  /** Up to and with /v1; empty for OpenAI. */
  readonly basepath: string;
  readonly apiKey: string;
  /** More of them, in lower case. */
  readonly headers?: Readonly<Record<string, string>>;
  readonly encodingFormat?: 'base64' | 'float';
  readonly dimensions: number | undefined;
  /** Texts a request. */
  readonly batchSize: number;
  readonly timeoutMs: number;
  readonly stripNewLines: boolean;
}

function parseBasepath(basepath: string): string {
  if (basepath.trim() === '') return OPENAI_ADDRESS;
  return parseAddress(basepath, { param: 'basepath', title: 'base path', example: 'http://localhost:1234/v1' });
}

function headersFor({ apiKey, headers }: Pick<OpenAISettings, 'apiKey' | 'headers'>) {
  return { ...(apiKey === '' ? {} : { authorization: `Bearer ${apiKey}` }), ...headers };
}

/**
 * The models behind OpenAI's `GET /v1/models`, on OpenAI or a compatible server.
 * @throws as {@link listServiceModels} does; UserError INVALID_PARAM when the base path is not an address
 */
export async function listOpenAIModels(
  settings: Pick<OpenAISettings, 'basepath' | 'apiKey' | 'headers'>,
  signal: AbortSignal,
): Promise<readonly string[]> {
  const address = parseBasepath(settings.basepath);
  const listing = { address, url: `${address}/models`, headers: headersFor(settings), list: 'data', name: 'id' };
  return listServiceModels(listing, signal);
}

/**
 * A model behind OpenAI's `POST /v1/embeddings`, on OpenAI or a compatible server.
 * @throws UserError INVALID_PARAM when the base path is not an address.
 */
export function createOpenAIModel(settings: OpenAISettings, sleep: Sleep = sleepFor): EmbeddingModel {
  const { model, dimensions, batchSize, timeoutMs, stripNewLines } = settings;
  const basepath = parseBasepath(settings.basepath);
  const strip = stripNewLines ? '/no-new-lines' : '';
  return createRemoteModel(
    {
      id: `openai:${placeOf(basepath)}/${model}/${dimensions ?? 'default'}${strip}`,
      address: basepath,
      model,
      url: `${basepath}/embeddings`,
      headers: headersFor(settings),
      dimensions,
      batchSize,
      timeoutMs,
      bodyOf: (texts) => ({
        model,
        input: stripNewLines ? withoutNewLines(texts) : texts,
        encoding_format: settings.encodingFormat ?? 'base64',
        // Left out when undefined: most models refuse the field.
        dimensions,
      }),
      rowsOf: openAIRows,
    },
    sleep,
  );
}
