import { OperationalError } from '../../../../shared/errors/errors.ts';
import type { EmbeddingModel } from '../../core/embedding-model.ts';
import {
  type FailedAttempt,
  failedWith,
  type RetryPolicy,
  readRetryAfterMs,
  SERVICE_RETRIES,
  type Sleep,
  sleepFor,
  withRetries,
} from '../../http/retries.ts';
import { postToService, type ServiceAnswer } from '../../http/service-dispatcher.ts';
import { networkProblem, ownErrorIn } from '../../http/service-errors.ts';
import { type EmbeddingRow, type Embeddings, propertyOf, readEmbeddings } from './read-answer.ts';
import { refused, type ServiceNames, timedOut, unreachable, unusable } from './service-errors.ts';

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

interface Service extends ServiceNames {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly timeoutMs: number;
  readonly sleep: Sleep;
}

/** One attempt more than elsewhere, about 8 s: a run of hours may depend on the answer. */
const RETRIES: RetryPolicy = { ...SERVICE_RETRIES, attempts: 5 };

type Attempt = { readonly value: unknown } | FailedAttempt<never>;

/** The server's own words: `error.message`, `error`, `message` or `detail`, as services differ. An account without credit is not worth a retry. */
function readRefusal(text: string): { words: string; isFinal: boolean } {
  try {
    const body: unknown = JSON.parse(text);
    const error = typeof body === 'object' && body !== null && 'error' in body ? body.error : undefined;
    if (typeof error === 'string') return { words: error, isFinal: false };
    if (typeof error === 'object' && error !== null && 'message' in error && typeof error.message === 'string') {
      return { words: error.message, isFinal: 'code' in error && error.code === 'insufficient_quota' };
    }
    const message = propertyOf(body, 'message') ?? propertyOf(body, 'detail');
    if (typeof message === 'string') return { words: message, isFinal: false };
  } catch {
    // Not JSON: a proxy's page, which says nothing that a person could use.
  }
  return { words: '', isFinal: false };
}

function parseBody(service: Service, text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw unusable(service, 'something that is not JSON');
  }
}

async function attempt(service: Service, body: string, signal: AbortSignal): Promise<Attempt> {
  // One timer for the whole exchange, the reading of the answer included.
  const timeout = new AbortController();
  const timer = setTimeout(() => timeout.abort(), service.timeoutMs);
  try {
    const both = AbortSignal.any([signal, timeout.signal]);
    // It follows no redirect, which could take the key to a host that it may not go to.
    return readAnswer(service, await postToService(service.url, { headers: service.headers, body, signal: both }));
  } catch (error) {
    signal.throwIfAborted();
    const own = ownErrorIn(error);
    if (own !== undefined) throw own;
    if (timeout.signal.aborted) throw timedOut(service, service.timeoutMs);
    const failure = unreachable(service, error);
    if (networkProblem(error)?.isLasting === true) throw failure;
    return failedWith(failure);
  } finally {
    clearTimeout(timer);
  }
}

function readAnswer(service: Service, { status, text, retryAfter }: ServiceAnswer): Attempt {
  if (status >= 200 && status < 300) return { value: parseBody(service, text) };
  const { words, isFinal } = readRefusal(text);
  const error = refused(service, { status, words });
  if (isFinal) throw error;
  return failedWith(error, { status, retryAfterMs: readRetryAfterMs(retryAfter) });
}

/**
 * Posts JSON and gives the parsed answer. Tries again on 429, 5xx and a broken connection, with pauses that double, or
 * those that the server asks for.
 * @throws OperationalError SERVICE_FAILED, SERVICE_TIMEOUT; UserError ADDRESS_REFUSED for where cloud machines get their secrets; the signal's reason when it aborts.
 */
function postWithRetries(service: Service, body: string, signal: AbortSignal): Promise<unknown> {
  return withRetries({ policy: RETRIES, sleep: service.sleep, signal }, () => attempt(service, body, signal));
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
