import type { LookupFunction } from 'node:net';
import type { Agent } from 'undici';
import packageJson from '../../../package.json' with { type: 'json' };
import { decodeText } from './decode-text.ts';
import { createGuardedAgent, type JudgeAddress } from './guarded-agent.ts';
import { type Hop, nextHop, type WebBody, type WebMethod } from './redirects.ts';
import {
  type FailedAttempt,
  failedWith,
  PAGE_RETRIES,
  type RetryPolicy,
  readRetryAfterMs,
  type Sleep,
  sleepFor,
  TOO_MANY_REQUESTS,
  withRetries,
} from './retries.ts';
import { type Exchange, sendRequest } from './send-request.ts';
import { answerTooLarge, isPassingFailure, redirectRefused, shownAddress } from './web-errors.ts';

/** Who asks, as servers see it. A robots.txt means us by the name Tributary. */
const USER_AGENT = `Mozilla/5.0 (compatible; Tributary/${packageJson.version})`;

export interface WebClientOptions {
  /** Whether addresses of this machine and of its networks may be connected to. */
  readonly allowLocalNetwork: boolean;
  /** For one answer, redirects apart: until all of it is there, or for a stream each wait for a piece. 30 s unless given. */
  readonly timeoutMs?: number;
  /** Unpacked size of one answer. 50 MB unless given. */
  readonly maxBytes?: number;
  readonly sleep?: Sleep;
  readonly lookup?: LookupFunction;
  readonly judgeAddress?: JudgeAddress;
}

export interface WebRequest {
  readonly signal: AbortSignal;
  /** GET unless given. */
  readonly method?: WebMethod;
  /** Sent to the origin of the address only: a redirect to another site goes without them. */
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: WebBody;
  /** Over those of the client. */
  readonly maxBytes?: number;
  readonly timeoutMs?: number;
  /** Whether sending it twice does no harm. GET and HEAD unless given: others are sent again only after 429. */
  readonly isRepeatable?: boolean;
  /** {@link PAGE_RETRIES} unless given. */
  readonly retries?: RetryPolicy;
  /** Says of an answer whether its body is of use; an unwanted one is not read, and comes empty. Not for streams. */
  readonly wants?: (answer: WebAnswer) => boolean;
}

/** An answer of any status, redirects apart. */
export interface WebAnswer {
  readonly status: number;
  readonly headers: Headers;
  /** Where the answer came from at last. */
  readonly url: URL;
}

export interface WebText extends WebAnswer {
  readonly body: string;
}

export interface WebBytes extends WebAnswer {
  readonly body: Buffer;
}

/** Its body is to be iterated, or the answer discarded. */
export interface WebStream extends WebAnswer {
  /** Unpacked pieces as they come. Throws what the fetch functions throw. */
  readonly body: AsyncIterable<Buffer>;
  discard(): void;
}

/**
 * Fetches over HTTP, safely: see {@link createWebClient}. Each function throws
 * UserError INVALID_PARAM (address or headers), ADDRESS_REFUSED, FILE_TOO_LARGE;
 * OperationalError SERVICE_FAILED, SERVICE_TIMEOUT; the signal's reason when it aborts.
 */
export interface WebClient {
  /** The answer as text, in the encoding that it says or shows. */
  fetchText(url: URL, request: WebRequest): Promise<WebText>;
  fetchBytes(url: URL, request: WebRequest): Promise<WebBytes>;
  fetchStream(url: URL, request: WebRequest): Promise<WebStream>;
  /** Ends all connections. */
  close(): Promise<void>;
}

const TIMEOUT_MS = 30_000;
const MAX_BYTES = 50_000_000;
const MAX_REDIRECTS = 10;
const CONNECT_TIMEOUT_MS = 10_000;

/**
 * Makes a client for the web. It connects to public addresses only unless the local network is allowed, follows at most 10 redirects and checks each,
 * keeps time and size within limits, and tries again on 429, 502, 503, 504 and broken connections, after pauses that double or that the server asks for. Connects
 * to nothing before the first request; to be closed after the last.
 */
export function createWebClient(options: WebClientOptions): WebClient {
  let agent: Promise<Agent> | undefined;
  const state: ClientState = {
    options,
    agent: () => {
      agent ??= createGuardedAgent({ ...options, connectTimeoutMs: CONNECT_TIMEOUT_MS });
      return agent;
    },
    sleep: options.sleep ?? sleepFor,
  };
  return {
    async fetchText(url, request) {
      const { value, ...answer } = await fetchWith(state, url, request, wholeReader(state, request));
      return { ...answer, body: await decodeText(value, answer.headers.get('content-type')) };
    },
    async fetchBytes(url, request) {
      const { value, ...answer } = await fetchWith(state, url, request, wholeReader(state, request));
      return { ...answer, body: value };
    },
    async fetchStream(url, request) {
      const { value, ...answer } = await fetchWith(state, url, request, async (exchange) => {
        exchange.rest();
        return exchange;
      });
      return { ...answer, body: limited(value, answer.url, maxBytesOf(state, request)), discard: value.discard };
    },
    close: async () => void (await (await agent)?.destroy()),
  };
}

