import { OperationalError } from '../../../../shared/errors/errors.ts';
import type { EmbeddingModel } from '../../core/embedding-model.ts';
import { type Sleep, sleepFor } from '../../http/retries.ts';
import { postWithRetries } from './post-with-retries.ts';
import { type EmbeddingRow, type Embeddings, readEmbeddings } from './read-answer.ts';
import { unusable } from './service-errors.ts';

/** What texts are embedded for: some models embed a question otherwise than what is to be found by it. */
export type TextPurpose = 'document' | 'query';

/** How one service is asked for embeddings. */
export interface EmbeddingApi {
  /** Id of the model: see {@link EmbeddingModel}. */
  readonly id: string;
  /** The service's address as people know it, for messages: without secrets. */
  readonly address: string;
  readonly model: string;
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  /** Length of the vectors, if it was asked for. */
  readonly dimensions: number | undefined;
  /** Texts a request. */
  readonly batchSize: number;
  /** UTF-8 bytes of all texts of a request, where the service takes fewer than most. */
  readonly maxRequestBytes?: number;
  readonly timeoutMs: number;
  /** What is sent, as JSON. */
  bodyOf(texts: readonly string[], purpose: TextPurpose): unknown;
  /** The vectors of an answer; undefined if it has none. */
  rowsOf(answer: unknown): readonly EmbeddingRow[] | undefined;
}

/** Keeps a server busy while the next answer is read, without running into a rate limit at once. */
const REQUESTS_IN_FLIGHT = 4;
/** OpenAI takes at most 300,000 tokens a request. A token has about four bytes of English, three of Chinese (one character), hardly ever less than two. */
const MAX_REQUEST_BYTES = 600_000;

/** Runs of texts that fit in one request, in order. */
function cutIntoRequests(
  texts: readonly string[],
  { batchSize, maxRequestBytes = MAX_REQUEST_BYTES }: Pick<EmbeddingApi, 'batchSize' | 'maxRequestBytes'>,
): readonly (readonly string[])[] {
  const requests: string[][] = [];
  let current: string[] = [];
  let bytes = 0;
  for (const text of texts) {
    const size = Buffer.byteLength(text);
    if (current.length > 0 && (current.length === batchSize || bytes + size > maxRequestBytes)) {
      requests.push(current);
      current = [];
      bytes = 0;
    }
    current.push(text);
    bytes += size;
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

/** A model behind an HTTP service. Nothing is sent before the first text. */
export function createRemoteModel(api: EmbeddingApi, sleep: Sleep = sleepFor): EmbeddingModel {
  const { address, model, url, timeoutMs } = api;
  const headers = { 'content-type': 'application/json', ...api.headers };
  const service = { address, model, url, headers, timeoutMs, sleep };
  let { dimensions } = api;

  const requireDimensions = (found: number): void => {
    dimensions ??= found;
    if (found === dimensions) return;
    throw unusable(service, `vectors of ${found} numbers where ${dimensions} were expected`);
  };
  const request = async (texts: readonly string[], purpose: TextPurpose, signal: AbortSignal): Promise<Embeddings> => {
    const body = await postWithRetries(service, JSON.stringify(api.bodyOf(texts, purpose)), signal);
    const answer = readEmbeddings(api.rowsOf(body), texts.length);
    if ('problem' in answer) throw unusable(service, answer.problem);
    requireDimensions(answer.dimensions);
    return answer;
  };
  const embed = async (
    texts: readonly string[],
    purpose: TextPurpose,
    signal: AbortSignal,
  ): Promise<readonly Float32Array[]> => {
    const work = (batch: readonly string[], both: AbortSignal) => request(batch, purpose, both);
    const answers = await mapInFlight(cutIntoRequests(texts, api), signal, work);
    return answers.flatMap((answer) => answer.vectors);
  };
  return {
    id: api.id,
    get dimensions() {
      return dimensions;
    },
    // A full sentence model: the fusion counts it like the keyword search. (Only the built-in one was measured to be worse.)
    hybridWeight: 1,
    commitSize: undefined,
    embedDocuments: (texts, signal) => embed(texts, 'document', signal),
    async embedQuery(text, signal) {
      const [vector] = await embed([text], 'query', signal);
      if (vector === undefined)
        throw new OperationalError('SERVICE_FAILED', 'The embedding server gave no vector: try again.');
      return vector;
    },
  };
}
