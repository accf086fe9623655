import { AsyncLocalStorage } from 'node:async_hooks';
import { createGuardedAgent } from '../http/guarded-agent.ts';
import { readRetryAfterMs } from '../http/retries.ts';

const CONNECT_TIMEOUT_MS = 10_000;
/** An answer keeps its connection for as long as it is being written. */
const ANSWERS_PER_HOST = 100;
/** Of a refusal: more says nothing new. */
const LONGEST_REFUSAL = 10_000;

/** An answer of a service that is none of success (2xx). */
export interface ServiceRefusal {
  readonly status: number;
  readonly retryAfterMs: number | undefined;
  /** Its body, as it came. */
  readonly text: string;
}

/** One request of a model: what it heard, since each client packs that into errors of its own, or leaves it out. */
export interface Exchange {
  /** Closes the connection, whatever the client makes of it. */
  readonly signal: AbortSignal;
  refusal: ServiceRefusal | undefined;
  /** Why no answer came at all. */
  failure: unknown;
}

const exchanges = new AsyncLocalStorage<Exchange>();

/** Does something that asks a service; what it heard last is then in `exchange`. */
export function listenTo<T>(exchange: Exchange, work: () => Promise<T>): Promise<T> {
  return exchanges.run(exchange, work);
}

/**
 * Has every `fetch` of this process go by the guard of addresses, whoever calls it: networks of this machine are fine for chat models, where cloud machines get their
 * secrets is refused. Redirects are not followed: they could take a key to a host that it may not go to.
 */
export async function guardConnections(): Promise<void> {
  const { setGlobalDispatcher } = await import('undici/lib/global.js');
  const agent = await createGuardedAgent({
    allowLocalNetwork: true,
    connectTimeoutMs: CONNECT_TIMEOUT_MS,
    connectionsPerHost: ANSWERS_PER_HOST,
    // Whoever asks counts the time.
    silenceMs: 0,
  });
  setGlobalDispatcher(agent);
  const fetchGuarded = globalThis.fetch;
  globalThis.fetch = async (input, init) => {
    const exchange = exchanges.getStore();
    const signals = [exchange?.signal, init?.signal].filter((signal) => signal instanceof AbortSignal);
    const response = await fetchGuarded(input, {
      ...init,
      redirect: 'manual',
      signal: AbortSignal.any(signals),
    }).catch((error: unknown) => {
      if (exchange !== undefined) exchange.failure = error;
      throw error;
    });
    if (response.ok) return response;
    const { status, statusText, headers } = response;
    const text = (await response.text()).slice(0, LONGEST_REFUSAL);
    const retryAfterMs = readRetryAfterMs(headers.get('retry-after'));
    if (exchange !== undefined) exchange.refusal = { status, retryAfterMs, text };
    return new Response(text, { status, statusText, headers: { 'content-type': headers.get('content-type') ?? '' } });
  };
}
