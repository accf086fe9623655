import { createServer, type IncomingHttpHeaders, type IncomingMessage, type ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { listenOnFreePort } from './listen-on-free-port.ts';

/** The formats that the fake speaks, each at its own path. */
export type ChatFormat = 'openai' | 'ollama' | 'anthropic' | 'gemini' | 'mistral';

/** What the fake was asked. */
export interface ChatServiceCall {
  /** From 1, in the order of arrival. */
  readonly number: number;
  readonly format: ChatFormat;
  readonly headers: IncomingHttpHeaders;
  readonly body: Readonly<Record<string, unknown>>;
  /** Of the address, with the query. */
  readonly path: string;
}

/** Answers in order, one token after the other, and where it lies. */
export interface ChatAnswer {
  readonly tokens: readonly string[];
  /** Behind these, once they are there. */
  readonly later?: Promise<readonly string[]>;
  /** What it says that it has read: 11 unless given. */
  readonly inputTokens?: number;
  /** In the format's own words; its word for a good end unless given. Null: the end never comes, and the connection ends. */
  readonly finish?: string | null;
  /** `error`: an error in the stream behind the tokens. `silent`: nothing more, the connection stays. `open`: the end comes, and the connection stays. `drop`: the connection breaks. */
  readonly behind?: 'error' | 'silent' | 'open' | 'drop';
}

/** A refusal, before the answer begins; no answer at all; or an answer. */
export type ChatReply =
  | { readonly status: number; readonly headers?: Record<string, string>; readonly body: unknown }
  | 'hang'
  | ChatAnswer;

export interface FakeChatServices {
  readonly origin: string;
  /** So far, refused ones included. */
  readonly calls: readonly ChatServiceCall[];
  /** Open connections, of answers that go on or not. */
  readonly connections: number;
  close(): Promise<void>;
}

/** How a format writes what an answer is made of. */
interface Format {
  readonly contentType: string;
  readonly finish: string;
  start?(): string;
  token(text: string): string;
  error(): string;
  end(finish: string, counts: { readonly input: number; readonly output: number }): string;
}

const sse = (data: unknown, event?: string): string =>
  `${event === undefined ? '' : `event: ${event}\n`}data: ${JSON.stringify(data)}\n\n`;
const line = (data: unknown): string => `${JSON.stringify(data)}\n`;

/** OpenAI's chunks; always with the same id, as some servers send them. */
function openAIChunk(delta: object, finish: string | null, usage?: object): string {
  const choices = [{ index: 0, delta, finish_reason: finish }];
  const chunk = { id: 'always-the-same', object: 'chat.completion.chunk', created: 1, model: 'fake', choices };
  // Groq counts in a place of its own.
  return sse(usage === undefined ? chunk : { ...chunk, usage, x_groq: { usage } });
}

const openAI: Format = {
  contentType: 'text/event-stream',
  finish: 'stop',
  token: (content) => openAIChunk({ role: 'assistant', content }, null),
  error: () => sse({ error: { message: 'The engine stumbled', type: 'server_error' } }),
  end: (finish, { input, output }) =>
    `${openAIChunk({}, finish, { prompt_tokens: input, completion_tokens: output, total_tokens: input + output })}data: [DONE]\n\n`,
};

const FORMATS: Readonly<Record<ChatFormat, Format>> = {
  openai: openAI,
  mistral: openAI,
  ollama: {
    contentType: 'application/x-ndjson',
    finish: 'stop',
    token: (content) =>
      line({ model: 'fake', created_at: '2026-01-01T00:00:00Z', message: { role: 'assistant', content }, done: false }),
    error: () => line({ error: 'The engine stumbled' }),
    end: (finish, { input, output }) =>
      line({
        model: 'fake',
        created_at: '2026-01-01T00:00:00Z',
        message: { role: 'assistant', content: '' },
        done: true,
        done_reason: finish,
        prompt_eval_count: input,
        eval_count: output,
      }),
  },
  anthropic: {
    contentType: 'text/event-stream',
    finish: 'end_turn',
    start: () =>
      sse(
        {
          type: 'message_start',
          message: {
            id: 'always-the-same',
            type: 'message',
            role: 'assistant',
            model: 'fake',
            content: [],
            stop_reason: null,
            usage: { input_tokens: 11, output_tokens: 0 },
          },
        },
        'message_start',
      ) +
      sse({ type: 'content_block_start', index: 0, content_block: { type: 'text', text: '' } }, 'content_block_start'),
    token: (text) =>
      sse({ type: 'content_block_delta', index: 0, delta: { type: 'text_delta', text } }, 'content_block_delta'),
    error: () => sse({ type: 'error', error: { type: 'api_error', message: 'The engine stumbled' } }, 'error'),
    end: (stop_reason, { output }) =>
      sse({ type: 'content_block_stop', index: 0 }, 'content_block_stop') +
      sse({ type: 'message_delta', delta: { stop_reason }, usage: { output_tokens: output } }, 'message_delta') +
      sse({ type: 'message_stop' }, 'message_stop'),
  },
  gemini: {
    contentType: 'text/event-stream',
    finish: 'STOP',
    token: (text) => sse({ candidates: [{ index: 0, content: { role: 'model', parts: [{ text }] } }] }),
    error: () => sse({ error: { code: 500, message: 'The engine stumbled', status: 'INTERNAL' } }),
    end: (finishReason, { input, output }) =>
      sse({
        candidates: [{ index: 0, content: { role: 'model', parts: [{ text: '' }] }, finishReason }],
        usageMetadata: { promptTokenCount: input, candidatesTokenCount: output, totalTokenCount: input + output },
      }),
  },
};

/** Where each format is asked. */
const PATHS: readonly (readonly [RegExp, ChatFormat])[] = [
  [/^\/openai\/.*chat\/completions/, 'openai'],
  [/^\/ollama\/api\/chat$/, 'ollama'],
  [/^\/anthropic\/v1\/messages/, 'anthropic'],
  [/^\/gemini\/v1beta\/models\/.*:streamGenerateContent/, 'gemini'],
  [/^\/mistral\/v1\/chat\/completions/, 'mistral'],
];

async function readBody(request: IncomingMessage): Promise<string> {
  const parts: Buffer[] = [];
  for await (const part of request) parts.push(Buffer.from(part));
  return Buffer.concat(parts).toString('utf8');
}

async function sendAnswer(
  response: ServerResponse,
  format: ChatFormat,
  { tokens, later, inputTokens = 11, finish, behind }: ChatAnswer,
): Promise<void> {
  const { contentType, finish: good, ...write } = FORMATS[format];
  response.writeHead(200, { 'content-type': contentType });
  response.write(write.start?.() ?? '');
  for (const token of tokens) response.write(write.token(token));
  for (const token of (await later) ?? []) response.write(write.token(token));
  if (behind === 'silent') return;
  if (behind === 'drop') {
    response.socket?.end();
    return;
  }
  if (behind === 'error') {
    response.end(write.error());
    return;
  }
  if (finish !== null) response.write(write.end(finish ?? good, { input: inputTokens, output: tokens.length }));
  if (behind !== 'open') response.end();
}

/**
 * Starts a local server that speaks the formats of chat services, each below a path of its own: `/openai/v1`, `/ollama`, `/anthropic`, `/gemini`, `/mistral`. Each
 * question is answered with 11 tokens of input, unless the reply says otherwise.
 * @param reply answers a question, with a lie if it likes
 */
export async function startFakeChatServices(
  reply: (call: ChatServiceCall) => ChatReply,
  models: readonly string[] = [],
): Promise<FakeChatServices> {
  const calls: ChatServiceCall[] = [];
  const sockets = new Set<Socket>();

  const answer = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const { url = '', headers } = request;
    if (request.method === 'GET') {
      sendModels(response, url, models);
      return;
    }
    const text = await readBody(request);
    const format = PATHS.find(([path]) => path.test(url))?.[1];
    if (format === undefined) {
      response.writeHead(404, { 'content-type': 'text/plain' }).end('404 page not found');
      return;
    }
    const call = { number: calls.length + 1, format, headers, body: JSON.parse(text), path: url };
    calls.push(call);
    const said = reply(call);
    if (said === 'hang') return;
    if ('tokens' in said) await sendAnswer(response, format, said);
    else
      response
        .writeHead(said.status, { 'content-type': 'application/json', ...said.headers })
        .end(JSON.stringify(said.body));
  };

  const server = createServer((request, response) => {
    answer(request, response).catch((error: unknown) => response.destroy(error instanceof Error ? error : undefined));
  });
  server.on('connection', (socket) => {
    sockets.add(socket);
    socket.once('close', () => sockets.delete(socket));
  });
  const { origin, close } = await listenOnFreePort(server);
  return {
    origin,
    calls,
    get connections() {
      return sockets.size;
    },
    close,
  };
}

/** The lists of models, as the services write them. */
function sendModels(response: ServerResponse, url: string, models: readonly string[]): void {
  const lists: Readonly<Record<string, unknown>> = {
    '/ollama/api/tags': { models: models.map((name) => ({ name })) },
    '/gemini/v1beta/models': { models: models.map((name) => ({ name: `models/${name}` })) },
  };
  const list = lists[url.split('?')[0] ?? ''] ?? { data: models.map((id) => ({ id })) };
  response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(list));
}
