import { CODE_PARAM } from '../../shared/api/session.ts';
import { api } from '../api/client.ts';

/**
 * Uses the code of the link that this page was opened by, if there is one, and takes it out of the address: it works once. From then on this browser
 * is the app to the server.
 * @throws ApiError for a code that was used before
 */
export async function openSession(): Promise<void> {
  const address = new URL(window.location.href);
  const code = address.searchParams.get(CODE_PARAM);
  if (code === null) return;
  address.searchParams.delete(CODE_PARAM);
  window.history.replaceState(window.history.state, '', address);
  await api.call('openSession', { body: { code } });
}
