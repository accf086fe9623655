import type { Readable } from 'node:stream';
import type { Agent, Dispatcher } from 'undici';
import { AppError, UserError } from '../../../shared/errors/errors.ts';
import { ACCEPTED_ENCODINGS, decodeBody, UnknownEncodingError } from './decode-body.ts';
import type { Hop } from './redirects.ts';
import { connectionCode } from './service-errors.ts';
import { answerDamaged, connectionFailed, noAnswerInTime } from './web-errors.ts';

export interface HopRequest extends Hop {
  readonly userAgent: string;
  readonly signal: AbortSignal;
  readonly timeoutMs: number;
}

/** An answer whose body is on its way. */
export interface Exchange {
  readonly status: number;
  readonly headers: Headers;
  /** The unpacked body. To be iterated once, or discarded. */
  readonly pieces: AsyncIterable<Buffer>;
  /** From now on each wait for a piece has the whole time, since the reader does other things between. */
  rest(): void;
  discard(): void;
}

/**
 * Sends one request and gives the answer of whatever status.
 * @throws UserError ADDRESS_REFUSED, INVALID_PARAM; OperationalError SERVICE_FAILED, SERVICE_TIMEOUT; the signal's reason.
 *   So does the iteration of its pieces.
 */
export async function sendRequest(agent: Agent, request: HopRequest): Promise<Exchange> {
  const watch = createWatch(request.signal, request.timeoutMs);
  const explain = explainerOf(request, watch);
  try {
    const { default: send } = await import('undici/lib/api/api-request.js');
    const response = await send.call(agent, requestOptions(request, watch.signal));
    return createExchange(response, { request, watch, explain });
  } catch (error) {
    watch.end();
    throw explain(error);
  }
}

function requestOptions(request: HopRequest, signal: AbortSignal): Dispatcher.RequestOptions {
  const { url } = request;
  const headers = new Map(Object.entries(request.headers).map(([name, value]) => [name.toLowerCase(), value]));
  if (!headers.has('accept')) headers.set('accept', '*/*');
  headers.set('accept-encoding', ACCEPTED_ENCODINGS);
  headers.set('user-agent', request.userAgent);
  if (url.username !== '' && !headers.has('authorization')) headers.set('authorization', basicAuthorization(url));
  return {
    origin: url.origin,
    path: url.pathname + url.search,
    method: request.method,
    headers: Object.fromEntries(headers),
    body: request.body ?? null,
    signal,
    // Our own watch counts the time.
    headersTimeout: 0,
    bodyTimeout: 0,
  };
}

function basicAuthorization({ username, password }: URL): string {
  const text = `${decodeURIComponent(username)}:${decodeURIComponent(password)}`;
  return `Basic ${Buffer.from(text).toString('base64')}`;
}

interface ExchangeParts {
  readonly request: HopRequest;
  readonly watch: Watch;
  readonly explain: (error: unknown) => unknown;
}

function createExchange(response: Dispatcher.ResponseData, { request, watch, explain }: ExchangeParts): Exchange {
  const { statusCode: status, body: packed } = response;
  const headers = toHeaders(response.headers);
  const isBodyless = request.method === 'HEAD' || status === 204 || status === 304;
  const body = isBodyless ? packed : decodeBody(packed, headers.get('content-encoding'));
  let isResting = false;
  const discard = (): void => {
    // A body that nobody waits for any more may still fail.
    packed.on('error', () => undefined).destroy();
    watch.end();
  };
  async function* readPieces(): AsyncGenerator<Buffer> {
    try {
      for await (const piece of timed(body)) yield piece;
    } catch (error) {
      throw explain(error);
    } finally {
      discard();
    }
  }
  async function* timed(source: Readable): AsyncGenerator<Buffer> {
    watch.start();
    for await (const piece of source) {
      if (isResting) watch.pause();
      yield piece;
      if (isResting) watch.start();
    }
  }
  return {
    status,
    headers,
    pieces: { [Symbol.asyncIterator]: readPieces },
    rest() {
      isResting = true;
      watch.pause();
    },
    discard,
  };
}

function toHeaders(found: Dispatcher.ResponseData['headers']): Headers {
  const headers = new Headers();
  for (const [name, value] of Object.entries(found)) {
    for (const part of typeof value === 'string' ? [value] : (value ?? [])) headers.append(name, part);
  }
  return headers;
}

/** Aborts its signal when the time is up or the outer signal aborts. */
interface Watch {
  readonly signal: AbortSignal;
  readonly isTimeUp: boolean;
  /** Starts anew after a pause; does nothing while it runs. */
  start(): void;
  pause(): void;
  end(): void;
}

function createWatch(outer: AbortSignal, timeoutMs: number): Watch {
  const controller = new AbortController();
  let isTimeUp = false;
  let timer: NodeJS.Timeout | undefined;
  const abort = (): void => controller.abort(outer.reason);
  outer.addEventListener('abort', abort, { once: true });
  const watch: Watch = {
    signal: controller.signal,
    get isTimeUp() {
      return isTimeUp;
    },
    start() {
      timer ??= setTimeout(() => {
        isTimeUp = true;
        controller.abort();
      }, timeoutMs);
    },
    pause() {
      clearTimeout(timer);
      timer = undefined;
    },
    end() {
      watch.pause();
      outer.removeEventListener('abort', abort);
    },
  };
  watch.start();
  return watch;
}

/** Codes of zlib for what it can't unpack. */
const UNPACKING = /^(Z_|ERR_BROTLI|ERR__ERROR|ERR_ZLIB)/;

/** Makes what turns any failure of this request into an error for people. */
function explainerOf({ url, signal, timeoutMs }: HopRequest, watch: Watch): (error: unknown) => unknown {
  return (error) => {
    if (signal.aborted) return signal.reason;
    if (watch.isTimeUp) return noAnswerInTime(url, timeoutMs);
    if (error instanceof AppError) return error;
    if (error instanceof UnknownEncodingError) return answerDamaged(url, 'something packed in a way that is not known');
    const code = connectionCode(error);
    if (UNPACKING.test(code)) return answerDamaged(url, 'something that cannot be unpacked', error);
    if (code === 'UND_ERR_INVALID_ARG') return headersRefused(error);
    return connectionFailed(url, error);
  };
}

function headersRefused(cause: unknown): UserError {
  const message = 'A header has a name or a value that HTTP does not allow: correct the headers of the node.';
  return new UserError('INVALID_PARAM', message, { cause, details: { param: 'headers' } });
}
