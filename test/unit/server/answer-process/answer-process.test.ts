import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import {
  type AnswerProcess,
  createAnswerProcess,
} from '../../../../electron/server/answer-process/create-answer-process.ts';
import type { ChatOptions, ChatPiece } from '../../../../electron/server/core/chat-model.ts';
import type { ChatSource } from '../../../../electron/server/core/chat-source.ts';
import { AppError } from '../../../../shared/errors/errors.ts';
import { CHAT_KEY, chatSources, FORMAT_OF } from '../../../helpers/builders/chat-sources.ts';
import {
  type ChatReply,
  type ChatServiceCall,
  type FakeChatServices,
  startFakeChatServices,
} from '../../../helpers/fakes/fake-chat-services.ts';

const TOKENS = ['Books may ', 'be kept ', 'for three weeks. [', '1', ']'];
const MESSAGES = [
  { role: 'system', content: 'Answer from the passages.' },
  { role: 'user', content: 'How long may I keep a book?' },
] as const;

let services: FakeChatServices;
let answers: AnswerProcess;
let reply: (call: ChatServiceCall) => ChatReply;

beforeEach(async () => {
  reply = () => ({ tokens: TOKENS });
  services = await startFakeChatServices((call) => reply(call));
  answers = createAnswerProcess();
});
afterEach(async () => {
  await answers.close();
  await services.close();
});

function ask(source: ChatSource, options: Partial<ChatOptions> = {}): AsyncIterable<ChatPiece> {
  return answers.openChatModel(source).stream(MESSAGES, { signal: new AbortController().signal, ...options });
}

async function hear(source: ChatSource, options: Partial<ChatOptions> = {}) {
  const texts: string[] = [];
  let end: Extract<ChatPiece, { type: 'end' }> | undefined;
  for await (const piece of ask(source, options)) {
    if (piece.type === 'text') texts.push(piece.text);
    else end = piece;
  }
  return { texts, end };
}

async function failureOf(source: ChatSource): Promise<AppError> {
  const error: unknown = await hear(source).then(
    () => undefined,
    (reason: unknown) => reason,
  );
  if (!(error instanceof AppError)) throw new Error(`No error of ours: ${String(error)}`);
  return error;
}

const names = chatSources('').map(({ service }) => service);
const sourceOf = (service: string, timeoutMs?: number): ChatSource => {
  const found = chatSources(services.origin, timeoutMs).find((source) => source.service === service);
  if (found === undefined) throw new Error(service);
  return found;
};

