import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { listenOnFreePort } from './listen-on-free-port.ts';

export interface SeenRequest {
  readonly method: string;
  /** Path with query. */
  readonly path: string;
  readonly headers: IncomingMessage['headers'];
  readonly body: string;
}

/** The answer of a path: an HTML page, a status with headers and a body, or the result of a function. */
export type Page =
  | string
  | {
      readonly status?: number;
      readonly headers?: Readonly<Record<string, string>>;
      readonly body?: string | Uint8Array;
    }
  | ((response: ServerResponse, request: SeenRequest) => void);

export interface LocalSite {
  readonly origin: string;
  /** The requests so far, in order. */
  readonly requests: readonly SeenRequest[];
  /** Paths of the requests so far. */
  paths(): string[];
  /** Adds or replaces pages. */
  setPages(pages: Readonly<Record<string, Page>>): void;
  /** Clears the list of requests. */
  forget(): void;
  close(): Promise<void>;
}

/** A website on a free port of this machine. Pages are found by path and query, then by path alone; otherwise the answer is 404. */
export async function openLocalSite(pages: Readonly<Record<string, Page>> = {}): Promise<LocalSite> {
  const known = new Map(Object.entries(pages));
  const requests: SeenRequest[] = [];
  const server = createServer((request, response) => {
    const pieces: Buffer[] = [];
    request.on('data', (piece: Buffer) => pieces.push(piece));
    request.on('end', () => {
      const path = request.url ?? '/';
      const body = Buffer.concat(pieces).toString('utf8');
      const seen = { method: request.method ?? '', path, headers: request.headers, body };
      requests.push(seen);
      answer(known.get(path) ?? known.get(path.split('?')[0] ?? ''), response, seen);
    });
  });
  const { origin, close } = await listenOnFreePort(server);
  return {
    origin,
    requests,
    paths: () => requests.map(({ path }) => path),
    setPages(more) {
      for (const [path, page] of Object.entries(more)) known.set(path, page);
    },
    forget: () => void requests.splice(0),
    close,
  };
}

function answer(page: Page | undefined, response: ServerResponse, request: SeenRequest): void {
  if (typeof page === 'function') {
    page(response, request);
    return;
  }
  const { status, headers, body } =
    page === undefined ? { status: 404, body: 'Not here' } : typeof page === 'string' ? { body: page } : page;
  response.writeHead(status ?? 200, { 'content-type': 'text/html; charset=utf-8', ...headers });
  response.end(request.method === 'HEAD' ? undefined : body);
}

/** A redirect. */
export function redirectTo(location: string, status = 302): Page {
  return { status, headers: { location } };
}
