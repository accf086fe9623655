import { AppError, UserError } from '../../../../shared/errors/errors.ts';
import { type PathFilter, pathFilter } from '../../common/glob.ts';
import type { LoadedDocument } from '../../core/document.ts';
import type { OriginContext } from '../../core/document-loader.ts';
import { openPageCache } from '../../http/page-cache.ts';
import type { WebAnswer } from '../../http/web-client.ts';
import { shownAddress } from '../../http/web-errors.ts';
import { canonicalUrl, mayHaveText, siteOf } from '../page/canonical-url.ts';
import { contentKind } from '../page/content-kind.ts';
import { type PageContent, requireSelector } from '../page/page-text.ts';
import { type WebParts, webParts } from '../web-parts.ts';
import { listSitemaps } from './list-sitemaps.ts';
import { type ReadPage, readPage } from './site-documents.ts';
import {
  createPacer,
  createSiteVisitor,
  type LeftOut,
  type LeftOutReason,
  type SiteVisitor,
  type VisitedPage,
} from './site-visitor.ts';

export interface SiteOptions {
  readonly start: URL;
  /** One page; a crawl, breadth first; or the pages of a sitemap. */
  readonly scope: 'page' | 'links' | 'sitemap';
  /** The most pages to read. */
  readonly limit: number;
  /** The most links between the first page and another. */
  readonly maxDepth: number;
  /** Patterns of paths; empty: all. */
  readonly include: readonly string[];
  readonly exclude: readonly string[];
  readonly content: PageContent;
  readonly delayMs: number;
  readonly respectRobots: boolean;
  readonly allowLocalNetwork: boolean;
}

/** The most requests per page to read: on a site with dead links the limit of pages would never be reached. */
const VISITS_A_PAGE = 10;
const VISITS_AT_LEAST = 100;

/** The most addresses that are queued or remembered. */
const MAX_KNOWN = 50_000;

/** Counts read and skipped pages of a site. */
interface SiteTally {
  /** Pages with documents. */
  readonly read: number;
  /** Requested addresses. */
  readonly visited: number;
  countVisit(): void;
  countRead(): void;
  leaveOut(leftOut: LeftOut): void;
  /** A message for the user; undefined if all went well. */
  describe(): string | undefined;
  /** Why no page was read. */
  reason(): AppError;
}

const WORDS = {
  missing: 'not found',
  robots: 'that robots.txt asks not to read',
  otherSite: 'leading to another site',
  otherKind: 'without text',
  failed: 'that could not be read',
} as const satisfies Record<LeftOutReason, string>;

/** The message quotes the first failure with one of these reasons. */
const QUOTED: readonly LeftOutReason[] = ['failed'];

function createSiteTally(): SiteTally {
  let read = 0;
  let visited = 0;
  const counts = new Map<LeftOutReason, number>();
  let first: AppError | undefined;
  let quoted: AppError | undefined;

  function describe(): string | undefined {
    const left = [...counts].map(([reason, count]) => `${pages(count)} ${WORDS[reason]}`);
    const parts = [
      ...(left.length === 0 ? [] : [`Left out: ${left.join(', ')}.`]),
      ...(quoted === undefined ? [] : [quoted.message]),
    ];
    return parts.length === 0 ? undefined : parts.join(' ');
  }

  return {
    get read() {
      return read;
    },
    get visited() {
      return visited;
    },
    countVisit() {
      visited += 1;
    },
    countRead() {
      read += 1;
    },
    leaveOut({ reason, error }) {
      counts.set(reason, (counts.get(reason) ?? 0) + 1);
      first ??= error;
      if (QUOTED.includes(reason)) quoted ??= error;
    },
    describe,
    reason() {
      return (
        first ??
        new UserError(
          'NO_FILES',
          'There are no pages to read: check the address, and what the node includes and leaves out.',
        )
      );
    },
  };
}

function pages(count: number): string {
  return count === 1 ? '1 page' : `${count} pages`;
}

/**
 * Reads pages of a website. Unreadable pages are left out and reported with the progress.
 * @throws the first such reason, if no page was readable; UserError INVALID_PARAM for an invalid selector or pattern
 */
export async function* readSite(
  options: SiteOptions,
  context: OriginContext,
  parts: WebParts = webParts,
): AsyncGenerator<LoadedDocument> {
  const { content, allowLocalNetwork, delayMs, respectRobots } = options;
  if (content.mode === 'selector') await requireSelector(content.selector);
  const isMeant = filterOf(options);
  const client = parts.openClient({ allowLocalNetwork, sleep: parts.sleep });
  const cache = openPageCache(context.cacheFolder);
  try {
    const pacer = createPacer(parts.sleep, parts.now);
    const visitor = createSiteVisitor({ client, cache, pacer, delayMs, respectRobots, signal: context.signal });
    const tally = createSiteTally();
    const reading: Reading = { options, context, visitor, tally, isMeant, folder: onceFolder(context) };
    if (options.scope === 'sitemap') yield* readListed(reading);
    else yield* readLinked(reading);
    if (tally.read === 0) throw tally.reason();
  } finally {
    await client.close();
  }
}

interface Reading {
  readonly options: SiteOptions;
  readonly context: OriginContext;
  readonly visitor: SiteVisitor;
  readonly tally: SiteTally;
  readonly isMeant: (url: URL) => boolean;
  readonly folder: () => Promise<string>;
  /** The number of pages, if known. */
  readonly total?: number;
}

function filterOf({ include, exclude }: SiteOptions): (url: URL) => boolean {
  const included: PathFilter = include.length === 0 ? () => true : pathFilter(include, 'include');
  const excluded: PathFilter = exclude.length === 0 ? () => false : pathFilter(exclude, 'exclude');
  return ({ pathname }) => {
    const path = pathname.slice(1);
    return included(path) && !excluded(path);
  };
}

