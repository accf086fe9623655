import { z } from 'zod';
import { type ApiClient, createApiClient } from '../../../../shared/client/api-client.ts';
import { ApiError } from '../../../../shared/client/api-error.ts';
import { LOCAL_TOKEN_HEADER } from '../../../../shared/data-folder.ts';
import { describeFault } from '../../../../shared/errors/describe-fault.ts';
import { OperationalError, UserError } from '../../../../shared/errors/errors.ts';

/** Secrets that are sent only to the server. */
export interface ApiSecrets {
  readonly apiKey: string | undefined;
  /** The secret of the server's data folder. */
  readonly localToken: string | undefined;
}

/** A server connection, and whether the command has changed anything. */
export interface Connection {
  readonly api: ApiClient;
  /** Whether a call that may have changed something has succeeded. */
  readonly hasWritten: boolean;
  /** Explains a failed call in terms of the command line; other errors are returned unchanged. */
  readonly explain: (error: unknown) => unknown;
}

function notUnderstood(url: string, { cause, status }: ApiError): OperationalError {
  const reason = cause instanceof z.ZodError ? describeFault(cause) : `status ${status}`;
  return new OperationalError(
    'SERVICE_FAILED',
    `The answer of ${url} is not as expected (${reason}): check that a Tributary of this version runs there.`,
    { cause },
  );
}

function explain(error: unknown, url: string, hasKey: boolean): unknown {
  if (!(error instanceof ApiError)) return error;
  const { code, message, status, nodeId, details, cause } = error;
  if (code === 'NETWORK') {
    const text = `No answer from ${url}: check that the server runs there, or leave --url out.`;
    return new OperationalError('SERVICE_FAILED', text, { cause });
  }
  if (code === 'BAD_ANSWER' || code === 'FILE_CHANGED') return notUnderstood(url, error);
  if (code === 'UNAUTHORIZED') {
    const problem = hasKey ? 'does not take the key that it was given' : 'wants a key';
    const text = `The server ${problem}: put the right one into the environment variable TRIBUTARY_API_KEY.`;
    return new UserError(code, text);
  }
  return status < 500
    ? new UserError(code, message, { nodeId, details })
    : new OperationalError(code, message, { nodeId, details });
}

/** Calls the HTTP API of the server at an address. */
export function connectTo(url: string, { apiKey, localToken }: ApiSecrets): Connection {
  let hasWritten = false;
  const keys = {
    ...(localToken === undefined ? {} : { [LOCAL_TOKEN_HEADER]: localToken }),
    ...(apiKey === undefined ? {} : { authorization: `Bearer ${apiKey}` }),
  };
  const api = createApiClient(url, async (address, init) => {
    const headers = { ...keys, ...Object.fromEntries(new Headers(init.headers)) };
    // Our server never redirects: following a redirect could send files to another server.
    const response = await fetch(address, { ...init, headers, redirect: 'error' });
    hasWritten ||= response.ok && init.method !== 'GET';
    return response;
  });
  return {
    api,
    get hasWritten() {
      return hasWritten;
    },
    explain: (error) => explain(error, url, apiKey !== undefined),
  };
}
