import type { Robot } from 'robots-parser';
import { OperationalError, UserError } from '../../../../shared/errors/errors.ts';
import { isSuccess } from '../../http/require-success.ts';
import type { WebClient } from '../../http/web-client.ts';
import { shownAddress } from '../../http/web-errors.ts';

/** How robots.txt files name us. */
const NAME = 'Tributary';
/** What a crawler has to read at least (RFC 9309); the rest of a longer file counts for nothing. */
const READ_BYTES = 500 * 1024;
/** A longer one is no robots.txt. */
const MAX_BYTES = 5_000_000;
/** A site that asks for longer pauses is read with these. */
const LONGEST_PAUSE_MS = 10_000;

/** What a site lets crawlers do. */
export interface RobotsRules {
  /** @returns why a page may not be fetched; undefined if it may */
  refusal(url: URL): UserError | OperationalError | undefined;
  /** Pause between requests that the site asks for, in ms; 0 if it asks for none. */
  readonly pauseMs: number;
  /** Addresses of sitemaps that the site names. */
  readonly sitemaps: readonly string[];
}

/** Lets everything pass. */
export const noRules: RobotsRules = { refusal: () => undefined, pauseMs: 0, sitemaps: [] };

/**
 * Reads the robots.txt of an origin. None there (4xx) means that all is allowed; one that can't be read (5xx, 429) that nothing is (RFC 9309).
 * @throws what {@link WebClient} throws, when there is no answer at all
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