function onceFolder(context: OriginContext): () => Promise<string> {
  let folder: Promise<string> | undefined;
  return () => {
    folder ??= context.makeFolder();
    return folder;
  };
}

function isOver({ tally, options }: Reading): boolean {
  return tally.read >= options.limit || tally.visited >= Math.max(VISITS_AT_LEAST, options.limit * VISITS_A_PAGE);
}

/** The pages of a sitemap, in order. */
async function* readListed(unlisted: Reading): AsyncGenerator<LoadedDocument> {
  const { options, visitor, isMeant } = unlisted;
  const listed = await listSitemaps(options.start, visitor, MAX_KNOWN);
  for (const { url, ...one } of listed.leftOut) leaveOut(unlisted, url, one);
  const pages = listed.pages.filter((url) => isMeant(url) && mayHaveText(url));
  const read = new Set<string>();
  const reading = { ...unlisted, total: Math.min(pages.length, options.limit) };
  for (const url of pages) {
    if (isOver(reading)) return;
    const page = await visit(reading, url, { site: siteOf(url), withData: false, read });
    if (page !== undefined) yield* deliver(reading, page);
  }
}

interface Waiting {
  readonly url: URL;
  /** Number of links from the start. */
  readonly depth: number;
}

/** The first page and, if links are followed, the pages of its site that it leads to, breadth first. */
async function* readLinked(reading: Reading): AsyncGenerator<LoadedDocument> {
  const { options, isMeant } = reading;
  const maxDepth = options.scope === 'page' ? 0 : options.maxDepth;
  const start = canonicalUrl(options.start);
  const waiting: Waiting[] = [{ url: start, depth: 0 }];
  const known = new Set([start.href]);
  const read = new Set<string>();
  let site: string | undefined;
  for (let at = 0; at < waiting.length && !isOver(reading); at += 1) {
    const { url, depth } = waiting[at] ?? { url: start, depth: 0 };
    if (read.has(url.href)) continue;
    const page = await visit(reading, url, { site, withData: site === undefined, read });
    if (page === undefined) continue;
    // The address of the first page after redirects determines the site.
    site ??= siteOf(page.visited.url);
    for (const link of depth < maxDepth ? page.links : []) {
      if (known.size >= MAX_KNOWN || known.has(link.href)) continue;
      if (siteOf(link) !== site || !mayHaveText(link) || !isMeant(link)) continue;
      known.add(link.href);
      waiting.push({ url: link, depth: depth + 1 });
    }
    // The first page may only be the start of the crawl.
    if (options.scope === 'page' || isMeant(page.visited.url)) yield* deliver(reading, page);
  }
}

interface Visiting {
  readonly site: string | undefined;
  /** Whether files for programs count as pages. */
  readonly withData: boolean;
  /** Addresses of visited pages. */
  readonly read: Set<string>;
}

interface FoundPage extends ReadPage {
  readonly visited: VisitedPage;
}

/** @returns undefined if there is nothing to read, or it was read under another address */
async function visit(reading: Reading, url: URL, { site, withData, read }: Visiting): Promise<FoundPage | undefined> {
  const { visitor, tally, options, context, folder } = reading;
  context.signal.throwIfAborted();
  tally.countVisit();
  const wants = ({ headers, url: end }: WebAnswer): boolean =>
    contentKind(headers.get('content-type'), end, withData) !== undefined;
  const visited = await visitor.visit(url, wants, site);
  if ('reason' in visited) {
    leaveOut(reading, url, visited);
    report(reading);
    return undefined;
  }
  const end = canonicalUrl(visited.url).href;
  if (read.has(end)) return undefined;
  read.add(url.href).add(end);
  const { content, respectRobots } = options;
  try {
    return { visited, ...(await readPage(visited, { content, respectRobots, context, folder })) };
  } catch (error) {
    fail(reading, visited.url, error);
    return undefined;
  }
}

/** The documents of a page, up to the first problem. */
async function* deliver(reading: Reading, page: FoundPage): AsyncGenerator<LoadedDocument> {
  let isRead = false;
  try {
    for await (const { text, metadata } of page.documents()) {
      isRead = true;
      yield { text: typeof text === 'string' ? text : piecesOf(reading, page.visited.url, text), metadata };
    }
  } catch (error) {
    fail(reading, page.visited.url, error);
  }
  if (isRead) reading.tally.countRead();
  report(reading);
}

async function* piecesOf(reading: Reading, url: URL, pieces: AsyncIterable<string>): AsyncGenerator<string> {
  try {
    yield* pieces;
  } catch (error) {
    fail(reading, url, error);
  }
}

/** One unreadable page must not stop the others. */
function fail(reading: Reading, url: URL, error: unknown): void {
  reading.context.signal.throwIfAborted();
  if (!(error instanceof AppError)) throw error;
  leaveOut(reading, url, { reason: error.code === 'FILE_HAS_NO_TEXT' ? 'otherKind' : 'failed', error });
}

function leaveOut({ tally, context, visitor, options }: Reading, url: URL, left: LeftOut): void {
  tally.leaveOut(left);
  // Such a page was read, or no longer exists: its stored chunks may be cleaned up.
  if (left.reason === 'missing' || left.reason === 'otherKind') return;
  const isReported = left.reason === 'failed';
  context.onFailed?.({
    name: shownAddress(url),
    error: left.error,
    metadata: visitor.endsOf(url).map(({ href }) => ({ source: href })),
    // The links of this page, or of the page that it redirected to, are unknown.
    isOpenEnded: isReported && options.scope !== 'page',
    isReported,
  });
}

function report({ context, tally, total }: Reading): void {
  context.onProgress(tally.read, total, tally.describe());
}
