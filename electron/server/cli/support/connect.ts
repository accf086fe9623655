import { setTimeout } from 'node:timers/promises';
import { z } from 'zod';
import { API_BASE } from '../../../../shared/api/common.ts';
import { isFinalStatus } from '../../../../shared/api/runs.ts';
import { type ApiClient, createApiClient } from '../../../../shared/client/api-client.ts';
import { ApiError } from '../../../../shared/client/api-error.ts';
import { followRun } from '../../../../shared/client/follow-run.ts';
import { LOCAL_TOKEN_HEADER } from '../../../../shared/data-folder.ts';
import { describeFault } from '../../../../shared/errors/describe-fault.ts';
import { AppError, OperationalError, UserError } from '../../../../shared/errors/errors.ts';
import { reachableAddress } from '../../../../shared/net/reachable-address.ts';
import { dataDirOf, readConfig } from '../../config.ts';
import { readLocalToken } from '../../secrets/local-token.ts';
import { findDataFolderHolder } from '../../storage/data-folder.ts';
import { usageError } from './arguments.ts';
import type { Call } from './command.ts';
import { note } from './output.ts';

export interface ServerOptions {
  readonly command: string;
  readonly url: string | undefined;
  readonly dataDir: string | undefined;
  readonly call: Call;
  /** Why a server that ends with the call would be useless; then none is started. */
  readonly needsRunning?: string;
}

/** How long to wait for a server that is starting or stopping. */
const PATIENCE_MS = 20_000;
const POLL_MS = 100;
/** How many servers may go away while they are used; each was started by another call for itself. */
const MOST_TRIES = 5;

function originOf(command: string, text: string): string {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (url === undefined || !/^https?:$/.test(url.protocol)) {
    throw usageError(command, `--url is ${text} and must be an address like http://127.0.0.1:3000`);
  }
  return url.origin;
}

async function answers(url: string): Promise<boolean> {
  try {
    // Any answer is enough: the lock of the data folder shows that the server is ours.
    await fetch(`${url}${API_BASE}/ping`, { signal: AbortSignal.timeout(PATIENCE_MS) });
    return true;
  } catch {
    // It is still starting or already stopping: the caller tries again.
    return false;
  }
}

function readCliConfig({ dataDir, call }: ServerOptions) {
  const folder = dataDir === undefined ? [] : ['--data-dir', dataDir];
  return readConfig(['--headless', '--host', '127.0.0.1', '--port', '0', ...folder], call.env);
}

/** A server found running has nothing to close. */
interface Found {
  readonly url: string;
  readonly close?: () => Promise<void>;
}

interface OwnServer<T> {
  readonly call: Call;
  readonly work: (api: ApiClient) => Promise<T>;
  readonly close: () => Promise<void>;
}

async function startOwn(options: ServerOptions): Promise<Found | undefined> {
  const { startServer } = await import('../../serve.ts');
  try {
    return await startServer({ ...readCliConfig(options), logLevel: 'error' });
  } catch (error) {
    // Another call started a server first: use that one.
    if (error instanceof AppError && error.code === 'DATA_FOLDER_IN_USE') return undefined;
    throw error;
  }
}

/** The server of the data folder, or one started in this process. */
async function findOrStart(options: ServerOptions): Promise<Found> {
  const { dataDir } = readCliConfig(options);
  const deadlineMs = performance.now() + PATIENCE_MS;
  while (performance.now() < deadlineMs) {
    options.call.signal.throwIfAborted();
    const holder = findDataFolderHolder(dataDir);
    if (holder === undefined) {
      if (options.needsRunning !== undefined) {
        throw new UserError(
          'INVALID_USAGE',
          `No server runs on this data folder, and ${options.needsRunning}: start one with tributary serve.`,
        );
      }
      const own = await startOwn(options);
      if (own !== undefined) return own;
    } else if (holder.url !== undefined) {
      const url = reachableAddress(holder.url);
      if (await answers(url)) return { url };
    }
    await setTimeout(POLL_MS, undefined, { signal: options.call.signal });
  }
  throw new OperationalError(
    'DATA_FOLDER_IN_USE',
    'The server that holds this data folder does not answer: stop it, or choose another folder with --data-dir.',
  );
}

/** Another call may meanwhile use our server: its runs must finish first. */
async function letOthersFinish(api: ApiClient, signal: AbortSignal): Promise<void> {
  try {
    for (const { id, status } of await api.call('listRuns', { query: { limit: 1000 }, signal })) {
      if (!isFinalStatus(status)) await followRun(api, { runId: id, signal, onEvent: () => undefined, mostTries: 1 });
    }
  } catch (error) {
    // If the check fails (no key, Ctrl+C), the server still stops in order; the result of the command's own work counts.
    if (!(error instanceof ApiError) && !signal.aborted) throw error;
  }
}

/** Secrets that are sent only to the server. */
interface ApiSecrets {
  readonly apiKey: string | undefined;
  /** The secret of the server's data folder. */
  readonly localToken: string | undefined;
}

/** A server connection, and whether the command has changed anything. */
interface Connection {
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
function connectTo(url: string, { apiKey, localToken }: ApiSecrets): Connection {
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

async function workOnOwn<T>({ api, explain }: Connection, { call, work, close }: OwnServer<T>): Promise<T> {
  try {
    call.signal.throwIfAborted();
    for (const notice of await api.call('listNotices')) note(notice.message);
    return await work(api);
  } catch (error) {
    throw explain(error);
  } finally {
    if (!call.signal.aborted) await letOthersFinish(api, call.signal);
    await close();
  }
}

/** Whether the server went away before it did any work for this command: another call had started it for itself. */
function isGone(error: unknown, { hasWritten }: Connection): boolean {
  if (!(error instanceof ApiError) || hasWritten) return false;
  return error.code === 'SHUTTING_DOWN' || error.code === 'NETWORK';
}

/**
 * Works with a server: that of `--url`, the one that has the data folder open, or one that is started for the call and then stopped.
 * @throws UserError INVALID_USAGE for an invalid address; OperationalError if there is no server and none can be started
 */
export async function withServer<T>(options: ServerOptions, work: (api: ApiClient) => Promise<T>): Promise<T> {
  const { command, url, call } = options;
  const apiKey = call.env.TRIBUTARY_API_KEY;
  const dataDir = dataDirOf(options.dataDir, call.env);
  if (url !== undefined) {
    const origin = originOf(command, url);
    const holder = findDataFolderHolder(dataDir)?.url ?? '';
    // The secret of this data folder is sent only to its own server.
    const localToken = reachableAddress(holder) === origin ? readLocalToken(dataDir) : undefined;
    const { api, explain } = connectTo(origin, { apiKey, localToken });
    try {
      return await work(api);
    } catch (error) {
      throw explain(error);
    }
  }
  for (let tries = 1; ; tries += 1) {
    const found = await findOrStart(options);
    const connection = connectTo(found.url, { apiKey, localToken: readLocalToken(dataDir) });
    if (found.close !== undefined) return workOnOwn(connection, { call, work, close: found.close });
    try {
      return await work(connection.api);
    } catch (error) {
      if (tries === MOST_TRIES || !isGone(error, connection)) throw connection.explain(error);
    }
  }
}
