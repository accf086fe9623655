import { AppError, UserError } from '../../../../shared/errors/errors.ts';
import { fetchKept } from '../../http/fetch-kept.ts';
import type { PageCache } from '../../http/page-cache.ts';
import { isSuccess } from '../../http/require-success.ts';
import type { WebAnswer, WebClient } from '../../http/web-client.ts';
import { shownAddress, statusFailed } from '../../http/web-errors.ts';
import { siteOf } from '../page/canonical-url.ts';
import type { Pacer } from './pacer.ts';
import { noRules, type RobotsRules, readRobots } from './robots.ts';

/** Why an address gave no page. */
export type LeftOutReason = 'missing' | 'robots' | 'elsewhere' | 'otherKind' | 'failed';

export interface LeftOut {
  readonly reason: LeftOutReason;
  readonly error: AppError;
}

export interface VisitedPage {
  /** Its address after redirects. */
  readonly url: URL;
  readonly contentType: string | null;
  readonly body: Buffer;
}

/** Fetches the pages of a site, with the pauses that it asks for. */
export interface SiteVisitor {
  /**
   * @param wants whether an answer is of a usable kind
   * @param site see {@link siteOf}; undefined: redirects may lead anywhere
   */
  visit(url: URL, wants: (answer: WebAnswer) => boolean, site: string | undefined): Promise<VisitedPage | LeftOut>;
  /** The address itself, and its final address when it was last read. */
  endsOf(url: URL): readonly URL[];
  /** Addresses of the sitemaps in the robots.txt of an origin. */
  sitemapsOf(origin: string): Promise<readonly string[]>;
}

export interface VisitorOptions {
  readonly client: WebClient;
  readonly cache: PageCache;
  readonly pacer: Pacer;
  /** Pause between requests to one host in ms, unless the site asks for a longer one. */
  readonly delayMs: number;
  readonly respectRobots: boolean;
  readonly signal: AbortSignal;
}

/** The Accept header of browsers, so that servers that choose by it send the page. */
const HEADERS = { accept: 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8' };

export function createSiteVisitor(options: VisitorOptions): SiteVisitor {
  const robots = createRobotsKeeper(options);
  return {
    visit: (url, wants, site) => visit({ ...options, robots, wants, site }, url),
    endsOf(url) {
      const kept = options.cache.find(url, HEADERS)?.url;
      return kept === undefined || kept.href === url.href ? [url] : [url, kept];
    },
    async sitemapsOf(origin) {
      return (await robots.rulesOf(origin)).sitemaps;
    },
  };
}

type RobotsKeeper = ReturnType<typeof createRobotsKeeper>;

/** Requests each origin's robots.txt once. */
function createRobotsKeeper({ client, respectRobots, signal }: VisitorOptions) {
  const known = new Map<string, Promise<RobotsRules>>();
  const rulesOf = (origin: string): Promise<RobotsRules> => {
    const rules = known.get(origin) ?? readRobots(client, origin, signal);
    known.set(origin, rules);
    return rules;
  };
  return {
    rulesOf,
    /** The applicable rules. */
    rulesFor: async (url: URL): Promise<RobotsRules> => (respectRobots ? await rulesOf(url.origin) : noRules),
  };
}

interface Visit extends VisitorOptions {
  readonly robots: RobotsKeeper;
  readonly wants: (answer: WebAnswer) => boolean;
  readonly site: string | undefined;
}

async function visit(options: Visit, url: URL): Promise<VisitedPage | LeftOut> {
  const { robots, pacer, delayMs, signal } = options;
  try {
    const rules = await robots.rulesFor(url);
    const error = rules.refusal(url);
    if (error !== undefined) return leftOut(error instanceof UserError ? 'robots' : 'failed', error);
    await pacer.wait(url.host, Math.max(delayMs, rules.pauseMs), signal);
    return await fetchPage(options, url);
  } catch (error) {
    signal.throwIfAborted();
    if (!(error instanceof AppError)) throw error;
    return leftOut('failed', error);
  }
}

async function fetchPage(options: Visit, url: URL): Promise<VisitedPage | LeftOut> {
  const { robots, site, wants, signal } = options;
  const isThere = ({ url: end }: WebAnswer): boolean => site === undefined || siteOf(end) === site;
  const answer = await fetchKept(options, url, {
    signal,
    headers: HEADERS,
    wants: (one) => isSuccess(one) && isThere(one) && wants(one),
  });
  const { status, headers, body } = answer;
  if (!isThere(answer)) return leftOut('elsewhere', redirectedAway(url, answer.url));
  if (!isSuccess(answer)) {
    return leftOut(status === 404 || status === 410 ? 'missing' : 'failed', statusFailed(answer.url, status));
  }
  if (answer.url.href !== url.href) {
    // A redirect may lead to a path that robots.txt forbids.
    const error = (await robots.rulesFor(answer.url)).refusal(answer.url);
    if (error !== undefined) return leftOut('robots', error);
  }
  if (!wants(answer)) return leftOut('otherKind', otherKind(answer));
  return { url: answer.url, contentType: headers.get('content-type'), body };
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
