import { OperationalError } from '../../../../shared/errors/errors.ts';
import { shownAddress } from '../../http/web-errors.ts';

/** How an API splits its items into pages. */
export type Paging =
  | { readonly kind: 'none' }
  /** The Link header of an answer names the next page (RFC 8288). */
  | { readonly kind: 'link' }
  /** Pages are numbered. */
  | { readonly kind: 'page'; readonly param: string; readonly start: number }
  /** An answer contains the next page's address, or the parameter of its request. */
  | { readonly kind: 'cursor'; readonly param: string; readonly steps: readonly string[] };

/** The request. */
export interface PageRequest {
  readonly url: URL;
  readonly body: Readonly<Record<string, unknown>> | undefined;
}

export interface PageAnswer {
  readonly url: URL;
  readonly headers: Headers;
  /** Undefined if the answer is not JSON. */
  readonly json: unknown;
}

/** The request for the first page. */
export function firstRequest(request: PageRequest, paging: Paging): PageRequest {
  return paging.kind === 'page' ? withParam(request, paging.param, paging.start) : request;
}

/**
 * Parses JSON. An integer that JavaScript would round (a long id) stays text.
 * @throws SyntaxError
 */
export function parseExactJson(text: string): unknown {
  // A reviver function for each value is slow, and most answers have no such numbers.
  return /\d{16}/.test(text) ? JSON.parse(text, keepLongNumbers) : JSON.parse(text);
}

function keepLongNumbers(_key: string, value: unknown, context?: { readonly source?: string }): unknown {
  const source = context?.source;
  if (typeof value !== 'number' || source === undefined || !/^-?\d+$/.test(source)) return value;
  return String(value) === source ? value : source;
}

/** The value at the steps of a JSON pointer; undefined if there is none. */
export function valueAt(root: unknown, steps: readonly string[]): unknown {
  let value = root;
  for (const step of steps) {
    if (Array.isArray(value)) value = /^\d+$/.test(step) ? value[Number(step)] : undefined;
    else if (typeof value === 'object' && value !== null && Object.hasOwn(value, step)) {
      value = new Map<string, unknown>(Object.entries(value)).get(step);
    } else return undefined;
  }
  return value;
}

/** A text or a number as text; undefined for anything else and for empty texts. */
export function scalarText(value: unknown): string | undefined {
  if (typeof value === 'number') return String(value);
  return typeof value === 'string' && value !== '' ? value : undefined;
}

/**
 * The request for the next page.
 * @param pageNo of the current page, from 1
 * @returns undefined if there is none
 * @throws OperationalError SERVICE_FAILED for a page on another site, to which no key may be sent
 */
export function nextRequest(
  first: PageRequest,
  answer: PageAnswer,
  paging: Paging,
  pageNo: number,
): PageRequest | undefined {
  if (paging.kind === 'none') return undefined;
  if (paging.kind === 'page') return withParam(first, paging.param, paging.start + pageNo);
  if (paging.kind === 'link') {
    const next = nextLink(answer.headers.get('link') ?? '');
    return next === undefined ? undefined : { ...first, url: sameOrigin(next, answer.url, first.url) };
  }
  const cursor = valueAt(answer.json, paging.steps);
  if (typeof cursor === 'number') return withParam(first, paging.param, cursor);
  if (typeof cursor !== 'string' || cursor === '') return undefined;
  if (/^(https?:\/\/|\/|\?)/i.test(cursor)) return { ...first, url: sameOrigin(cursor, answer.url, first.url) };
  return withParam(first, paging.param, cursor);
}

/** A GET has params in its address, a POST in its body. */
function withParam(request: PageRequest, name: string, value: string | number): PageRequest {
  if (request.body !== undefined) return { ...request, body: { ...request.body, [name]: value } };
  const url = new URL(request.url);
  url.searchParams.set(name, String(value));
  return { ...request, url };
}

/** The link with relation `next` of a Link header. */
function nextLink(header: string): string | undefined {
  for (const [, address, params = ''] of header.matchAll(
    /<([^<>]*)>((?:\s*;\s*[^\s=;,]+\s*(?:=\s*(?:"[^"]*"|[^\s";,]*))?)*)/g,
  )) {
    const rel = /;\s*rel\s*=\s*(?:"([^"]*)"|([^\s";,]*))/i.exec(params);
    const names = (rel?.[1] ?? rel?.[2] ?? '').toLowerCase().split(/\s+/);
    if (names.includes('next')) return address;
  }
  return undefined;
}

function sameOrigin(address: string, base: URL, first: URL): URL {
  const url = URL.canParse(address, base.href) ? new URL(address, base) : undefined;
  if (url !== undefined && [first.origin, base.origin].includes(url.origin)) return url;
  throw new OperationalError(
    'SERVICE_FAILED',
    `${shownAddress(base)} names a next page that is not on its own site: check the settings for pages.`,
    { details: { address: shownAddress(base) } },
  );
}
