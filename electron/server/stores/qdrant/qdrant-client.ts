import type { QdrantClient } from '@qdrant/js-client-rest';
import { serviceFetchOptions } from '../../http/service-dispatcher.ts';
import { callStore, type StoreFailure, type StoreService } from '../store-service.ts';

export type QdrantApi = ReturnType<QdrantClient['api']>;

/** Handed to each call of the client. */
export interface QdrantInit {
  readonly signal: AbortSignal;
  readonly redirect: 'error';
}

/** One request, which may be made again. Every answer of Qdrant has a result, except for that to a question for its version. */
export type QdrantWork<T> = (api: QdrantApi, init: QdrantInit) => Promise<{ readonly data: { readonly result?: T } }>;

export interface QdrantConnection {
  /** @throws OperationalError SERVICE_FAILED, SERVICE_TIMEOUT; the signal's reason when it aborts */
  call<T>(work: QdrantWork<T>, signal: AbortSignal, retry?: boolean): Promise<T>;
  /** Asked once. @throws as `call` */
  version(signal: AbortSignal): Promise<string>;
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null;
}

/** What Qdrant says in `status.error`; undefined if the answer is not Qdrant's. */
function readWords(data: unknown): string | undefined {
  const status = isObject(data) ? data.status : undefined;
  return isObject(status) && typeof status.error === 'string' ? status.error : undefined;
}

function explain(error: unknown): StoreFailure {
  if (!(error instanceof Error)) return { kind: 'unusable', cause: error };
  // The client keeps only the wish to wait of a 429 that has one.
  if ('retry_after' in error && typeof error.retry_after === 'number') {
    return { kind: 'refused', status: 429, words: '', retryAfterMs: error.retry_after * 1000 };
  }
  if ('status' in error && typeof error.status === 'number') {
    const words = readWords('data' in error ? error.data : undefined);
    // Any web server has no such page: only Qdrant has no such collection.
    if (error.status === 404 && words === undefined) return { kind: 'unusable', cause: error };
    return { kind: 'refused', status: error.status, words: words ?? '' };
  }
  return error instanceof TypeError ? { kind: 'unreachable', cause: error } : { kind: 'unusable', cause: error };
}

async function makeApi(url: URL, apiKey: string): Promise<QdrantApi> {
  const { QdrantClient } = await import('@qdrant/js-client-rest');
  const client = new QdrantClient({
    url: url.origin,
    // The address means what it says: without this, Qdrant's own port would be put in where it names none.
    port: url.port === '' ? null : Number(url.port),
    prefix: url.pathname === '/' ? '' : url.pathname,
    // As a header, since the client prints a warning for a key over http.
    headers: apiKey === '' ? {} : { 'api-key': apiKey },
    // Our own signals end a request.
    timeout: Number.POSITIVE_INFINITY,
    checkCompatibility: false,
  });
  return client.api();
}

/** @throws Error for an answer without it, which any web server could give */
function required<T>(value: T | undefined): T {
  if (value === undefined) throw new Error('An answer without a result');
  return value;
}

/** Connects to nothing yet. */
export function createQdrantConnection(url: URL, apiKey: string, service: StoreService): QdrantConnection {
  let api: Promise<QdrantApi> | undefined;
  const attempting =
    <T>(work: (opened: QdrantApi, init: QdrantInit) => Promise<T | undefined>) =>
    async (signal: AbortSignal): Promise<T> => {
      api ??= makeApi(url, apiKey);
      // Each client would else have connections of its own, which nothing can close.
      const init = { ...(await serviceFetchOptions()), signal, redirect: 'error' as const };
      return required(await work(await api, init));
    };
  return {
    call(work, signal, retry = true) {
      const attempt = attempting(async (opened, init) => (await work(opened, init)).data.result);
      return callStore(service, { attempt, explain, retry }, signal);
    },
    version(signal) {
      const attempt = attempting(async (opened, init) => (await opened.root({}, init)).data.version);
      return callStore(service, { attempt, explain, retry: false }, signal);
    },
  };
}
