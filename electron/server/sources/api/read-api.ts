import { createHash } from 'node:crypto';
import { OperationalError, UserError } from '../../../../shared/errors/errors.ts';
import type { LoadedDocument, Metadata } from '../../core/document.ts';
import type { OriginContext } from '../../core/document-loader.ts';
import { decodeText } from '../../http/decode-text.ts';
import { type FetchedAnswer, fetchCached } from '../../http/fetch-cached.ts';
import { openPageCache, type PageCache } from '../../http/page-cache.ts';
import { isSuccess, requireSuccess } from '../../http/require-success.ts';
import type { WebClient, WebRequest } from '../../http/web-client.ts';
import { answerDamaged, shownAddress } from '../../http/web-errors.ts';
import type { MetadataFields } from '../../readers/json/json-documents.ts';
import { JsonSyntaxError } from '../../readers/json/json-tokenizer.ts';
import { readRecord } from '../../readers/json/read-record.ts';
import { contentKind } from '../page/content-kind.ts';
import { readPage } from '../site/site-documents.ts';
import { type WebParts, webParts } from '../web-parts.ts';
import {
  firstRequest,
  nextRequest,
  type PageRequest,
  type Paging,
  parseExactJson,
  scalarText,
  valueAt,
} from './paging.ts';

/** Which parts of an answer become documents. Steps are those of JSON pointers. */
interface ItemSelection {
  /** To the list of items; undefined: the whole answer is one item. */
  readonly items: readonly string[] | undefined;
  /** From an item to its text; empty: all of it, as "name: value" lines. */
  readonly content: readonly string[];
  /** From an item to its id; empty: its position is the id. */
  readonly id: readonly string[];
  /** From an item to the fields of its metadata. */
  readonly fields: MetadataFields;
  /** Collects the first keys of the answers. */
  readonly keys: Set<string>;
}

interface Item {
  readonly value: unknown;
  /** JSON pointer to the item; "" for the whole answer. */
  readonly pointer: string;
}

/** The items of an answer; undefined if the pointer's target does not exist. */
function itemsOf(json: unknown, { items, keys }: ItemSelection): readonly Item[] | undefined {
  if (items === undefined) return [{ value: json, pointer: '' }];
  const found = valueAt(json, items);
  const pointer = items.map((step) => `/${step.replaceAll('~', '~0').replaceAll('/', '~1')}`).join('');
  if (Array.isArray(found)) return found.map((value: unknown, index) => ({ value, pointer: `${pointer}/${index}` }));
  if (found !== undefined && found !== null) return [{ value: found, pointer }];
  if (typeof json === 'object' && json !== null)
    for (const key of Object.keys(json).slice(0, MOST_KEYS_NAMED)) keys.add(key);
  return undefined;
}

const MOST_KEYS_NAMED = 30;

/**
 * The document of an item.
 * @param source of the whole answer
 * @returns undefined if it has no text
 * @throws OperationalError SERVICE_FAILED for an item that is nested too deep
 */
function itemDocument(
  { value, pointer }: Item,
  selection: ItemSelection,
  { url, source, page }: { readonly url: URL; readonly source: string; readonly page: number | undefined },
): LoadedDocument | undefined {
  const { content: steps, id, fields, keys } = selection;
  try {
    const record = readRecord(JSON.stringify(value), { steps, fields, keys });
    if (record === undefined) return undefined;
    const name = id.length === 0 ? undefined : scalarText(valueAt(value, id));
    const place: Metadata = {
      ...(page === undefined ? {} : { page }),
      ...(pointer === '' ? {} : { pointer }),
    };
    const origin = name === undefined ? source : `${source}#${name}`;
    return {
      text: record.text,
      metadata: { ...record.metadata, ...place, source: origin },
      position: Object.keys(place),
    };
  } catch (error) {
    if (error instanceof RangeError || error instanceof JsonSyntaxError) {
      throw answerDamaged(url, 'JSON that is nested too deep', error);
    }
    throw error;
  }
}

