import { AppError, OperationalError, UserError } from '../../../../shared/errors/errors.ts';
import { fetchKept } from '../../net/fetch-kept.ts';
import type { PageCache } from '../../net/page-cache.ts';
import { isSuccess } from '../../net/require-success.ts';
import type { WebAnswer, WebClient } from '../../net/web-client.ts';
import { shownAddress, statusFailed } from '../../net/web-errors.ts';
import { siteOf } from '../page/canonical-url.ts';
import type { Pacer } from './pacer.ts';
import { noRules, type RobotsRules, readRobots } from './robots.ts';

/** Why an address gave nothing. */
export type LeftOutReason = 'missing' | 'robots' | 'elsewhere' | 'otherKind' | 'failed';

export interface LeftOut {
  readonly reason: LeftOutReason;
  readonly error: AppError;
}

export interface VisitedPage {
  /** Where it came from at last. */
  readonly url: URL;
  readonly contentType: string | null;
  readonly body: Buffer;
  /** It could not be fetched; this is what it was when it could. */
  readonly isStale: boolean;
}

/** Fetches the pages of a site, in a way that the site can bear. */
export interface SiteVisitor {
  /**
   * @param wants says whether an answer is of a kind that can be used
   * @param site see {@link siteOf}; undefined: wherever redirects lead
   */
  visit(url: URL, wants: (answer: WebAnswer) => boolean, site: string | undefined): Promise<VisitedPage | LeftOut>;
  /** Addresses of sitemaps that the robots.txt of an origin names. */
  sitemapsOf(origin: string): Promise<readonly string[]>;
}

export interface VisitorOptions {
  readonly client: WebClient;
  readonly cache: PageCache;
  readonly pacer: Pacer;
  /** Pause between requests to one host, in ms, if the site asks for no longer one. */
  readonly delayMs: number;
  readonly respectRobots: boolean;
  readonly signal: AbortSignal;
}

/** Pages are asked for as browsers do, so that servers that choose by it choose the page. */
const HEADERS = { accept: 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8' };

export function createSiteVisitor(options: VisitorOptions): SiteVisitor {
  const { client, cache, pacer, signal, delayMs } = options;
  const rules = new Map<string, Promise<RobotsRules>>();

  function rulesOf(origin: string): Promise<RobotsRules> {
    const known = rules.get(origin) ?? readRobots(client, origin, signal);
    rules.set(origin, known);
    return known;
  }

  /** Why a page may not be read, after the pause that its host needs. */
  async function refusal(url: URL): Promise<AppError | undefined> {
    const found = options.respectRobots ? await rulesOf(url.origin) : noRules;
    const error = found.refusal(url);
    if (error === undefined) await pacer.wait(url.host, Math.max(delayMs, found.pauseMs), signal);
    return error;
  }

  async function fetchPage(url: URL, wants: (answer: WebAnswer) => boolean, site: string | undefined) {
    const isThere = ({ url: end }: WebAnswer): boolean => site === undefined || siteOf(end) === site;
    const request = {
      signal,
      headers: HEADERS,
      wants: (answer: WebAnswer) => isSuccess(answer) && isThere(answer) && wants(answer),
    };
    const answer = await fetchKept({ client, cache }, url, request);
    const { status, headers, body } = answer;
    if (!isThere(answer)) return leftOut('elsewhere', redirectedAway(url, answer.url));
    if (!isSuccess(answer)) {
      return leftOut(status === 404 || status === 410 ? 'missing' : 'failed', statusFailed(answer.url, status));
    }
    const error = answer.url.href === url.href ? undefined : await robotsOf(answer.url);
    if (error !== undefined) return leftOut('robots', error);
    if (!wants(answer)) return leftOut('otherKind', otherKind(answer));
    return { url: answer.url, contentType: headers.get('content-type'), body, isStale: false };
  }

  /** A redirect may lead to where crawlers are not wanted. */
  async function robotsOf(url: URL): Promise<AppError | undefined> {
    return options.respectRobots ? (await rulesOf(url.origin)).refusal(url) : undefined;
  }

  async function visit(url: URL, wants: (answer: WebAnswer) => boolean, site: string | undefined) {
    try {
      const error = await refusal(url);
      if (error !== undefined) return leftOut(error instanceof UserError ? 'robots' : 'failed', error);
      return await fetchPage(url, wants, site);
    } catch (error) {
      signal.throwIfAborted();
      if (!(error instanceof AppError)) throw error;
      return leftOut('failed', error);
    }
  }

  /** What an earlier run has kept of a page that can't be had for now. */
  function stale(url: URL, wants: (answer: WebAnswer) => boolean): VisitedPage | undefined {
    const kept = cache.find(url, HEADERS);
    if (kept === undefined || !wants({ status: 200, ...kept })) return undefined;
    return { url: kept.url, contentType: kept.headers.get('content-type'), body: kept.body, isStale: true };
  }

  return {
    async visit(url, wants, site) {
      const visited = await visit(url, wants, site);
      if (!('reason' in visited) || visited.reason !== 'failed') return visited;
      return (isPassing(visited.error) ? stale(url, wants) : undefined) ?? visited;
    },
    async sitemapsOf(origin) {
      return (await rulesOf(origin)).sitemaps;
    },
  };
}

/** Whether a failure says nothing of the page itself: nobody answered, or a server in trouble did. */
function isPassing(error: AppError): boolean {
  const status = error.details?.status;
  return error instanceof OperationalError && (typeof status !== 'number' || status === 429 || status >= 500);
}

function leftOut(reason: LeftOutReason, error: AppError): LeftOut {
  return { reason, error };
}

function redirectedAway(from: URL, to: URL): UserError {
  return new UserError(
    'NO_FILES',
    `${shownAddress(from)} redirects to another site, ${to.host}: start there if it is meant to be read.`,
  );
}

function otherKind({ url, headers }: WebAnswer): UserError {
  const type = headers.get('content-type') ?? 'an unknown kind';
  return new UserError(
    'UNSUPPORTED_FILE_TYPE',
    `${shownAddress(url)} is no page with text (${type}): give the address of a page or a document.`,
    { details: { contentType: type } },
  );
}
