import type { Robot } from 'robots-parser';
import { OperationalError, UserError } from '../../../../shared/errors/errors.ts';
import { isSuccess } from '../../http/require-success.ts';
import type { WebClient } from '../../http/web-client.ts';
import { shownAddress } from '../../http/web-errors.ts';

/** Our name in robots.txt files. */
const NAME = 'Tributary';
/** How much a crawler must read at least (RFC 9309); the rest of a longer file is ignored. */
const READ_BYTES = 500 * 1024;
/** A longer file is not a robots.txt. */
const MAX_BYTES = 5_000_000;
/** The longest crawl delay that is respected; for longer ones this is used. */
const LONGEST_PAUSE_MS = 10_000;

/** The rules of a site for crawlers. */
export interface RobotsRules {
  /** @returns why a page may not be fetched; undefined if it may */
  refusal(url: URL): UserError | OperationalError | undefined;
  /** Crawl delay of the site in ms; 0 if it sets none. */
  readonly pauseMs: number;
  /** Addresses of the site's sitemaps. */
  readonly sitemaps: readonly string[];
}

/** Allows everything. */
export const noRules: RobotsRules = { refusal: () => undefined, pauseMs: 0, sitemaps: [] };

/**
 * Reads the robots.txt of an origin. If it is missing (4xx), everything is allowed; if it can't be read (5xx, 429), nothing is (RFC 9309).
 * @throws what {@link WebClient} throws, if there is no answer at all
 */
export async function readRobots(client: WebClient, origin: string, signal: AbortSignal): Promise<RobotsRules> {
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
