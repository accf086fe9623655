import type { KeptAnswer, PageCache } from './page-cache.ts';
import { isSuccess } from './require-success.ts';
import type { WebAnswer, WebBytes, WebClient, WebRequest } from './web-client.ts';

// Not undici's cache interceptor: it gives without asking what headers call fresh, while a run wants today's pages; its store bounds entries, not bytes.

/** An answer, and whether it is what an earlier run has fetched. */
export interface FetchedAnswer extends WebBytes {
  readonly isKept: boolean;
}

interface Source {
  readonly client: WebClient;
  readonly cache: PageCache;
}

/**
 * Fetches with GET, but only what has changed: the server is asked whether what an earlier run has kept is still the same. What comes is kept for the next
 * run, as far as the server lets us.
 * @throws what {@link WebClient} throws
 */
export async function fetchKept({ client, cache }: Source, url: URL, request: WebRequest): Promise<FetchedAnswer> {
  const { headers = {} } = request;
  const kept = cache.find(url, headers);
  if (kept !== undefined) {
    const answer = await client.fetchBytes(url, { ...request, headers: { ...headers, ...conditions(kept) } });
    // Elsewhere the same tag may mean something else.
    if (answer.status === 304 && answer.url.href === kept.url.href) return { ...kept, status: 200, isKept: true };
    if (answer.status !== 304) return keep(answer);
  }
  return keep(await client.fetchBytes(url, request));

  function keep(answer: WebBytes): FetchedAnswer {
    if (mayKeep(answer) && request.wants?.(answer) !== false) cache.keep(url, headers, answer);
    return { ...answer, isKept: false };
  }
}

function conditions({ headers }: KeptAnswer): Record<string, string> {
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
