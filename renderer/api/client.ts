import type { z } from 'zod';
import { API_BASE, ErrorBodySchema } from '../../shared/api/common.ts';
import { withAccess } from './access.ts';
import { ApiError } from './api-error.ts';

export interface ApiCall {
  readonly method?: 'GET' | 'POST' | 'PUT' | 'DELETE';
  /** Sent as JSON; a FormData is sent as it is. */
  readonly body?: unknown;
  readonly headers?: Readonly<Record<string, string>>;
  readonly signal?: AbortSignal;
  /** Goes on when the page is closed meanwhile. Browsers do that for small bodies only; a larger one is cut off then. */
  readonly outlivesPage?: boolean;
}

/** Browsers take 64 KiB in all calls that outlive the page. */
const MOST_OUTLIVING_BYTES = 60_000;

/** Address of a path of the API on the server that this page came from. */
export function apiUrl(path: string): string {
  return `${API_BASE}${path}`;
}

function requestInit({ method = 'GET', body, headers, signal, outlivesPage = false }: ApiCall): RequestInit {
  const isForm = body instanceof FormData;
  const sent = body === undefined || isForm ? body : JSON.stringify(body);
  const keepalive = outlivesPage && typeof sent === 'string' && new Blob([sent]).size <= MOST_OUTLIVING_BYTES;
  return {
    method,
    headers: { ...(body === undefined || isForm ? {} : { 'content-type': 'application/json' }), ...headers },
    ...(sent === undefined ? {} : { body: sent }),
    ...(keepalive ? { keepalive } : {}),
    ...(signal === undefined ? {} : { signal }),
  };
}

/** Turns an answer that is not a success into an {@link ApiError}. */
export async function toApiError(response: Response): Promise<ApiError> {
  const text = await response.text();
  let json: unknown;
  try {
    json = JSON.parse(text);
  } catch {
    json = undefined; // some proxy's page: the general message below says all we know
  }
  const parsed = ErrorBodySchema.partial({ code: true }).safeParse(json);
  if (parsed.success) {
    const { message, code = 'UNKNOWN', nodeId, details } = parsed.data;
    return new ApiError(message, { status: response.status, code, nodeId, details });
  }
  return new ApiError(`The server answered with status ${response.status}: try again, or restart Tributary.`, {
    status: response.status,
    code: 'BAD_ANSWER',
  });
}

/** The failure of a call that got no answer. */
export function noAnswer(cause: unknown): ApiError {
  const message = 'The server does not answer: check that Tributary is still running.';
  return new ApiError(message, { status: 0, code: 'NETWORK', cause });
}

async function send(path: string, call: ApiCall): Promise<Response> {
  try {
    return await fetch(apiUrl(path), requestInit(call));
  } catch (cause) {
    if (call.signal?.aborted === true) throw cause;
    throw noAnswer(cause);
  }
}

/**
 * Fetches from the API, without reading the answer. Asks for a key where the server wants one.
 * @throws ApiError for every failure but an abort.
 */
export function fetchApi(path: string, call: ApiCall = {}): Promise<Response> {
  return withAccess({
    path,
    isWanted: call.method === 'POST' || call.method === 'DELETE',
    send: (headers) => send(path, { ...call, headers: { ...call.headers, ...headers } }),
    toError: toApiError,
  });
}

/**
 * Calls the API and checks the answer.
 * @throws ApiError for every failure but an abort.
 */
export async function callApi<S extends z.ZodType>(schema: S, path: string, call: ApiCall = {}): Promise<z.output<S>> {
  return readAnswer(schema, path, await fetchApi(path, call), call.signal);
}

/**
 * Reads and checks an answer, for callers that want its headers too.
 * @throws ApiError BAD_ANSWER
 */
export async function readAnswer<S extends z.ZodType>(
  schema: S,
  path: string,
  response: Response,
  signal?: AbortSignal,
): Promise<z.output<S>> {
  let json: unknown;
  try {
    json = await response.json();
  } catch (cause) {
    if (signal?.aborted === true) throw cause;
    throw badAnswer(path, cause);
  }
  const parsed = schema.safeParse(json);
  if (!parsed.success) throw badAnswer(path, parsed.error);
  return parsed.data;
}

function badAnswer(path: string, cause: unknown): ApiError {
  return new ApiError(`The answer of ${path} is not what this page expects: reload the page.`, {
    status: 200,
    code: 'BAD_ANSWER',
    cause,
  });
}

/** The sentence to show for anything that was thrown. */
export function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
