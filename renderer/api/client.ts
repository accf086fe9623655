import { createApiClient, type Fetch } from '../../shared/client/api-client.ts';
import { withAccess } from './access.ts';
import { serverAddress } from './server-address.ts';

/** Browsers take 64 KiB in all calls that outlive the page. A larger one is sent as usual, and cut off with the page. */
const MOST_OUTLIVING_BYTES = 60_000;

const send: Fetch = (url, { keepalive = false, body, ...init }) => {
  if (typeof body !== 'string') return fetch(url, { ...init, body: body ?? null });
  // A flow may have 20 MB: as a blob they go to the network beside the page's thread.
  const bytes = new Blob([body]);
  const isSmall = bytes.size <= MOST_OUTLIVING_BYTES;
  return fetch(url, { ...init, body: isSmall ? body : bytes, keepalive: keepalive && isSmall });
};

/** Calls the server. Asks for a key where the server wants one. */
export const api = createApiClient(serverAddress, withAccess(send));

/** Of a person's own calls: uploads work whatever a flow's override switches say to scripts, and passages go to no service without consent. */
export const OWN_HEADERS = { 'x-request-from': 'internal' } as const;

/** The sentence to show for anything that was thrown. */
export function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