/** The reason why no answer gave a document. */
function nothingFound(address: string, param: string, keys: ReadonlySet<string>): UserError {
  const list = [...keys].map((key) => `"${key}"`).join(', ');
  const choose = list === '' ? 'check the address and the pointers' : `choose among its keys ${list}`;
  return new UserError('INVALID_PARAM', `${address} has no text there: ${choose}.`, {
    details: { param, keys: [...keys] },
  });
}

export interface ApiOptions extends PageRequest {
  readonly headers: Readonly<Record<string, string>>;
  readonly selection: Omit<ItemSelection, 'keys'>;
  readonly paging: Paging;
  readonly maxPages: number;
  readonly timeoutMs: number;
  readonly allowLocalNetwork: boolean;
}

/**
 * Reads the answers of an API, page by page: one document per item, or per answer.
 * @throws what the web client throws; OperationalError SERVICE_FAILED for an unsuccessful or damaged answer; UserError INVALID_PARAM if the pointers
 * lead to nothing
 */
export async function* readApi(
  options: ApiOptions,
  context: OriginContext,
  parts: WebParts = webParts,
): AsyncGenerator<LoadedDocument> {
  const { allowLocalNetwork, timeoutMs } = options;
  const client = parts.openClient({ allowLocalNetwork, timeoutMs, sleep: parts.sleep });
  const cache = openPageCache(context.cacheFolder);
  const selection = { ...options.selection, keys: new Set<string>() };
  const reading: Reading = { options, context, client, cache, selection, source: sourceOf(options.url) };
  let count = 0;
  let message: string | undefined;
  try {
    for await (const page of readPages(reading)) {
      message = page.message ?? message;
      for await (const document of page.documents()) {
        count += 1;
        context.onProgress(count, undefined, message);
        yield document;
      }
      context.onProgress(count, undefined, message);
    }
  } finally {
    await client.close();
  }
  if (count === 0) throw nothingFound(shownAddress(options.url), paramAtFault(options), selection.keys);
}

function paramAtFault({ selection }: ApiOptions): string {
  return selection.content.length > 0 ? 'contentPointer' : selection.items === undefined ? 'url' : 'pointer';
}

interface Reading {
  readonly options: ApiOptions;
  readonly context: OriginContext;
  readonly client: WebClient;
  readonly cache: PageCache;
  readonly selection: ItemSelection;
  readonly source: string;
}

interface AnsweredPage {
  documents(): AsyncIterable<LoadedDocument> | Iterable<LoadedDocument>;
  /** A message for the user. */
  readonly message?: string;
}

async function* readPages(reading: Reading): AsyncGenerator<AnsweredPage> {
  const { options } = reading;
  const { paging, maxPages } = options;
  const seen = new Set<string>();
  let request: PageRequest | undefined = firstRequest(options, paging);
  let before = '';
  for (let pageNo = 1; request !== undefined; pageNo += 1) {
    if (pageNo > maxPages) {
      yield { documents: () => [], message: `Stopped after ${maxPages} pages, which is the limit of the node.` };
      return;
    }
    requireNew(request, seen, options.url);
    const answer = await fetchPage(reading, request);
    if (paging.kind === 'page' && pageNo > 1 && isPastTheEnd(answer.status)) {
      yield {
        documents: () => [],
        message: `Page ${pageNo} was answered with status ${answer.status}: taken for the end.`,
      };
      return;
    }
    const hash = createHash('sha256').update(answer.body).digest('base64');
    if (paging.kind === 'page' && hash === before) {
      if (pageNo === 2) throw samePage(options.url, paging.param);
      return;
    }
    before = hash;
    const page = await readAnswer(reading, answer, pageNo);
    if (page.isEmpty && paging.kind === 'page') return;
    yield page;
    request = nextRequest(options, { ...answer, json: page.json }, paging, pageNo);
  }
}

/** The ways in which APIs answer a request after the last page. */
function isPastTheEnd(status: number): boolean {
  return status === 400 || status === 404 || status === 416 || status === 422;
}

function requireNew({ url, body }: PageRequest, seen: Set<string>, address: URL): void {
  const name = JSON.stringify([url.href, body]);
  if (seen.has(name)) {
    const message = `${shownAddress(address)} names a next page that was read already: check the settings for pages.`;
    throw new OperationalError('SERVICE_FAILED', message, { details: { address: shownAddress(address) } });
  }
  seen.add(name);
}

