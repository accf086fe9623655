import type { Robot } from 'robots-parser';
import { AppError, OperationalError, UserError } from '../../../../shared/errors/errors.ts';
import { fetchCached } from '../../http/fetch-cached.ts';
import type { PageCache } from '../../http/page-cache.ts';
import { isSuccess } from '../../http/require-success.ts';
import type { Sleep } from '../../http/retries.ts';
import type { WebAnswer, WebClient } from '../../http/web-client.ts';
import { shownAddress, statusFailed } from '../../http/web-errors.ts';
import { siteOf } from '../page/canonical-url.ts';

/** Why an address gave no page. */
export type LeftOutReason = 'missing' | 'robots' | 'otherSite' | 'otherKind' | 'failed';

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

/** Keeps pauses between requests to one host. */
interface Pacer {
  /** Waits until the pause after the last request to the host has passed, and starts a new pause. */
  wait(host: string, pauseMs: number, signal: AbortSignal): Promise<void>;
}

/** @param now monotonic clock in milliseconds */
export function createPacer(sleep: Sleep, now: () => number): Pacer {
  const last = new Map<string, number>();
  return {
    async wait(host, pauseMs, signal) {
      const before = last.get(host);
      const left = before === undefined ? 0 : before + pauseMs - now();
      if (left > 0) await sleep(left, signal);
      last.set(host, now());
    },
  };
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
  const robots = createRobotsCache(options);
  return {
    visit: (url, wants, site) => visit({ ...options, robots, wants, site }, url),
    endsOf(url) {
      const cached = options.cache.find(url, HEADERS)?.url;
      return cached === undefined || cached.href === url.href ? [url] : [url, cached];
    },
    async sitemapsOf(origin) {
      return (await robots.rulesOf(origin)).sitemaps;
    },
  };
}

type RobotsCache = ReturnType<typeof createRobotsCache>;

/** Our name in robots.txt files. */
const NAME = 'Tributary';
/** How much a crawler must read at least (RFC 9309); the rest of a longer file is ignored. */
const READ_BYTES = 500 * 1024;
/** A longer file is not a robots.txt. */
const MAX_BYTES = 5_000_000;
/** The longest crawl delay that is respected; for longer ones this is used. */
const LONGEST_PAUSE_MS = 10_000;

/** The rules of a site for crawlers. */
interface RobotsRules {
  /** @returns why a page may not be fetched; undefined if it may */
  refusal(url: URL): UserError | OperationalError | undefined;
  /** Crawl delay of the site in ms; 0 if it sets none. */
  readonly pauseMs: number;
  /** Addresses of the site's sitemaps. */
  readonly sitemaps: readonly string[];
}

/** Allows everything. */
const noRules: RobotsRules = { refusal: () => undefined, pauseMs: 0, sitemaps: [] };

/**
 * Reads the robots.txt of an origin. If it is missing (4xx), everything is allowed; if it can't be read (5xx, 429), nothing is (RFC 9309).
 * @throws what {@link WebClient} throws, if there is no answer at all
 */
async function readRobots(client: WebClient, origin: string, signal: AbortSignal): Promise<RobotsRules> {
  const address = new URL('/robots.txt', origin);
  const answer = await client.fetchBytes(address, { signal, maxBytes: MAX_BYTES, wants: isSuccess });
  if (!isSuccess(answer)) {
    return answer.status >= 500 || answer.status === 429 ? forbidAll(address, answer.status) : noRules;
  }
  const text = answer.body
    .subarray(0, READ_BYTES)
    .toString('utf8')
    .replace(/^\ufeff/, '');
  const { default: parseRobots } = await import('robots-parser');
  return rulesOf(parseRobots(address.href, text));
}

function rulesOf(robots: Robot): RobotsRules {
  const pauseMs = Math.max(0, (robots.getCrawlDelay(NAME) ?? 0) * 1000);
  return {
    refusal: (url) => (robots.isAllowed(url.href, NAME) === false ? disallowed(url) : undefined),
    pauseMs: Math.min(pauseMs, LONGEST_PAUSE_MS),
    sitemaps: robots.getSitemaps(),
  };
}

const SWITCH = 'switch off "Respect robots.txt" in the node if you may read it all the same';

function disallowed(url: URL): UserError {
  return new UserError(
    'ROBOTS_DISALLOWED',
    `The robots.txt of ${url.host} asks not to read ${url.pathname}: ${SWITCH}.`,
    {
      details: { address: shownAddress(url) },
    },
  );
}

function forbidAll(address: URL, status: number): RobotsRules {
  const error = new OperationalError(
    'SERVICE_FAILED',
    `${shownAddress(address)} can't be read (status ${status}), so that nobody knows what may be read: try again later, or ${SWITCH}.`,
    { details: { address: shownAddress(address), status } },
  );
  return { ...noRules, refusal: () => error };
}

/** Requests each origin's robots.txt once. */
function createRobotsCache({ client, respectRobots, signal }: VisitorOptions) {
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
  readonly robots: RobotsCache;
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
  const answer = await fetchCached(options, url, {
    signal,
    headers: HEADERS,
    wants: (one) => isSuccess(one) && isThere(one) && wants(one),
  });
  const { status, headers, body } = answer;
  if (!isThere(answer)) return leftOut('otherSite', redirectedAway(url, answer.url));
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
