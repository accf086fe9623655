import { z } from 'zod';
import { createGuardedAgent } from '../http/guarded-agent.ts';
import { networkProblem, ownErrorIn } from '../http/service-errors.ts';

const CONNECT_TIMEOUT_MS = 5000;
const LONGEST_BODY = 1_000_000;
const MOST_REQUESTS = 20;

const RequestSchema = z.object({
  url: z.string(),
  method: z.string().optional(),
  headers: z.record(z.string(), z.string()).optional(),
  body: z.string().max(LONGEST_BODY).optional(),
});

type Fetched =
  | {
      readonly status: number;
      readonly statusText: string;
      readonly url: string;
      readonly headers: Readonly<Record<string, string>>;
      readonly text: string;
    }
  | { readonly problem: string };

/** The beginning of a body, as a text. */
async function readText({ body }: Response): Promise<string> {
  const decoder = new TextDecoder();
  let text = '';
  for await (const bytes of body ?? []) {
    text += decoder.decode(bytes, { stream: true });
    if (text.length >= LONGEST_BODY) break;
  }
  return text.slice(0, LONGEST_BODY);
}

async function fetchOnce(written: string): Promise<Fetched> {
  const { data } = RequestSchema.safeParse(JSON.parse(written));
  if (data === undefined)
    return { problem: 'A request has an address, a method, headers that are texts, and a text of 1 MB at most.' };
  if (!/^https?:/i.test(data.url)) return { problem: 'Only http and https can be fetched.' };
  const { url, method = 'GET', headers = {}, body } = data;
  const response = await fetch(url, { method, headers, ...(body === undefined ? {} : { body }) });
  const { status, statusText } = response;
  const text = await readText(response);
  return { status, statusText, url: response.url, headers: Object.fromEntries(response.headers), text };
}

function problemOf(error: unknown): string {
  const own = ownErrorIn(error)?.message;
  return own ?? networkProblem(error)?.reason ?? (error instanceof Error ? error.message : String(error));
}

/** Fetches for a script, JSON in and JSON out: through the guard of addresses, which sees each connection, also those of redirects. */
export async function createScriptFetch(allowLocalNetwork: boolean): Promise<(written: string) => Promise<string>> {
  const { setGlobalDispatcher } = await import('undici/lib/global.js');
  setGlobalDispatcher(await createGuardedAgent({ allowLocalNetwork, connectTimeoutMs: CONNECT_TIMEOUT_MS }));
  let requests = 0;
  return async (written) => {
    requests += 1;
    if (requests > MOST_REQUESTS) return JSON.stringify({ problem: `A tool fetches ${MOST_REQUESTS} times at most.` });
    const fetched = await fetchOnce(written).catch((error: unknown): Fetched => ({ problem: problemOf(error) }));
    return JSON.stringify(fetched);
  };
}
