import { OPENAI_ADDRESS } from '../../../../shared/nodes/embeddings/openai-embeddings.ts';
import type { EmbeddingModel } from '../../core/embedding-model.ts';
import { type Sleep, sleepFor } from '../../http/retries.ts';
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

/**
 * A model behind OpenAI's `POST /v1/embeddings`, on OpenAI or a compatible server.
 * @throws UserError INVALID_PARAM when the base path is not an address.
 */
export function createOpenAIModel(settings: OpenAISettings, sleep: Sleep = sleepFor): EmbeddingModel {
  const { model, apiKey, dimensions, batchSize, timeoutMs, stripNewLines } = settings;
  const basepath = parseBasepath(settings.basepath);
  const strip = stripNewLines ? '/no-new-lines' : '';
  return createRemoteModel(
    {
      id: `openai:${placeOf(basepath)}/${model}/${dimensions ?? 'default'}${strip}`,
      address: basepath,
      model,
      url: `${basepath}/embeddings`,
      headers: { ...(apiKey === '' ? {} : { authorization: `Bearer ${apiKey}` }), ...settings.headers },
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
