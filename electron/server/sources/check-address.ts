import { isSuccess } from '../http/require-success.ts';
import { parseWebAddress, shownAddress, statusFailed } from '../http/web-errors.ts';
import { type WebParts, webParts } from './web-parts.ts';

export interface CheckedAddress {
  /** As the user wrote it. */
  readonly address: string;
  /** Name of its setting. */
  readonly param: string;
  readonly allowLocalNetwork: boolean;
  readonly headers?: Readonly<Record<string, string>>;
  /** HEAD only tests whether a server answers. GET by default. */
  readonly method?: 'GET' | 'HEAD';
}

/** The server rejects or does not know HEAD: it exists all the same. */
const NOT_FOR_HEAD = [400, 405, 415, 422, 501];

/**
 * Requests a page and reports what answered. The body is not read.
 * @throws what the web client throws; OperationalError SERVICE_FAILED for an unsuccessful answer
 */
export async function checkAddress(
  { address, param, allowLocalNetwork, headers = {}, method = 'GET' }: CheckedAddress,
  signal: AbortSignal,
  parts: WebParts = webParts,
): Promise<string> {
  const url = parseWebAddress(address, param);
  const client = parts.openClient({ allowLocalNetwork, sleep: parts.sleep });
  try {
    const answer = await client.fetchStream(url, { signal, headers, method });
    answer.discard();
    if (method === 'HEAD' && NOT_FOR_HEAD.includes(answer.status)) return `${shownAddress(answer.url)} is there.`;
    if (!isSuccess(answer)) throw statusFailed(answer.url, answer.status);
    const type = answer.headers.get('content-type')?.split(';')[0] ?? 'something of an unknown kind';
    return `${shownAddress(answer.url)} answers with ${type} (status ${answer.status}).`;
  } finally {
    await client.close();
  }
}
