import { createApiClient, type Fetch } from '../../shared/client/api-client.ts';
import { withAccess } from './access.ts';
import { serverAddress } from './server-address.ts';

/** Browsers take 64 KiB in all calls that outlive the page. A larger one is sent as usual, and cut off with the page. */
const MOST_OUTLIVING_BYTES = 60_000;

const send: Fetch = (url, { keepalive = false, ...init }) => {
  const { body } = init;
  const isSmall = typeof body === 'string' && new Blob([body]).size <= MOST_OUTLIVING_BYTES;
  return fetch(url, { ...init, keepalive: keepalive && isSmall });
};

/** Calls the server. Asks for a key where the server wants one. */
export const api = createApiClient(serverAddress, withAccess(send));

/** The sentence to show for anything that was thrown. */
export function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