interface ClientState {
  readonly options: WebClientOptions;
  readonly agent: () => Promise<Agent>;
  readonly sleep: Sleep;
}

/** Takes the body of an answer in. */
type Reader<T> = (exchange: Exchange, answer: WebAnswer) => Promise<T>;

type Fetched<T> = WebAnswer & { readonly value: T };

function maxBytesOf(state: ClientState, request: WebRequest): number {
  return request.maxBytes ?? state.options.maxBytes ?? MAX_BYTES;
}

function wholeReader(state: ClientState, request: WebRequest): Reader<Buffer> {
  return async (exchange, answer) => {
    const pieces: Buffer[] = [];
    if (request.wants?.(answer) === false) exchange.discard();
    else {
      const { url } = answer;
      for await (const piece of limited(exchange, url, maxBytesOf(state, request))) pieces.push(piece);
    }
    return Buffer.concat(pieces);
  };
}

async function* limited(exchange: Exchange, url: URL, maxBytes: number): AsyncGenerator<Buffer> {
  let received = 0;
  for await (const piece of exchange.pieces) {
    received += piece.length;
    if (received > maxBytes) throw answerTooLarge(url, maxBytes);
    yield piece;
  }
}

/** Follows redirects to the answer. */
async function fetchWith<T>(state: ClientState, url: URL, request: WebRequest, read: Reader<T>): Promise<Fetched<T>> {
  const { method = 'GET', headers = {}, body } = request;
  let hop: Hop = { url, method, headers, body };
  const way = [url.href];
  for (;;) {
    const outcome: Fetched<T> | Hop = await fetchHop(state, hop, request, read);
    if ('value' in outcome) return outcome;
    hop = outcome;
    if (way.includes(hop.url.href))
      throw redirectRefused(url, `in a circle, ${shownWay([...way, hop.url.href])}: tell those who run it.`);
    way.push(hop.url.href);
    if (way.length > MAX_REDIRECTS + 1) {
      throw redirectRefused(url, `more than ${MAX_REDIRECTS} times: check the address.`);
    }
  }
}

function shownWay(way: readonly string[]): string {
  return way.map((address) => shownAddress(new URL(address))).join(' to ');
}

/** Sends one request, again and again while that may help. */
function fetchHop<T>(state: ClientState, hop: Hop, request: WebRequest, read: Reader<T>): Promise<Fetched<T> | Hop> {
  const { signal, retries: policy = PAGE_RETRIES } = request;
  return withRetries({ policy, sleep: state.sleep, signal }, () => tryHop(state, hop, request, read));
}

type Outcome<T> = Fetched<T> | Hop;

/** @returns the answer, where it sends us instead, or a failure that another attempt may mend */
async function tryHop<T>(
  state: ClientState,
  hop: Hop,
  request: WebRequest,
  read: Reader<T>,
): Promise<{ readonly value: Outcome<T> } | FailedAttempt<Outcome<T>>> {
  const { isRepeatable = hop.method === 'GET' || hop.method === 'HEAD', retries = PAGE_RETRIES } = request;
  try {
    const timeoutMs = request.timeoutMs ?? state.options.timeoutMs ?? TIMEOUT_MS;
    const exchange = await sendRequest(await state.agent(), {
      ...hop,
      userAgent: USER_AGENT,
      signal: request.signal,
      timeoutMs,
    });
    const { status, headers } = exchange;
    const redirected = nextHop(hop, status, headers.get('location'));
    if (redirected !== undefined) {
      exchange.discard();
      return { value: redirected };
    }
    const answer = { status, headers, url: hop.url };
    const finish = async (): Promise<Outcome<T>> => ({ ...answer, value: await read(exchange, answer) });
    if (!retries.statuses.has(status) || !(isRepeatable || status === TOO_MANY_REQUESTS)) {
      return { value: await finish() };
    }
    const retryAfterMs = readRetryAfterMs(headers.get('retry-after'));
    return { status, retryAfterMs, giveUp: finish, release: exchange.discard };
  } catch (error) {
    if (!isRepeatable || !isPassingFailure(error)) throw error;
    return failedWith(error);
  }
}
