import { request as httpRequest, type OutgoingHttpHeaders } from 'node:http';

export interface RawRequest {
  readonly method: string;
  /** Sent unchanged: fetch would remove `..`. */
  readonly path: string;
  readonly headers?: OutgoingHttpHeaders;
  readonly body?: string | Uint8Array;
  /** Without a length, so that the server learns the size only while it reads. */
  readonly isChunked?: boolean;
}

export interface RawAnswer {
  readonly status: number;
  readonly headers: NodeJS.Dict<string | string[]>;
  readonly text: string;
}

/** No call of the suites takes nearly this long: a server without an answer by then hangs. */
const LONGEST_WAIT_MS = 20_000;

/** Sends exactly this, and rejects if there is no answer in time. */
export function sendRaw(
  origin: string,
  { method, path, headers = {}, body, isChunked = false }: RawRequest,
): Promise<RawAnswer> {
  const { hostname, port } = new URL(origin);
  return new Promise((resolve, reject) => {
    const length = body === undefined || isChunked ? {} : { 'content-length': Buffer.byteLength(body) };
    const request = httpRequest({ hostname, port, method, path, headers: { ...length, ...headers } }, (response) => {
      const parts: Buffer[] = [];
      response.on('data', (part: Buffer) => parts.push(part));
      response.once('error', reject);
      response.once('end', () => {
        resolve({
          status: response.statusCode ?? 0,
          headers: response.headers,
          text: Buffer.concat(parts).toString('utf8'),
        });
        // A server that answers early need not read the rest.
        if (!request.writableFinished) request.destroy();
      });
    });
    request.setTimeout(LONGEST_WAIT_MS, () => {
      request.destroy(new Error(`${method} ${path.slice(0, 200)} has had no answer for ${LONGEST_WAIT_MS} ms`));
    });
    request.once('error', reject);
    request.end(body);
  });
}