describe.each(names)('%s', (service) => {
  it('streams the pieces, the counts of tokens and the end, in the format of its service', async () => {
    const { texts, end } = await hear(sourceOf(service));
    expect(texts).toEqual(TOKENS);
    expect(end).toEqual({
      type: 'end',
      usage: { inputTokens: 11, outputTokens: TOKENS.length },
      finishReason: 'stop',
    });
    expect(services.calls.map(({ format }) => format)).toEqual([FORMAT_OF[service]]);
    const [{ headers, path } = { headers: {}, path: '' }] = services.calls;
    expect(JSON.stringify(headers) + path).toContain(CHAT_KEY);
  });

  it('says that the service refused the key, at once and without the key', async () => {
    reply = () => ({ status: 401, body: { error: { message: `Incorrect API key provided: ${CHAT_KEY}` } } });
    const error = await failureOf(sourceOf(service));
    expect(error).toMatchObject({ code: 'MODEL_REFUSED', status: 502 });
    expect(JSON.stringify([error.message, error.details])).not.toContain(CHAT_KEY);
    expect(services.calls).toHaveLength(1);
  });

  it('says that the service is busy, with the pause that it asks for', async () => {
    reply = () => ({ status: 429, headers: { 'retry-after': '17' }, body: { error: { message: 'Slow down' } } });
    const error = await failureOf(sourceOf(service));
    expect(error).toMatchObject({ code: 'MODEL_BUSY', status: 502, details: { retryAfterSeconds: 17 } });
    expect(services.calls).toHaveLength(1);
  });

  it('tries again by itself where the service is busy for a moment, but never by the client of the service', async () => {
    reply = ({ number }) => (number === 1 ? { status: 503, body: {} } : { tokens: TOKENS });
    expect((await hear(sourceOf(service))).texts).toEqual(TOKENS);
    expect(services.calls).toHaveLength(2);
    reply = () => ({ status: 500, body: { error: { message: 'Out of order' } } });
    expect(await failureOf(sourceOf(service))).toMatchObject({ code: 'SERVICE_FAILED', status: 502 });
    expect(services.calls).toHaveLength(5);
  });

  it('says that a model is unknown, and that a prompt is too long', async () => {
    reply = () => ({ status: 404, body: { error: { message: 'The model `fake-model` does not exist' } } });
    expect(await failureOf(sourceOf(service))).toMatchObject({ code: 'MODEL_UNKNOWN', status: 422 });
    reply = () => ({ status: 400, body: { error: { message: 'This prompt is over the maximum context length' } } });
    expect(await failureOf(sourceOf(service))).toMatchObject({ code: 'CONTEXT_TOO_LONG', status: 422 });
  });

  it('says that an answer is empty, or was filtered', async () => {
    reply = () => ({ tokens: [] });
    expect(await failureOf(sourceOf(service))).toMatchObject({ code: 'MODEL_EMPTY', status: 502 });
    if (FORMAT_OF[service] === 'ollama') return;
    const finish = { openai: 'content_filter', mistral: 'content_filter', anthropic: 'refusal', gemini: 'SAFETY' }[
      FORMAT_OF[service]
    ];
    reply = () => ({ tokens: [], finish });
    const filtered = { code: 'MODEL_EMPTY', details: { finishReason: 'filtered' } };
    expect(await failureOf(sourceOf(service))).toMatchObject(filtered);
  });

  it('says that an answer reached its greatest length', async () => {
    const finish = FORMAT_OF[service] === 'gemini' ? 'MAX_TOKENS' : service === 'anthropic' ? 'max_tokens' : 'length';
    reply = () => ({ tokens: TOKENS, finish });
    expect((await hear(sourceOf(service))).end?.finishReason).toBe('length');
  });

  it('sends model, messages and settings', async () => {
    await hear({ ...sourceOf(service), topP: 0.5 }, { temperature: 0.25, maxTokens: 321 });
    const [{ body, path } = { body: {}, path: '' }] = services.calls;
    const sent = JSON.stringify(body);
    for (const { content } of MESSAGES) expect(sent).toContain(content);
    for (const number of ['0.5', '0.25', '321']) expect(sent).toContain(number);
    expect(sent + path).toContain('fake-model');
  });

  it('keeps what was said before an error in mid-stream, and asks no second time', async () => {
    reply = () => ({ tokens: TOKENS.slice(0, 2), behind: 'error' });
    const texts: string[] = [];
    const heard = (async () => {
      for await (const piece of ask(sourceOf(service))) if (piece.type === 'text') texts.push(piece.text);
    })();
    await expect(heard).rejects.toMatchObject({ code: 'SERVICE_FAILED' });
    expect(texts).toEqual(TOKENS.slice(0, 2));
    expect(services.calls).toHaveLength(1);
  });

  it.each(['drop', undefined] as const)('says that an answer broke off (%s)', async (behind) => {
    reply = () => ({ tokens: TOKENS.slice(0, 2), finish: null, ...(behind === undefined ? {} : { behind }) });
    expect(await failureOf(sourceOf(service))).toMatchObject({ code: 'SERVICE_FAILED' });
  });

  it('gives up a service that is silent, before the first piece and between two', async () => {
    reply = () => 'hang';
    expect(await failureOf(sourceOf(service, 400))).toMatchObject({ code: 'SERVICE_TIMEOUT', status: 504 });
    reply = () => ({ tokens: TOKENS.slice(0, 1), behind: 'silent' });
    expect(await failureOf(sourceOf(service, 400))).toMatchObject({ code: 'SERVICE_TIMEOUT', status: 504 });
    await expect.poll(() => services.connections).toBe(0);
  });

  it('ends with the end of the answer, also if the service leaves the connection open', async () => {
    reply = () => ({ tokens: TOKENS, behind: 'open' });
    expect((await hear(sourceOf(service, 1500))).end?.finishReason).toBe('stop');
    await expect.poll(() => services.connections).toBe(0);
  });

  it('never connects to where cloud machines get their secrets', async () => {
    const address = sourceOf(service).address.replace(services.origin, 'http://169.254.169.254');
    const error = await failureOf({ ...sourceOf(service), address });
    expect(error.code).toBe('ADDRESS_REFUSED');
  });

  it('follows no redirect, which could take the key along', async () => {
    reply = () => ({ status: 307, headers: { location: `${services.origin}/ollama/api/chat` }, body: {} });
    expect(await failureOf(sourceOf(service))).toMatchObject({ code: 'SERVICE_FAILED' });
    expect(services.calls).toHaveLength(1);
  });

  it.each(['hang', { tokens: TOKENS.slice(0, 1), behind: 'silent' }] satisfies ChatReply[])(
    'closes the connection within 300 ms when it is stopped (%j)',
    async (said) => {
      reply = () => said;
      const stop = new AbortController();
      const heard = hear(sourceOf(service), { signal: stop.signal });
      heard.catch(() => undefined);
      await expect.poll(() => services.calls.length).toBe(1);
      await expect.poll(() => services.connections).toBe(1);
      stop.abort(new Error('stopped'));
      await expect(heard).rejects.toThrow('stopped');
      await expect.poll(() => services.connections, { timeout: 300, interval: 10 }).toBe(0);
    },
  );
});

