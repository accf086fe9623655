import { isSuccess } from '../net/require-success.ts';
import { parseWebAddress, shownAddress, statusFailed } from '../net/web-errors.ts';
import { type WebParts, webParts } from './read-site.ts';

interface Checked {
  /** As a person wrote it. */
  readonly address: string;
  /** Name of the setting that it comes from. */
  readonly param: string;
  readonly allowLocalNetwork: boolean;
}

/**
 * Asks for a page and says what answered. Its body is not read.
 * @throws what the web client throws; OperationalError SERVICE_FAILED for an answer that is none of success
 */
export async function checkAddress(
  { address, param, allowLocalNetwork }: Checked,
  signal: AbortSignal,
  parts: WebParts = webParts,
): Promise<string> {
  const url = parseWebAddress(address, param);
  const client = parts.openClient({ allowLocalNetwork, sleep: parts.sleep });
  try {
    const answer = await client.fetchStream(url, { signal });
    answer.discard();
    if (!isSuccess(answer)) throw statusFailed(answer.url, answer.status);
    const type = answer.headers.get('content-type')?.split(';')[0] ?? 'something of an unknown kind';
    return `${shownAddress(answer.url)} answers with ${type} (status ${answer.status}).`;
  } finally {
    await client.close();
  }
}
