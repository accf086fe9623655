import type { FormData } from 'undici';
import { redirectRefused, shownAddress } from './web-errors.ts';

export type WebMethod = 'GET' | 'HEAD' | 'POST' | 'PUT' | 'DELETE';

/** A form is of undici's own class; it may hold files, which are read as they are sent. */
export type WebBody = string | Uint8Array | FormData;

/** One request on the way to an answer. */
export interface Hop {
  readonly url: URL;
  readonly method: WebMethod;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: WebBody | undefined;
}

const REDIRECTS: ReadonlySet<number> = new Set([301, 302, 303, 307, 308]);

/** What says nothing of who asks; any other header may hold a secret, under whatever name. */
const HEADERS_FOR_ALL = /^(accept|accept-language|if-modified-since|if-none-match|range)$/i;
const HEADERS_OF_BODY = /^content-/i;

// Not undici's redirect interceptor: it sends bodies and keys in headers of any name on to other origins, and follows circles to the limit.

/**
 * The request that a redirect asks for, as browsers send it (Fetch standard); undefined if the answer is no redirect. To another origin no header goes that may
 * hold a secret, and no body either.
 * @throws OperationalError SERVICE_FAILED for a redirect that can't be followed
 */
export function nextHop(hop: Hop, status: number, location: string | null): Hop | undefined {
  if (!REDIRECTS.has(status) || location === null) return undefined;
  const url = targetOf(hop.url, location);
  const isSameOrigin = url.origin === hop.url.origin;
  const becomesGet = status === 303 ? hop.method !== 'HEAD' : status <= 302 && hop.method === 'POST';
  const method = becomesGet ? 'GET' : hop.method;
  const body = becomesGet ? undefined : hop.body;
  if (body !== undefined && !isSameOrigin) {
    throw redirectRefused(hop.url, `what is sent to it to ${shownAddress(url)}: write that address in the node.`);
  }
  const headers = Object.entries(hop.headers).filter(([name]) => {
    if (body === undefined && HEADERS_OF_BODY.test(name)) return false;
    return isSameOrigin || HEADERS_FOR_ALL.test(name);
  });
  return { url, method, headers: Object.fromEntries(headers), body };
}

function targetOf(from: URL, location: string): URL {
  // Header values come as latin1, but servers write UTF-8 into them.
  const text = Buffer.from(location, 'latin1').toString('utf8');
  if (!URL.canParse(text, from.href))
    throw redirectRefused(from, 'to something that is no address: check the address.');
  const url = new URL(text, from);
  if (url.protocol !== 'https:' && url.protocol !== 'http:') {
    throw redirectRefused(from, `to an address of ${url.protocol}, which is not the web: check the address.`);
  }
  url.username = '';
  url.password = '';
  url.hash = '';
  return url;
}