it('has Ollama read as many tokens as its node says, by its own interface', async () => {
  await hear(sourceOf('ollama'));
  expect(services.calls[0]).toMatchObject({ path: '/ollama/api/chat', body: { options: { num_ctx: 8192 } } });
});

it.each(['openai', 'azure', 'ollama'])('%s has the service force a JSON schema', async (service) => {
  const schema = { type: 'object', properties: { source: { enum: [1, 2] } }, required: ['source'] };
  expect(answers.openChatModel(sourceOf(service)).forcesSchema).toBe(true);
  await hear(sourceOf(service), { schema });
  expect(JSON.stringify(services.calls[0]?.body)).toContain(JSON.stringify(schema.properties));
});

it('says which services force no schema', () => {
  for (const service of ['anthropic', 'mistral', 'groq', 'google']) {
    expect(answers.openChatModel(sourceOf(service)).forcesSchema).toBe(false);
  }
});

it('keeps keys in own headers out of the words of a service', async () => {
  const headers = { authorization: 'Bearer gateway-key-123456' };
  reply = () => ({ status: 401, body: { error: { message: 'No such key: gateway-key-123456' } } });
  const source = sourceOf('openai');
  if (source.service !== 'openai') throw new Error(source.service);
  expect((await failureOf({ ...source, headers })).message).not.toContain('gateway-key');
});

it('sends no key where the node has none, and to Azure not as OpenAI gets it', async () => {
  await hear({ ...sourceOf('openai'), apiKey: '' });
  await hear({ ...sourceOf('ollama'), apiKey: '' });
  await hear(sourceOf('azure'));
  expect(services.calls.map(({ headers }) => headers.authorization)).toEqual([undefined, undefined, undefined]);
  expect(services.calls[2]?.headers['api-key']).toBe(CHAT_KEY);
  const openAI = sourceOf('openai');
  if (openAI.service !== 'openai') throw new Error(openAI.service);
  await hear({ ...openAI, apiKey: '', headers: { authorization: 'Basic abc' } });
  expect(services.calls[3]?.headers.authorization).toBe('Basic abc');
});

it.each([
  ['an account without credit', 429, { error: { code: 'insufficient_quota', message: 'Pay' } }, 'MODEL_BUSY'],
  ['OpenAI', 400, { error: { code: 'context_length_exceeded', message: 'Too many' } }, 'CONTEXT_TOO_LONG'],
  ['llama.cpp', 400, { error: { type: 'exceed_context_size_error', message: 'x' } }, 'CONTEXT_TOO_LONG'],
  ['Mistral', 400, { message: 'Prompt contains 9 tokens, too large for model with 8 tokens' }, 'CONTEXT_TOO_LONG'],
  ['Mistral, for a model', 400, { message: 'Invalid model: x', code: '1500' }, 'MODEL_UNKNOWN'],
  ['Ollama', 404, { error: 'model "x" not found, try pulling it first' }, 'MODEL_UNKNOWN'],
  ['an address that is none', 404, { error: { message: 'Unexpected endpoint' } }, 'SERVICE_FAILED'],
  ['a setting that the model refuses', 400, { error: { message: 'temperature: unsupported' } }, 'SERVICE_FAILED'],
])('understands the refusal of %s, and does not ask again', async (_who, status, body, code) => {
  reply = () => ({ status, body });
  expect(await failureOf(sourceOf('openai'))).toMatchObject({ code });
  expect(services.calls).toHaveLength(1);
});
