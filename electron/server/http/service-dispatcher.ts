import type { Agent, Dispatcher } from 'undici';
import { ACCEPTED_ENCODINGS, decodeBody } from './decode-body.ts';
import { createGuardedAgent } from './guarded-agent.ts';

const CONNECT_TIMEOUT_MS = 10_000;

let openingAgent: Promise<Agent> | undefined;
let openingDispatcher: Promise<Dispatcher> | undefined;
let openingPublic: Promise<Dispatcher> | undefined;

function openAgent(): Promise<Agent> {
  openingAgent ??= createGuardedAgent({ allowLocalNetwork: true, connectTimeoutMs: CONNECT_TIMEOUT_MS });
  return openingAgent;
}

async function toDispatcher(agent: Promise<Agent>): Promise<Dispatcher> {
  const { default: Dispatcher1Wrapper } = await import('undici/lib/dispatcher/dispatcher1-wrapper.js');
  // The `fetch` of Node calls dispatchers in the way of the undici that is built into it.
  return new Dispatcher1Wrapper(await agent);
}

/**
 * Options for `fetch` to a service that a node names: an embedding server, a vector store. Private networks are fine for them, link-local addresses are
 * refused: `fetch` then fails, with UserError ADDRESS_REFUSED as its cause. The connections are the process's own, shared by all.
 * @returns `dispatcher`, as a plain object since the types of Node's own undici are of another version
 */
export async function serviceFetchOptions(): Promise<object> {
  openingDispatcher ??= toDispatcher(openAgent());
  return { dispatcher: await openingDispatcher };
}

/** The same for what others name, such as the target of a redirect: addresses of this machine and its networks are refused, too. */
export async function publicFetchOptions(): Promise<object> {
  openingPublic ??= toDispatcher(
    createGuardedAgent({ allowLocalNetwork: false, connectTimeoutMs: CONNECT_TIMEOUT_MS }),
  );
  return { dispatcher: await openingPublic };
}

/** An answer of whatever status. */
export interface ServiceAnswer {
  readonly status: number;
  /** The unpacked body. */
  readonly text: string;
  /** The header of that name. */
  readonly retryAfter: string | null;
}

/** What is asked for; the names of headers in lower case. */
export interface ServiceGet {
  readonly headers: Readonly<Record<string, string>>;
  readonly signal: AbortSignal;
}

export interface ServicePost extends ServiceGet {
  readonly body: string;
}

function oneOf(header: string | readonly string[] | undefined): string | null {
  return typeof header === 'string' ? header : (header?.join(', ') ?? null);
}

/**
 * Posts to such a service, by the same connections. Redirects are not followed. Without the `fetch` of Node, which costs 15 MB and half a millisecond a request.
 * @throws what the connection or the signal says
 */
export const postToService = (url: string, post: ServicePost): Promise<ServiceAnswer> =>
  callService(url, { ...post, method: 'POST' });

/** The same for what a service has to read. */
export const getFromService = (url: string, get: ServiceGet): Promise<ServiceAnswer> =>
  callService(url, { ...get, method: 'GET', body: null });

async function callService(
  url: string,
  { method, headers, body, signal }: ServiceGet & { readonly method: 'GET' | 'POST'; readonly body: string | null },
): Promise<ServiceAnswer> {
  const { origin, pathname, search } = new URL(url);
  const { default: request } = await import('undici/lib/api/api-request.js');
  const response = await request.call(await openAgent(), {
    origin,
    path: pathname + search,
    method,
    body,
    signal,
    headers: { accept: '*/*', 'user-agent': 'node', 'accept-encoding': ACCEPTED_ENCODINGS, ...headers },
    // The signal counts the time.
    headersTimeout: 0,
    bodyTimeout: 0,
  });
  const pieces: Buffer[] = [];
  for await (const piece of decodeBody(response.body, oneOf(response.headers['content-encoding']))) pieces.push(piece);
  return {
    status: response.statusCode,
    text: new TextDecoder().decode(Buffer.concat(pieces)),
    retryAfter: oneOf(response.headers['retry-after']),
  };
}
