import { z } from 'zod';
import { API_BASE, ErrorBodySchema } from '../../../../shared/api/common.ts';
import { LOCAL_TOKEN_HEADER } from '../../../../shared/data-folder.ts';
import { type AppError, OperationalError, UserError } from '../../../../shared/errors/errors.ts';
import { parseJson } from '../../../../shared/json/parse-json.ts';

export interface ApiRequest {
  readonly method?: 'GET' | 'POST' | 'PUT' | 'DELETE';
  readonly json?: unknown;
  readonly form?: FormData;
  readonly headers?: Readonly<Record<string, string>>;
  readonly signal?: AbortSignal;
}

export interface ApiClient {
  /** Address of the server, without a path. */
  readonly url: string;
  /** Whether a call that may have changed something has succeeded. */
  readonly hasWritten: boolean;
  /** Asks, and checks the answer; an AppError with the server's own code and message when it refuses. */
  ask<Schema extends z.ZodType>(path: string, schema: Schema, request?: ApiRequest): Promise<z.output<Schema>>;
  /** Opens a stream of events. */
  open(path: string, request?: ApiRequest): Promise<ReadableStream<Uint8Array>>;
}

function unreachable(url: string, cause: unknown): OperationalError {
  return new OperationalError(
    'SERVICE_FAILED',
    `No answer from ${url}: check that the server runs there, or leave --url out.`,
    { cause },
  );
}

function notUnderstood(url: string, reason: string, cause?: unknown): OperationalError {
  return new OperationalError(
    'SERVICE_FAILED',
    `The answer of ${url} is not as expected (${reason}): check that a Tributary of this version runs there.`,
    { cause },
  );
}

/** What a refusal means, as the error that the server threw. */
function refusal(url: string, status: number, text: string, hasKey: boolean): AppError {
  const parsed = ErrorBodySchema.safeParse(parseJson(text));
  if (!parsed.success) return notUnderstood(url, `status ${status}`);
  const { code, message, nodeId, details } = parsed.data;
  if (code === 'UNAUTHORIZED') {
    const problem = hasKey ? 'does not take the key that it was given' : 'wants a key';
    return new UserError(
      code,
      `The server ${problem}: put the right one into the environment variable TRIBUTARY_API_KEY.`,
    );
  }
  return status < 500
    ? new UserError(code, message, { nodeId, details })
    : new OperationalError(code, message, { nodeId, details });
}

/** Secrets that are sent to the server and nowhere else. */
export interface ApiSecrets {
  readonly apiKey: string | undefined;
  /** Of the data folder that the server holds. */
  readonly localToken: string | undefined;
}

/** Calls the HTTP interface of a server. */
export function createApiClient(url: string, { apiKey, localToken }: ApiSecrets): ApiClient {
  let hasWritten = false;

  async function send(path: string, request: ApiRequest): Promise<Response> {
    const { method = 'GET', json, form, headers, signal } = request;
    const body = json === undefined ? form : JSON.stringify(json);
    try {
      const response = await fetch(`${url}${API_BASE}${path}`, {
        method,
        // Nothing of ours redirects: following one could carry files to another server.
        redirect: 'error',
        headers: {
          ...(json === undefined ? {} : { 'content-type': 'application/json' }),
          ...(localToken === undefined ? {} : { [LOCAL_TOKEN_HEADER]: localToken }),
          ...(apiKey === undefined ? {} : { authorization: `Bearer ${apiKey}` }),
          ...headers,
        },
        ...(body === undefined ? {} : { body }),
        ...(signal === undefined ? {} : { signal }),
      });
      if (response.ok) {
        hasWritten ||= method !== 'GET';
        return response;
      }
      throw refusal(url, response.status, await response.text(), apiKey !== undefined);
    } catch (error) {
      signal?.throwIfAborted();
      throw error instanceof TypeError ? unreachable(url, error) : error;
    }
  }

  return {
    url,
    get hasWritten() {
      return hasWritten;
    },
    async ask(path, schema, request = {}) {
      const response = await send(path, request);
      const parsed = schema.safeParse(parseJson(await response.text()));
      if (parsed.success) return parsed.data;
      throw notUnderstood(url, z.prettifyError(parsed.error).replaceAll('\n', ' '), parsed.error);
    },
    async open(path, request = {}) {
      const response = await send(path, request);
      if (response.body === null) throw notUnderstood(url, 'it is empty');
      return response.body;
    },
  };
}
