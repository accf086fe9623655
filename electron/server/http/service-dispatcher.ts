import type { Dispatcher } from 'undici';
import { createGuardedAgent } from './guarded-agent.ts';

const CONNECT_TIMEOUT_MS = 10_000;

let opening: Promise<Dispatcher> | undefined;

async function openDispatcher(): Promise<Dispatcher> {
  const { Dispatcher1Wrapper } = await import('undici');
  // The `fetch` of Node calls dispatchers in the way of the undici that is built into it.
  return new Dispatcher1Wrapper(
    await createGuardedAgent({ allowLocalNetwork: true, connectTimeoutMs: CONNECT_TIMEOUT_MS }),
  );
}

/**
 * Options for `fetch` to a service that a node names: an embedding server, a vector store. Private networks are fine for them, link-local addresses are
 * refused: `fetch` then fails, with UserError ADDRESS_REFUSED as its cause. The connections are the process's own, shared by all.
 * @returns `dispatcher`, as a plain object since the types of Node's own undici are of another version
 */
export async function serviceFetchOptions(): Promise<object> {
  opening ??= openDispatcher();
  return { dispatcher: await opening };
}
