import type { CachedAnswer, PageCache } from './page-cache.ts';
import { isSuccess } from './require-success.ts';
import type { WebAnswer, WebBytes, WebClient, WebRequest } from './web-client.ts';

// Not undici's cache interceptor: it gives without asking what headers call fresh, while a run wants today's pages; its store bounds entries, not bytes.

/** An answer, and whether it is what an earlier run has fetched. */
export interface FetchedAnswer extends WebBytes {
  readonly isCached: boolean;
}

interface Source {
  readonly client: WebClient;
  readonly cache: PageCache;
}

/**
 * Fetches with GET, but only what has changed: the server says whether the cached answer of an earlier run still holds. What comes is kept for the next
 * run, as far as the server lets us.
 * @throws what {@link WebClient} throws
 */
export async function fetchCached({ client, cache }: Source, url: URL, request: WebRequest): Promise<FetchedAnswer> {
  const { headers = {} } = request;
  const cached = cache.find(url, headers);
  if (cached !== undefined) {
    const answer = await client.fetchBytes(url, { ...request, headers: { ...headers, ...conditions(cached) } });
    // Elsewhere the same tag may mean something else.
    if (answer.status === 304 && answer.url.href === cached.url.href) return { ...cached, status: 200, isCached: true };
    if (answer.status !== 304) return keep(answer);
  }
  return keep(await client.fetchBytes(url, request));

  function keep(answer: WebBytes): FetchedAnswer {
    if (mayKeep(answer) && request.wants?.(answer) !== false) cache.keep(url, headers, answer);
    return { ...answer, isCached: false };
  }
}

function conditions({ headers }: CachedAnswer): Record<string, string> {
  const etag = headers.get('etag');
  const modified = headers.get('last-modified');
  return {
    ...(etag === null ? {} : { 'if-none-match': etag }),
    ...(modified === null ? {} : { 'if-modified-since': modified }),
  };
}

function mayKeep(answer: WebAnswer): boolean {
  return isSuccess(answer) && !/\bno-store\b/i.test(answer.headers.get('cache-control') ?? '');
}
