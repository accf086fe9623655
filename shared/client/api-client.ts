import { API_BASE, ErrorBodySchema } from '../api/common.ts';
import { parseJson } from '../json/parse-json.ts';
import type { Operation } from '../operations/operation.ts';
import { type AnswerOf, answerSchema, type InputOf, type OperationId, operations } from '../operations/operations.ts';
import { t } from '../texts/t.ts';
import { ApiError, noAnswer } from './api-error.ts';

/** How a request goes out; the `fetch` of page and Node, or something around it. */
export type Fetch = (url: string, init: RequestInit) => Promise<Response>;

export interface CallOptions {
  readonly headers?: Readonly<Record<string, string>> | undefined;
  readonly signal?: AbortSignal | undefined;
  /** Goes on when the page is closed meanwhile. */
  readonly keepalive?: boolean;
  /** In place of the one of the client. */
  readonly fetch?: Fetch;
}

type CallInput<Id extends OperationId> = InputOf<Id> & CallOptions;
/** The input may be left out where nothing in it is needed. */
type CallArguments<Id extends OperationId> =
  Record<never, never> extends InputOf<Id> ? [input?: CallInput<Id>] : [input: CallInput<Id>];

export interface ApiClient {
  /** Address of the server, without a path; empty for the one that the page came from. */
  readonly url: string;
  /**
   * Calls an operation and checks its answer.
   * @throws ApiError for every failure but an abort, which gives the signal's reason
   */
  call<Id extends OperationId>(id: Id, ...input: CallArguments<Id>): Promise<AnswerOf<Id>>;
  /** The same, without reading the answer: for its headers, bytes or events. */
  open<Id extends OperationId>(id: Id, ...input: CallArguments<Id>): Promise<Response>;
  /**
   * Reads and checks the answer to an operation that {@link ApiClient.open} has called.
   * @throws ApiError BAD_ANSWER
   */
  read<Id extends OperationId>(id: Id, response: Response, signal?: AbortSignal): Promise<AnswerOf<Id>>;
}

interface AnyInput extends CallOptions {
  readonly params?: Readonly<Record<string, string>> | undefined;
  readonly query?: object | undefined;
  readonly body?: unknown;
}

function pathOf({ path }: Operation, { params = {}, query = {} }: AnyInput): string {
  const filled = path.replaceAll(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(params[name] ?? ''));
  const given = Object.entries(query).filter(([, value]) => value !== undefined);
  if (given.length === 0) return filled;
  return `${filled}?${new URLSearchParams(given.map(([name, value]): [string, string] => [name, String(value)]))}`;
}

function requestInit({ method }: Operation, { body, headers, signal, keepalive }: AnyInput): RequestInit {
  const isForm = body instanceof FormData;
  const sent = body === undefined || isForm ? body : JSON.stringify(body);
  return {
    method,
    headers: { ...(body === undefined || isForm ? {} : { 'content-type': 'application/json' }), ...headers },
    ...(sent === undefined ? {} : { body: sent }),
    ...(keepalive ? { keepalive } : {}),
    ...(signal === undefined ? {} : { signal }),
  };
}

/** What an answer says that is not a success. */
export async function readRefusal(response: Response): Promise<ApiError> {
  const { status } = response;
  const parsed = ErrorBodySchema.safeParse(parseJson(await response.text()));
  if (parsed.success) {
    const { message, code, nodeId, details } = parsed.data;
    return new ApiError(message, { status, code, nodeId, details });
  }
  // Some proxy's page: this is all that we know.
  const message = t('The server answered with status {status}: try again, or restart Tributary.', { status });
  return new ApiError(message, { status, code: 'BAD_ANSWER' });
}

/** The failure of a call whose answer is not one of the API. */
export function badAnswer(path: string, cause: unknown): ApiError {
  const message = t('The answer of {path} is not what this page expects: reload the page.', { path });
  return new ApiError(message, { status: 200, code: 'BAD_ANSWER', cause });
}

async function readAnswer<Id extends OperationId>(
  id: Id,
  response: Response,
  signal?: AbortSignal,
): Promise<AnswerOf<Id>> {
  const { path } = operations[id];
  let text: string;
  try {
    text = await response.text();
  } catch (cause) {
    signal?.throwIfAborted();
    throw badAnswer(path, cause);
  }
  const parsed = answerSchema(id).safeParse(parseJson(text));
  if (!parsed.success) throw badAnswer(path, parsed.error);
  return parsed.data;
}

/** Calls the HTTP API of the server at an address; empty: of the server that the page came from. */
export function createApiClient(url: string, fetch: Fetch): ApiClient {
  async function open(id: OperationId, input: AnyInput = {}): Promise<Response> {
    const operation: Operation = operations[id];
    const address = `${url}${API_BASE}${pathOf(operation, input)}`;
    let response: Response;
    try {
      response = await (input.fetch ?? fetch)(address, requestInit(operation, input));
    } catch (error) {
      input.signal?.throwIfAborted();
      throw error instanceof ApiError ? error : noAnswer(error);
    }
    if (!response.ok) throw await readRefusal(response);
    return response;
  }

  return {
    url,
    open,
    read: readAnswer,
    async call(id, ...[input]) {
      return readAnswer(id, await open(id, input), input?.signal);
    },
  };
}
