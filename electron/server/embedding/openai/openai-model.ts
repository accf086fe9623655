import { OperationalError, UserError } from '../../../../shared/errors/errors.ts';
import type { EmbeddingModel } from '../../nodes/kinds.ts';
import { postWithRetries, type Service, type Sleep, sleepFor } from './post-with-retries.ts';
import { type Embeddings, readEmbeddings } from './read-answer.ts';
import { unusable } from './service-errors.ts';

export interface OpenAISettings {
  readonly model: string;
  /** Up to and with /v1; empty for OpenAI. */
  readonly basepath: string;
  readonly apiKey: string;
  readonly dimensions: number | undefined;
  /** Texts a request. */
  readonly batchSize: number;
  readonly timeoutMs: number;
  readonly stripNewLines: boolean;
}

const OPENAI_BASEPATH = 'https://api.openai.com/v1';
/** Keeps a server busy while the next answer is read, without running into a rate limit at once. */
const REQUESTS_IN_FLIGHT = 4;
/** OpenAI takes at most 300,000 tokens a request; a token of English has about four characters, of other scripts fewer. */
const MAX_REQUEST_CHARACTERS = 600_000;

function parseBasepath(basepath: string): string {
  const trimmed = basepath.trim().replace(/\/+$/, '');
  if (trimmed === '') return OPENAI_BASEPATH;
  const url = URL.canParse(trimmed) ? new URL(trimmed) : undefined;
  if (url === undefined || !/^https?:$/.test(url.protocol) || url.username !== '' || url.search !== '') {
    throw new UserError(
      'INVALID_PARAM',
      'The base path is not an address: write one such as http://localhost:1234/v1, without a name, a password or a question mark in it.',
      { details: { param: 'basepath' } },
    );
  }
  return trimmed;
}

/** Runs of texts that fit in one request, in order. */
function cutIntoRequests(texts: readonly string[], batchSize: number): readonly (readonly string[])[] {
  const requests: string[][] = [];
  let current: string[] = [];
  let characters = 0;
  for (const text of texts) {
    if (current.length > 0 && (current.length === batchSize || characters + text.length > MAX_REQUEST_CHARACTERS)) {
      requests.push(current);
      current = [];
      characters = 0;
    }
    current.push(text);
    characters += text.length;
  }
  if (current.length > 0) requests.push(current);
  return requests;
}

/** Runs `work` on all items, a few at once, and gives the results in order. The first failure stops the others. */
async function mapInFlight<Item, Result>(
  items: readonly Item[],
  signal: AbortSignal,
  work: (item: Item, signal: AbortSignal) => Promise<Result>,
): Promise<readonly Result[]> {
  const stop = new AbortController();
  const both = AbortSignal.any([signal, stop.signal]);
  const results: Result[] = [];
  const entries = items.entries();
  const worker = async (): Promise<void> => {
    for (const [index, item] of entries) results[index] = await work(item, both);
  };
  try {
    await Promise.all(Array.from({ length: Math.min(REQUESTS_IN_FLIGHT, items.length) }, worker));
  } catch (error) {
    stop.abort(error);
    throw error;
  }
  return results;
}

function modelId(settings: OpenAISettings, basepath: string): string {
  const { host, pathname } = new URL(basepath);
  const strip = settings.stripNewLines ? '/no-new-lines' : '';
  return `openai:${host}${pathname}/${settings.model}/${settings.dimensions ?? 'default'}${strip}`;
}

function serviceOf(settings: OpenAISettings, basepath: string, sleep: Sleep): Service {
  const headers: Record<string, string> = { 'content-type': 'application/json' };
  if (settings.apiKey !== '') headers.authorization = `Bearer ${settings.apiKey}`;
  const { model, timeoutMs } = settings;
  return { address: basepath, model, url: `${basepath}/embeddings`, headers, timeoutMs, sleep };
}

function requestBody({ model, stripNewLines, dimensions }: OpenAISettings, batch: readonly string[]): string {
  const input = stripNewLines ? batch.map((text) => text.replace(/\r?\n/g, ' ')) : batch;
  // Dimensions are left out when undefined: most models refuse the field.
  return JSON.stringify({ model, input, encoding_format: 'base64', dimensions });
}

/**
 * A model behind OpenAI's `POST /v1/embeddings`, on OpenAI or a compatible server. Nothing is sent before the first text.
 * @throws UserError INVALID_PARAM when the base path is not an address.
 */
export function createOpenAIModel(settings: OpenAISettings, sleep: Sleep = sleepFor): EmbeddingModel {
  const basepath = parseBasepath(settings.basepath);
  const service = serviceOf(settings, basepath, sleep);
  let dimensions = settings.dimensions;

  const requireDimensions = (found: number): void => {
    dimensions ??= found;
    if (found === dimensions) return;
    throw unusable(service, `vectors of ${found} numbers where ${dimensions} were expected`);
  };
  const request = async (batch: readonly string[], signal: AbortSignal): Promise<Embeddings> => {
    const answer = readEmbeddings(await postWithRetries(service, requestBody(settings, batch), signal), batch.length);
    if ('problem' in answer) throw unusable(service, answer.problem);
    requireDimensions(answer.dimensions);
    return answer;
  };
  const embedDocuments = async (texts: readonly string[], signal: AbortSignal): Promise<readonly Float32Array[]> => {
    const answers = await mapInFlight(cutIntoRequests(texts, settings.batchSize), signal, request);
    return answers.flatMap((answer) => answer.vectors);
  };
  return {
    id: modelId(settings, basepath),
    get dimensions() {
      return dimensions;
    },
    // A full sentence model: the fusion counts it like the keyword search. (Only the built-in one was measured to be worse.)
    hybridWeight: 1,
    embedDocuments,
    async embedQuery(text, signal) {
      const [vector] = await embedDocuments([text], signal);
      if (vector === undefined)
        throw new OperationalError('SERVICE_FAILED', 'The embedding server gave no vector: try again.');
      return vector;
    },
  };
}
