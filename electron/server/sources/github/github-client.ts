import type { z } from 'zod';
import { OperationalError, UserError } from '../../../../shared/errors/errors.ts';
import { parseJson } from '../../../../shared/json/parse-json.ts';
import { isSuccess, requireSuccess } from '../../http/require-success.ts';
import {
  failedWith,
  type RetryPolicy,
  readRetryAfterMs,
  SERVER_FAILURES,
  SERVICE_RETRIES,
  withRetries,
} from '../../http/retries.ts';
import type { WebClient, WebStream } from '../../http/web-client.ts';
import type { WebParts } from '../web-parts.ts';

export interface GithubClientOptions {
  readonly client: WebClient;
  readonly sleep: WebParts['sleep'];
  /** Sent only to the API. Empty: none. */
  readonly token: string;
  /** Address of the REST API, with / at its end. */
  readonly api: URL;
  /** How often a request is repeated after a rate limit. */
  readonly maxRetries: number;
  readonly signal: AbortSignal;
}

/**
 * Calls GitHub's REST API, and waits when a rate limit requires it.
 * @throws UserError INVALID_PARAM for a rejected key; OperationalError SERVICE_FAILED saying when to try again, and what the web client throws
 */
export interface GithubClient {
  /** @param path below the API's address, with encoded segments */
  getJson<Schema extends z.ZodType>(path: string, schema: Schema): Promise<z.output<Schema>>;
  /** The media type, if not JSON. */
  getStream(url: URL, options: { readonly accept: string; readonly maxBytes: number }): Promise<WebStream>;
  getText(path: string, accept: string): Promise<string>;
}

/** An API for programs: trees of 100,000 files have about 20 MB. */
const MAX_JSON_BYTES = 100_000_000;
/** A run waits no longer than this; the rate limit without a key may last an hour. */
const LONGEST_WAIT_MS = 2 * 60_000;
/** GitHub's recommended wait after a limit without a given end. */
const UNKNOWN_WAIT_MS = 60_000;
/** GitHub's clock and ours may differ slightly. */
const MARGIN_MS = 1000;
const API_VERSION = '2022-11-28';
/** Answers about rate limits are handled here. */
const RETRIES: RetryPolicy = { ...SERVICE_RETRIES, statuses: new Set(SERVER_FAILURES) };

export function createGithubClient(options: GithubClientOptions): GithubClient {
  const open = (url: URL, request: Request): Promise<WebStream> => openAnswer(options, url, request);
  return {
    getStream: open,
    async getJson(path, schema) {
      const accept = 'application/vnd.github+json';
      const url = new URL(path, options.api);
      const answer = await open(url, { accept, maxBytes: MAX_JSON_BYTES });
      const parsed = schema.safeParse(parseJson(await textOf(answer)));
      if (parsed.success) return parsed.data;
      const message = `${options.api.host} answers with something that GitHub does not say: check the addresses.`;
      throw new OperationalError('SERVICE_FAILED', message, { details: { address: url.host } });
    },
    async getText(path, accept) {
      return textOf(await open(new URL(path, options.api), { accept, maxBytes: MAX_JSON_BYTES }));
    },
  };
}

interface Request {
  readonly accept: string;
  readonly maxBytes: number;
}

async function openAnswer(options: GithubClientOptions, url: URL, { accept, maxBytes }: Request): Promise<WebStream> {
  const { client, api, token, signal, maxRetries, sleep } = options;
  const isApi = url.origin === api.origin;
  const headers = {
    accept,
    ...(isApi ? { 'x-github-api-version': API_VERSION } : {}),
    ...(isApi && token !== '' ? { authorization: `Bearer ${token}` } : {}),
  };
  const limits = { ...RETRIES, attempts: maxRetries + 1, longestPauseMs: LONGEST_WAIT_MS, firstPauseMs: 0 };
  return withRetries({ policy: limits, sleep, signal }, async () => {
    const answer = await client.fetchStream(url, { signal, headers, maxBytes, retries: RETRIES });
    if (isSuccess(answer)) return { value: answer };
    const body = await textOf(answer);
    const waitMs = limitWaitMs(answer, body);
    if (waitMs !== undefined) return failedWith(limitReached(url, waitMs, token !== ''), { retryAfterMs: waitMs });
    refuseToken(answer, token);
    requireSuccess({ ...answer, body });
    return { value: answer };
  });
}

async function textOf(answer: WebStream): Promise<string> {
  const pieces: Buffer[] = [];
  for await (const piece of answer.body) pieces.push(piece);
  return Buffer.concat(pieces).toString('utf8');
}

/** How long to wait after an answer about a rate limit; undefined for any other answer. */
function limitWaitMs({ status, headers }: WebStream, body: string): number | undefined {
  if (status !== 403 && status !== 429) return undefined;
  const retryAfterMs = readRetryAfterMs(headers.get('retry-after'));
  if (retryAfterMs !== undefined) return retryAfterMs;
  if (headers.get('x-ratelimit-remaining') === '0') {
    const resetMs = Number(headers.get('x-ratelimit-reset')) * 1000;
    const serverMs = Date.parse(headers.get('date') ?? '');
    const waitMs = resetMs - (Number.isNaN(serverMs) ? Date.now() : serverMs);
    return Number.isFinite(waitMs) && resetMs > 0 ? Math.max(0, waitMs) + MARGIN_MS : UNKNOWN_WAIT_MS;
  }
  return status === 429 || /rate limit/i.test(body) ? UNKNOWN_WAIT_MS : undefined;
}

function limitReached(url: URL, waitMs: number, hasToken: boolean): OperationalError {
  const retryAt = new Date(Date.now() + waitMs).toISOString();
  const minutes = Math.ceil(waitMs / 60_000);
  const more = hasToken ? '' : ', or choose a credential with an access token, with which many more are allowed';
  return new OperationalError(
    'SERVICE_FAILED',
    `${url.host} takes no more requests for ${minutes === 1 ? '1 minute' : `${minutes} minutes`}, until ${retryAt}: start the run again then, which goes on where this one ended${more}.`,
    { details: { address: url.host, retryAt } },
  );
}

function refuseToken({ status, url }: WebStream, token: string): void {
  if (status !== 401 || token === '') return;
  const message = `${url.host} does not take the access token: make a new one there, and put it into the credential.`;
  throw new UserError('INVALID_PARAM', message, { details: { param: 'accessToken' } });
}
