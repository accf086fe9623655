import { OperationalError } from '../../../../shared/errors/errors.ts';
import type { Retrieved, RetrieverQuery } from '../../core/retriever.ts';
import { failedWith, readRetryAfterMs, SERVICE_RETRIES, sleepFor, withRetries } from '../../http/retries.ts';
import { postToService } from '../../http/service-dispatcher.ts';
import {
  ACCOUNT_STATUSES,
  ownErrorIn,
  type RemoteService,
  serviceFailed,
  serviceRefused,
  serviceUnreachable,
} from '../../http/service-errors.ts';
import { propertyOf } from './read-answer.ts';

/** How a service is asked to order passages. */
export interface RerankApi {
  /** As people know it, without secrets. */
  readonly address: string;
  readonly model: string;
  readonly apiKey: string;
  /** Where in the answer the order is. */
  readonly list: 'results' | 'data';
  /** What is sent beside model, question and passages. */
  readonly options: Readonly<Record<string, unknown>>;
}

const TIMEOUT_MS = 60_000;

function silent({ title, address }: RemoteService): OperationalError {
  const seconds = TIMEOUT_MS / 1000;
  return new OperationalError(
    'SERVICE_TIMEOUT',
    `${title} gave no answer within ${seconds} s: ask again, or find fewer passages.`,
    {
      details: { address },
    },
  );
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    // Not JSON: it has no order in it.
    return undefined;
  }
}

/**
 * Passages in the order in which a service finds that they answer a question; score and relevance are what it says.
 * @param most that remain; undefined: all
 * @throws OperationalError SERVICE_FAILED, SERVICE_TIMEOUT; UserError ADDRESS_REFUSED; the signal's reason
 */
export async function rerank(
  { address, model, apiKey, list, options }: RerankApi,
  { query }: Pick<RetrieverQuery, 'query'>,
  found: Retrieved,
  { most, signal }: { readonly most: number | undefined; readonly signal: AbortSignal },
): Promise<Retrieved> {
  if (query === '' || found.docs.length === 0) return found;
  const service = { title: `The reranker at ${address}`, address };
  const documents = found.docs.map(({ pageContent }) => pageContent);
  const request = {
    headers: { 'content-type': 'application/json', authorization: `Bearer ${apiKey}` },
    body: JSON.stringify({ model, query, documents, ...options }),
  };
  const { value: answer } = await withRetries({ policy: SERVICE_RETRIES, sleep: sleepFor, signal }, async () => {
    const timeout = AbortSignal.timeout(TIMEOUT_MS);
    try {
      const both = AbortSignal.any([signal, timeout]);
      const { status, text, retryAfter } = await postToService(`${address}/rerank`, { ...request, signal: both });
      if (status >= 200 && status < 300) return { value: { value: parsed(text) } };
      const failure = serviceRefused(service, { status, words: '' }, ACCOUNT_STATUSES);
      return failedWith(failure, { status, retryAfterMs: readRetryAfterMs(retryAfter) });
    } catch (error) {
      signal.throwIfAborted();
      if (timeout.aborted) throw silent(service);
      throw ownErrorIn(error) ?? serviceUnreachable(service, error);
    }
  });
  const entries = propertyOf(answer, list);
  if (!Array.isArray(entries)) throw serviceFailed(service, 'gave no order of the passages: check the base path.');
  const docs = entries.flatMap((entry: unknown) => {
    const [index, score] = [propertyOf(entry, 'index'), propertyOf(entry, 'relevance_score')];
    const doc = typeof index === 'number' ? found.docs[index] : undefined;
    if (doc === undefined || typeof score !== 'number') return [];
    return [{ ...doc, score, relevance: Math.min(1, Math.max(0, score)) }];
  });
  return { ...found, docs: docs.toSorted((a, b) => b.score - a.score).slice(0, most) };
}