function samePage(url: URL, param: string): UserError {
  return new UserError(
    'INVALID_PARAM',
    `${shownAddress(url)} answers with the same for the second page as for the first: "${param}" may not be its name for the number of a page.`,
    { details: { param: 'pageParam' } },
  );
}

async function fetchPage({ options, client, cache, context }: Reading, page: PageRequest): Promise<FetchedAnswer> {
  const request: WebRequest = {
    signal: context.signal,
    headers: { accept: 'application/json, text/html;q=0.9, */*;q=0.8', ...options.headers },
  };
  if (page.body === undefined) return await fetchCached({ client, cache }, page.url, request);
  const headers = { 'content-type': 'application/json', ...request.headers };
  const body = JSON.stringify(page.body);
  return { ...(await client.fetchBytes(page.url, { ...request, headers, method: 'POST', body })), isCached: false };
}

interface ReadAnswer extends AnsweredPage {
  readonly json: unknown;
  /** The page has no items. */
  readonly isEmpty: boolean;
}

async function readAnswer(reading: Reading, answer: FetchedAnswer, pageNo: number): Promise<ReadAnswer> {
  const { selection, options } = reading;
  const contentType = answer.headers.get('content-type');
  const text = await decodeText(answer.body, contentType);
  if (!isSuccess(answer)) requireSuccess({ ...answer, body: text });
  if (text.trim() === '') return { json: undefined, isEmpty: true, documents: () => [] };
  const json = parseAnswer(text, answer);
  if (json === undefined) return { json, isEmpty: false, documents: () => pageDocuments(reading, answer) };
  const items = itemsOf(json, selection);
  const isEmpty = items === undefined || items.length === 0 || (Array.isArray(json) && json.length === 0);
  const page = options.paging.kind === 'none' ? undefined : pageNo;
  const origin = { url: answer.url, source: reading.source, page };
  return { json, isEmpty, documents };

  function* documents(): Generator<LoadedDocument> {
    for (const item of items ?? []) {
      const document = itemDocument(item, selection, origin);
      if (document !== undefined) yield document;
    }
  }
}

/** @returns undefined if the answer is not JSON and does not claim to be */
function parseAnswer(text: string, { url, headers }: FetchedAnswer): unknown {
  const isSaid =
    /^[^;]*\bjson\b/i.test(headers.get('content-type') ?? '') &&
    !/ndjson|jsonl/i.test(headers.get('content-type') ?? '');
  if (!isSaid && !/^\s*[[{]/.test(text)) return undefined;
  try {
    return parseExactJson(text);
  } catch (error) {
    if (isSaid) throw answerDamaged(url, 'something that is not JSON, though it says so', error);
    return undefined;
  }
}

/** Documents of an answer that is a page or a file. */
async function* pageDocuments(reading: Reading, answer: FetchedAnswer): AsyncGenerator<LoadedDocument> {
  const { context, source } = reading;
  const contentType = answer.headers.get('content-type');
  if (contentKind(contentType, answer.url, true) === undefined) throw otherKind(answer);
  const visited = { url: answer.url, contentType, body: answer.body };
  const page = await readPage(visited, {
    content: { mode: 'whole' },
    respectRobots: false,
    context,
    folder: () => context.makeFolder(),
  });
  for await (const document of page.documents()) {
    yield { ...document, metadata: { ...document.metadata, source } };
  }
}

function otherKind({ url, headers }: FetchedAnswer): UserError {
  const type = headers.get('content-type') ?? 'of an unknown kind';
  return new UserError(
    'UNSUPPORTED_FILE_TYPE',
    `${shownAddress(url)} answers with something that has no text (${type}): give the address of an API or a document.`,
    { details: { contentType: type } },
  );
}

/** Names of params that contain keys. */
const SECRET = /key|token|secret|password|passwd|signature|^sig$|^auth/i;

/** The `source` of the documents: the address without possible secrets. */
function sourceOf(url: URL): string {
  const source = new URL(url);
  source.username = '';
  source.password = '';
  source.hash = '';
  for (const name of [...source.searchParams.keys()]) if (SECRET.test(name)) source.searchParams.delete(name);
  return source.href;
}
