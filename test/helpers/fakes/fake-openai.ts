import { createServer, type IncomingHttpHeaders, type IncomingMessage, type ServerResponse } from 'node:http';
import { z } from 'zod';
import { listenOnFreePort } from './listen-on-free-port.ts';

const requestSchema = z.object({
  model: z.string(),
  input: z.union([z.string(), z.array(z.string())]),
  dimensions: z.number().int().positive().optional(),
  encoding_format: z.enum(['float', 'base64']).optional(),
});

/** One request as the fake received it. */
export interface FakeOpenAICall {
  /** From 1, in the order of arrival. */
  readonly number: number;
  readonly headers: IncomingHttpHeaders;
  readonly texts: readonly string[];
  readonly model: string;
  readonly encodingFormat: 'float' | 'base64';
}

/** A scripted answer: a status with a body (sent as JSON), no answer at all, or a cut connection. */
export type FakeReply =
  | { readonly status: number; readonly headers?: Record<string, string>; readonly body?: unknown }
  | 'hang'
  | 'drop';

export interface FakeOpenAIOptions {
  /** Length of the vectors if the request does not set it; 384 by default. */
  readonly dimensions?: number;
  /** Answers with float arrays even if base64 was requested, like many compatible servers. */
  readonly floatsOnly?: boolean;
  /** Answers `GET /v1/models` with these. */
  readonly models?: readonly string[];
  /** Answers single requests itself; undefined leaves the answer to the fake. */
  readonly reply?: (call: FakeOpenAICall) => FakeReply | undefined | Promise<FakeReply | undefined>;
}

export interface FakeOpenAI {
  /** Ends with /v1, as the node's base path. */
  readonly basepath: string;
  /** Requests received so far, scripted failures included. */
  readonly requests: number;
  /** Texts embedded so far: of answered requests only. */
  readonly texts: number;
  readonly lastCall: FakeOpenAICall | undefined;
  close(): Promise<void>;
}

/** The fake's vector for a text: of length 1, and the same in every process. */
export function fakeVector(text: string, dimensions: number): Float32Array {
  // FNV-1a over UTF-16 units seeds a xorshift generator.
  let state = 0x811c9dc5;
  for (let i = 0; i < text.length; i++) state = Math.imul(state ^ text.charCodeAt(i), 0x01000193);
  if (state === 0) state = 1;
  const vector = new Float32Array(dimensions);
  let squares = 0;
  for (let i = 0; i < dimensions; i++) {
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    const value = state / 0x80000000;
    vector[i] = value;
    squares += value * value;
  }
  const scale = 1 / Math.sqrt(squares);
  for (let i = 0; i < dimensions; i++) vector[i] = (vector[i] ?? 0) * scale;
  return vector;
}

async function readBody(request: IncomingMessage): Promise<string> {
  const parts: Buffer[] = [];
  for await (const part of request) parts.push(Buffer.from(part));
  return Buffer.concat(parts).toString('utf8');
}

function sendJson(response: ServerResponse, status: number, body: unknown, headers: Record<string, string> = {}): void {
  const bytes = Buffer.from(JSON.stringify(body) ?? '');
  response.writeHead(status, { 'content-type': 'application/json', 'content-length': bytes.length, ...headers });
  response.end(bytes);
}

interface Answer {
  readonly model: string;
  readonly inputs: readonly string[];
  readonly length: number;
  readonly asBase64: boolean;
}

function sendEmbeddings(response: ServerResponse, { model, inputs, length, asBase64 }: Answer): void {
  const data = inputs.map((text, index) => ({
    object: 'embedding',
    index,
    embedding: embeddingOf(text, length, asBase64),
  }));
  sendJson(response, 200, { object: 'list', model, data, usage: { prompt_tokens: 0, total_tokens: 0 } });
}

function embeddingOf(text: string, dimensions: number, asBase64: boolean): string | number[] {
  const vector = fakeVector(text, dimensions);
  return asBase64 ? Buffer.from(vector.buffer).toString('base64') : Array.from(vector);
}

/**
 * Starts a local server with OpenAI's `POST /v1/embeddings` on a free port: the same text always gets the same vector ({@link fakeVector}), as base64
 * or floats, as requested.
 */
export async function startFakeOpenAI(options: FakeOpenAIOptions = {}): Promise<FakeOpenAI> {
  const { dimensions = 384, floatsOnly = false, models, reply } = options;
  let requests = 0;
  let texts = 0;
  let lastCall: FakeOpenAICall | undefined;

  const answer = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    if (request.method === 'GET' && request.url === '/v1/models' && models !== undefined) {
      sendJson(response, 200, { object: 'list', data: models.map((id) => ({ id, object: 'model' })) });
      return;
    }
    const text = await readBody(request);
    const parsed = requestSchema.safeParse(text === '' ? undefined : JSON.parse(text));
    if (request.method !== 'POST' || request.url !== '/v1/embeddings' || !parsed.success) {
      sendJson(response, 404, { error: { message: 'The fake only answers POST /v1/embeddings' } });
      return;
    }
    const { input, model, encoding_format: encodingFormat = 'float' } = parsed.data;
    const inputs = typeof input === 'string' ? [input] : input;
    requests += 1;
    lastCall = { number: requests, headers: request.headers, texts: inputs, model, encodingFormat };
    const scripted = await reply?.(lastCall);
    if (scripted === 'hang') return;
    if (scripted === 'drop') {
      request.socket.destroy();
      return;
    }
    if (scripted !== undefined) {
      sendJson(response, scripted.status, scripted.body ?? {}, scripted.headers);
      return;
    }
    texts += inputs.length;
    const length = parsed.data.dimensions ?? dimensions;
    sendEmbeddings(response, { model, inputs, length, asBase64: encodingFormat === 'base64' && !floatsOnly });
  };

  const server = createServer((request, response) => {
    answer(request, response).catch((error: unknown) => {
      sendJson(response, 500, { error: { message: String(error) } });
    });
  });
  const { origin, close } = await listenOnFreePort(server);
  return {
    basepath: `${origin}/v1`,
    get requests() {
      return requests;
    },
    get texts() {
      return texts;
    },
    get lastCall() {
      return lastCall;
    },
    close,
  };
}
