import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { z } from 'zod';
import { FakeQdrantError, fitsFilter } from './fake-qdrant-filter.ts';
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

interface Point {
  readonly id: string | number;
  readonly vector: readonly number[];
  readonly payload: Readonly<Record<string, unknown>>;
}

interface FakeCollection {
  readonly config: Readonly<Record<string, unknown>>;
  readonly size: number;
  readonly distance: string;
  readonly points: Map<string | number, Point>;
}

const VERSION = '1.19.0';
/** Like the real server: the whole request, in bytes. */
const MAX_REQUEST_BYTES = 32 * 1024 * 1024;

const pointId = z.union([z.uuid(), z.number().int().nonnegative()]);
const filterSchema = z.record(z.string(), z.unknown()).nullish();
const createSchema = z
  .object({
    vectors: z
      .object({ size: z.number().int().positive(), distance: z.enum(['Cosine', 'Euclid', 'Dot', 'Manhattan']) })
      .loose(),
    metadata: z.record(z.string(), z.unknown()).nullish(),
  })
  .loose();
const upsertSchema = z.object({
  points: z.array(
    z
      .object({ id: pointId, vector: z.array(z.number()), payload: z.record(z.string(), z.unknown()).nullish() })
      .strict(),
  ),
});
const deleteSchema = z.union([
  z.object({ points: z.array(pointId) }),
  z.object({ filter: z.record(z.string(), z.unknown()) }),
]);
const retrieveSchema = z.object({
  ids: z.array(pointId),
  with_payload: z.boolean().optional(),
  with_vector: z.boolean().optional(),
});
const scrollSchema = z.object({
  limit: z.number().int().positive().default(10),
  offset: pointId.nullish(),
  with_payload: z.boolean().default(true),
});
const countSchema = z.object({ filter: filterSchema, exact: z.boolean().optional() });
const indexSchema = z.object({ field_name: z.string(), field_schema: z.string() });
const querySchema = z.object({
  query: z.array(z.number()),
  limit: z.number().int().positive().default(10),
  with_payload: z.boolean().default(false),
  filter: filterSchema,
});

function parse<T>(schema: z.ZodType<T>, body: unknown): T {
  const result = schema.safeParse(body);
  if (result.success) return result.data;
  throw new FakeQdrantError(400, `Format error in JSON body: ${result.error.issues[0]?.message ?? 'unknown'}`);
}

function normalized(vector: readonly number[]): readonly number[] {
  const length = Math.hypot(...vector);
  return length === 0 ? vector : vector.map((value) => value / length);
}

/** Points keep float32. */
function stored(vector: readonly number[], distance: string): readonly number[] {
  return [...new Float32Array(distance === 'Cosine' ? normalized(vector) : vector)];
}

function scoreOf(a: readonly number[], b: readonly number[], distance: string): number {
  let dot = 0;
  let squares = 0;
  let steps = 0;
  for (const [index, value] of a.entries()) {
    const other = b[index] ?? 0;
    dot += value * other;
    squares += (value - other) ** 2;
    steps += Math.abs(value - other);
  }
  if (distance === 'Euclid') return Math.sqrt(squares);
  return distance === 'Manhattan' ? steps : dot;
}

function checkLength(vector: readonly number[], { size }: FakeCollection): void {
  if (vector.length === size) return;
  throw new FakeQdrantError(400, `Wrong input: Vector dimension error: expected dim: ${size}, got ${vector.length}`);
}

function upsertPoints(collection: FakeCollection, body: unknown): unknown {
  const { points } = parse(upsertSchema, body);
  for (const { vector } of points) checkLength(vector, collection);
  for (const { id, vector, payload } of points) {
    collection.points.set(id, { id, vector: stored(vector, collection.distance), payload: payload ?? {} });
  }
  return { operation_id: 1, status: 'completed' };
}

function deletePoints({ points }: FakeCollection, body: unknown): unknown {
  const selector = parse(deleteSchema, body);
  if ('points' in selector) for (const id of selector.points) points.delete(id);
  else for (const point of points.values()) if (fitsFilter(selector.filter, point)) points.delete(point.id);
  return { operation_id: 1, status: 'completed' };
}

function queryPoints(collection: FakeCollection, body: unknown): unknown {
  const { query, limit, with_payload: withPayload, filter } = parse(querySchema, body);
  checkLength(query, collection);
  const question = stored(query, collection.distance);
  const isDistance = collection.distance === 'Euclid' || collection.distance === 'Manhattan';
  const hits = [...collection.points.values()]
    .filter((point) => fitsFilter(filter ?? {}, point))
    .map(({ id, vector, payload }) => ({
      id,
      version: 1,
      score: scoreOf(question, vector, collection.distance),
      ...(withPayload ? { payload } : {}),
    }))
    .sort((a, b) => (isDistance ? a.score - b.score : b.score - a.score));
  return { points: hits.slice(0, limit) };
}

function retrieve({ points }: FakeCollection, body: unknown): unknown {
  const { ids, with_payload: withPayload = true, with_vector: withVector = false } = parse(retrieveSchema, body);
  const found = ids.map((id) => points.get(id)).filter((point) => point !== undefined);
  return found.map(({ id, payload, vector }) => ({
    id,
    ...(withPayload ? { payload } : {}),
    vector: withVector ? vector : null,
  }));
}

/** Sorted by id: numbers come before texts. */
function scroll({ points }: FakeCollection, body: unknown): unknown {
  const { limit, offset, with_payload: withPayload } = parse(scrollSchema, body);
  const order = (id: string | number) => (typeof id === 'number' ? `0${String(id).padStart(20, '0')}` : `1${id}`);
  const from = offset === null || offset === undefined ? '' : order(offset);
  const rest = [...points.values()]
    .filter(({ id }) => order(id) >= from)
    .sort((a, b) => (order(a.id) < order(b.id) ? -1 : 1));
  return {
    points: rest.slice(0, limit).map(({ id, payload }) => ({ id, ...(withPayload ? { payload } : {}) })),
    next_page_offset: rest[limit]?.id ?? null,
  };
}

function describeCollection({ config, points }: FakeCollection): unknown {
  const { vectors, metadata, ...params } = config;
  return {
    status: 'green',
    optimizer_status: 'ok',
    points_count: points.size,
    segments_count: 1,
    config: {
      params: { ...params, vectors },
      hnsw_config: {},
      optimizer_config: {},
      ...(metadata ? { metadata } : {}),
    },
    payload_schema: {},
  };
}

type Handler = (collection: FakeCollection, body: unknown) => unknown;

/** By method and the path after the collection's name. */
const ON_COLLECTION: Readonly<Record<string, Handler>> = {
  'GET ': describeCollection,
  'PUT /points': upsertPoints,
  'POST /points': retrieve,
  'POST /points/delete': deletePoints,
  'POST /points/scroll': scroll,
  'POST /points/query': queryPoints,
  'POST /points/count': ({ points }, body) => {
    const { filter } = parse(countSchema, body);
    return { count: [...points.values()].filter((point) => fitsFilter(filter ?? {}, point)).length };
  },
  'PUT /index': (_collection, body) => {
    parse(indexSchema, body);
    return { operation_id: 1, status: 'completed' };
  },
};

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
