import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { FakeQdrantError } from './fake-qdrant-filter.ts';
import { createSchema, type FakeCollection, ON_COLLECTION, parse } from './fake-qdrant-points.ts';
import { listenOnFreePort } from './listen-on-free-port.ts';

/** One request as the fake received it. */
export interface FakeQdrantCall {
  /** From 1, in the order of arrival. */
  readonly number: number;
  readonly method: string;
  /** With the query. */
  readonly path: string;
  readonly body: unknown;
}

/** A scripted answer: a status with a body, no answer at all, or a cut connection. */
export type FakeQdrantReply =
  | { readonly status: number; readonly headers?: Record<string, string>; readonly body?: unknown }
  | 'hang'
  | 'drop';

export interface FakeQdrantOptions {
  /** Required in the header `api-key`. */
  readonly apiKey?: string;
  /** False: drops the metadata of collections, like servers before 1.16. */
  readonly keepsMetadata?: boolean;
  /** Answers single requests itself; undefined leaves the answer to the fake. */
  readonly reply?: (call: FakeQdrantCall) => FakeQdrantReply | undefined;
}

export interface FakeQdrant {
  readonly url: string;
  readonly calls: readonly FakeQdrantCall[];
  close(): Promise<void>;
}

const VERSION = '1.19.0';
/** Like the real server: the whole request, in bytes. */
const MAX_REQUEST_BYTES = 32 * 1024 * 1024;

class Collections {
  private readonly byName = new Map<string, FakeCollection>();
  private readonly keepsMetadata: boolean;

  constructor(keepsMetadata: boolean) {
    this.keepsMetadata = keepsMetadata;
  }

  answer(method: string, path: string, body: unknown): unknown {
    if (method === 'GET' && path === '/') return { title: 'qdrant - vector search engine', version: VERSION };
    const [, encoded = '', rest = ''] = /^\/collections\/([^/]+)(\/.*)?$/.exec(path) ?? [];
    const name = decodeURIComponent(encoded);
    if (name === '') throw new FakeQdrantError(404, undefined);
    if (method === 'PUT' && rest === '') return this.create(name, body);
    if (method === 'DELETE' && rest === '') return this.byName.delete(name);
    const handler = ON_COLLECTION[`${method} ${rest}`];
    if (handler === undefined) throw new FakeQdrantError(404, undefined);
    const collection = this.byName.get(name);
    if (collection === undefined) throw new FakeQdrantError(404, `Not found: Collection \`${name}\` doesn't exist!`);
    return handler(collection, body);
  }

  private create(name: string, body: unknown): boolean {
    const { metadata, ...config } = parse(createSchema, body);
    if (this.byName.has(name)) {
      throw new FakeQdrantError(409, `Wrong input: Collection \`${name}\` already exists!`);
    }
    const kept = this.keepsMetadata && metadata ? { ...config, metadata } : config;
    const { size, distance } = config.vectors;
    this.byName.set(name, { config: kept, size, distance, points: new Map() });
    return true;
  }
}

async function readBody(request: IncomingMessage): Promise<Buffer> {
  const parts: Buffer[] = [];
  for await (const part of request) parts.push(Buffer.from(part));
  return Buffer.concat(parts);
}

function sendJson(response: ServerResponse, status: number, body: unknown, headers: Record<string, string> = {}): void {
  const bytes = Buffer.from(JSON.stringify(body) ?? '');
  response.writeHead(status, { 'content-type': 'application/json', 'content-length': bytes.length, ...headers });
  response.end(bytes);
}

function sendText(response: ServerResponse, status: number, text: string): void {
  response.writeHead(status, { 'content-type': 'text/plain' });
  response.end(text);
}

/**
 * A local server with the part of Qdrant's REST API that a vector store needs, because no real one can be installed here: collections with one vector
 * per point, exact search, filters, its statuses and error bodies, its request limit. Closing it deletes its data.
 */
export async function startFakeQdrant(options: FakeQdrantOptions = {}): Promise<FakeQdrant> {
  const collections = new Collections(options.keepsMetadata ?? true);
  const calls: FakeQdrantCall[] = [];

  const answer = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const bytes = await readBody(request);
    const { method = 'GET', url: path = '/' } = request;
    if (options.apiKey !== undefined && request.headers['api-key'] !== options.apiKey) {
      sendText(response, 401, 'Must provide an API key or an Authorization bearer token');
      return;
    }
    if (bytes.length > MAX_REQUEST_BYTES) {
      sendText(
        response,
        413,
        `JSON payload (${bytes.length} bytes) is larger than allowed (limit: ${MAX_REQUEST_BYTES} bytes).`,
      );
      return;
    }
    const body: unknown = bytes.length === 0 ? undefined : JSON.parse(bytes.toString('utf8'));
    const call = { number: calls.length + 1, method, path, body };
    calls.push(call);
    const scripted = options.reply?.(call);
    if (scripted === 'hang') return;
    if (scripted === 'drop') {
      request.socket.destroy();
      return;
    }
    if (scripted !== undefined) {
      sendJson(response, scripted.status, scripted.body ?? {}, scripted.headers);
      return;
    }
    const result = collections.answer(method, path.replace(/\?.*$/, ''), body);
    sendJson(response, 200, path === '/' ? result : { result, status: 'ok', time: 0.000_1 });
  };

  const server = createServer((request, response) => {
    answer(request, response).catch((error: unknown) => {
      if (!(error instanceof FakeQdrantError))
        sendJson(response, 500, { status: { error: `Service internal error: ${error}` }, time: 0 });
      else if (error.words === undefined) sendText(response, error.status, '');
      else sendJson(response, error.status, { status: { error: error.words }, time: 0.000_1 });
    });
  });
  const { origin, close } = await listenOnFreePort(server);
  return { url: origin, calls, close };
}
