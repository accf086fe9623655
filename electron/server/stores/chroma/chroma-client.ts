import type { ChromaClient } from 'chromadb';
import { UserError } from '../../../../shared/errors/errors.ts';
import { serviceFetchOptions } from '../../http/service-dispatcher.ts';
import { callStore, type StoreCall, type StoreFailure, type StoreService } from '../store-service.ts';

export interface ChromaAccess {
  /** No path: Chroma's client takes none. */
  readonly url: URL;
  readonly apiKey: string;
  /** Empty: the one that the key is for, or Chroma's default. */
  readonly tenant: string;
  readonly database: string;
}

/** One request, or a few that belong together and may be made again. */
export type ChromaWork<T> = (client: ChromaClient) => Promise<T>;

/** A server whose tenant and database are known once it has been asked for the first time. */
export interface ChromaConnection {
  /** @throws OperationalError SERVICE_FAILED, SERVICE_TIMEOUT; the signal's reason when it aborts */
  call<T>(work: ChromaWork<T>, signal: AbortSignal, retry?: boolean): Promise<T>;
}

/** Chroma's defaults, which a server that keeps no accounts has. */
export const DEFAULT_TENANT = 'default_tenant';
export const DEFAULT_DATABASE = 'default_database';

/** Statuses behind the names of the errors of Chroma's client, which drops the answers. */
const STATUS_OF: Readonly<Record<string, number>> = {
  ChromaClientError: 400,
  ChromaAuthError: 401,
  ChromaForbiddenError: 403,
  ChromaNotFoundError: 404,
  ChromaUniqueError: 409,
  ChromaQuotaExceededError: 422,
  ChromaRateLimitError: 429,
  ChromaServerError: 500,
};
/** Words of the client itself, which say no more than the status. */
const SILENT = new Set([401, 403, 404, 409, 429]);

function readRefusal({ name, message }: Error): StoreFailure | undefined {
  const known = STATUS_OF[name];
  if (known === undefined) return undefined;
  if (SILENT.has(known)) return { kind: 'refused', status: known, words: '' };
  const words = message.replace(/^Bad request to \S+ with status: /, '');
  const written = known === 500 ? /^(\d{3}): /.exec(words)?.[1] : undefined;
  return { kind: 'refused', status: written === undefined ? known : Number(written), words };
}

/** Chroma's client hides why a connection failed: another request finds out. */
async function probe(url: URL, signal: AbortSignal): Promise<unknown> {
  try {
    await fetch(new URL('/api/v2/heartbeat', url), { ...(await serviceFetchOptions()), redirect: 'error', signal });
    return undefined;
  } catch (error) {
    return error;
  }
}

/** Longer is not waited for the reason of a failure. */
const PROBE_MS = 2000;

async function explain(url: URL, error: unknown, signal: AbortSignal): Promise<StoreFailure> {
  if (!(error instanceof Error)) return { kind: 'unusable', cause: error };
  const refusal = readRefusal(error);
  if (refusal !== undefined) return refusal;
  if (error.name !== 'ChromaConnectionError') return { kind: 'unusable', cause: error };
  return { kind: 'unreachable', cause: await probe(url, AbortSignal.any([signal, AbortSignal.timeout(PROBE_MS)])) };
}

type ChromaDatabase = Pick<ChromaAccess, 'tenant' | 'database'>;

type Checks = Awaited<ReturnType<ChromaClient['getPreflightChecks']>>;

interface ClientOptions {
  readonly place: ChromaDatabase;
  readonly signal: AbortSignal;
  /** What the server said of its limits, so that the client does not ask again. */
  readonly checks?: Checks | undefined;
}

async function makeClient(
  { url, apiKey }: ChromaAccess,
  { place, signal, checks }: ClientOptions,
): Promise<ChromaClient> {
  const { ChromaClient } = await import('chromadb');
  class InformedClient extends ChromaClient {
    constructor(args: ConstructorParameters<typeof ChromaClient>[0]) {
      super(args);
      this.preflightChecks = checks;
    }
  }
  const ssl = url.protocol === 'https:';
  return new InformedClient({
    host: url.hostname,
    port: url.port === '' ? (ssl ? 443 : 80) : Number(url.port),
    ssl,
    ...place,
    headers: apiKey === '' ? {} : { 'x-chroma-token': apiKey },
    // The client takes no signal per request: a client is a few closures, so each request gets its own.
    fetchOptions: { ...(await serviceFetchOptions()), signal, redirect: 'error' },
  });
}

/** Looks up what the key is for. @throws UserError INVALID_PARAM when that is not one database */
async function askForPlace(access: ChromaAccess, signal: AbortSignal): Promise<ChromaDatabase> {
  const unnamed = { tenant: access.tenant || DEFAULT_TENANT, database: access.database || DEFAULT_DATABASE };
  const { tenant, databases } = await (await makeClient(access, { place: unnamed, signal })).getUserIdentity();
  const [only, ...others] = new Set(databases);
  const database = access.database || only;
  if (database === undefined || (access.database === '' && (others.length > 0 || database === '*'))) {
    throw new UserError(
      'INVALID_PARAM',
      `Chroma at ${access.url.origin} has several databases for this key: name one in the credential.`,
      { details: { param: 'chromaDatabase' } },
    );
  }
  return { tenant: access.tenant || tenant, database };
}

/** Connects to nothing yet. */
export function createChromaConnection(access: ChromaAccess, service: StoreService): ChromaConnection {
  const isKnown = access.apiKey === '' || (access.tenant !== '' && access.database !== '');
  let place: ChromaDatabase | undefined = isKnown
    ? { tenant: access.tenant || DEFAULT_TENANT, database: access.database || DEFAULT_DATABASE }
    : undefined;
  let checks: Checks | undefined;
  return {
    call: (work, signal, retry = true) => {
      const call = {
        attempt: async (attemptSignal: AbortSignal) => {
          place ??= await askForPlace(access, attemptSignal);
          const client = await makeClient(access, { place, signal: attemptSignal, checks });
          const result = await work(client);
          checks ??= client.preflightChecks;
          return result;
        },
        explain: (error: unknown) => explain(access.url, error, signal),
        retry,
      };
      return callStore(service, call satisfies StoreCall<unknown>, signal);
    },
  };
}
