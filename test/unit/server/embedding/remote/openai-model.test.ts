import { afterEach, describe, expect, it } from 'vitest';
import type { EmbeddingModel } from '../../../../../electron/server/core/embedding-model.ts';
import {
  createOpenAIModel,
  type OpenAISettings,
} from '../../../../../electron/server/embedding/remote/openai-model.ts';
import type { Sleep } from '../../../../../electron/server/http/retries.ts';
import { OperationalError, UserError } from '../../../../../shared/errors/errors.ts';
import {
  type FakeOpenAI,
  type FakeOpenAIOptions,
  fakeVector,
  startFakeOpenAI,
} from '../../../../helpers/fakes/fake-openai.ts';

const defaults: OpenAISettings = {
  model: 'fake-model',
  basepath: '',
  apiKey: '',
  dimensions: undefined,
  batchSize: 512,
  timeoutMs: 30_000,
  stripNewLines: false,
};

const texts = Array.from({ length: 25 }, (_, index) => `text number ${index}`);
const never = new AbortController().signal;

describe('a model behind the OpenAI interface', () => {
  let server: FakeOpenAI | undefined;
  const pauses: number[] = [];
  const sleep: Sleep = async (ms, signal) => {
    signal.throwIfAborted();
    pauses.push(ms);
  };

  const start = async (
    options: FakeOpenAIOptions,
    settings: Partial<OpenAISettings> = {},
  ): Promise<{ server: FakeOpenAI; model: EmbeddingModel }> => {
    const started = await startFakeOpenAI({ dimensions: 8, ...options });
    server = started;
    return {
      server: started,
      model: createOpenAIModel({ ...defaults, basepath: started.basepath, ...settings }, sleep),
    };
  };
  const failureOf = async (promise: Promise<unknown>): Promise<OperationalError> => {
    const error: unknown = await promise.then(
      () => undefined,
      (reason: unknown) => reason,
    );
    expect(error).toBeInstanceOf(OperationalError);
    return error as OperationalError;
  };

  afterEach(async () => {
    pauses.length = 0;
    await server?.close();
    server = undefined;
  });

  it('asks for base64 and decodes it', async () => {
    const { server, model } = await start({});
    expect(model.dimensions).toBeUndefined();
    const vectors = await model.embedDocuments(texts, never);
    expect(vectors).toEqual(texts.map((text) => fakeVector(text, 8)));
    expect(model.dimensions).toBe(8);
    expect(server.lastCall?.encodingFormat).toBe('base64');
    expect(server.lastCall?.headers.authorization).toBeUndefined();
  });

  it('takes lists of numbers from servers that know no base64', async () => {
    const { model } = await start({ floatsOnly: true });
    expect(await model.embedDocuments(texts, never)).toEqual(texts.map((text) => fakeVector(text, 8)));
  });

  it('embeds a question like a passage', async () => {
    const { model } = await start({});
    expect(await model.embedQuery('why?', never)).toEqual(fakeVector('why?', 8));
  });

  it('sends batches of at most the batch size and keeps the order', async () => {
    const sizes: number[] = [];
    const { server, model } = await start(
      {
        reply: ({ texts: batch }) => {
          sizes.push(batch.length);
          return undefined;
        },
      },
      { batchSize: 4 },
    );
    expect(await model.embedDocuments(texts, never)).toEqual(texts.map((text) => fakeVector(text, 8)));
    expect(server.requests).toBe(7);
    expect(sizes.toSorted()).toEqual([1, 4, 4, 4, 4, 4, 4]);
  });

  it('cuts requests that would hold too many characters', async () => {
    const long = Array.from({ length: 3 }, (_, index) => `${index}`.repeat(250_000));
    const { server, model } = await start({});
    expect(await model.embedDocuments(long, never)).toEqual(long.map((text) => fakeVector(text, 8)));
    expect(server.requests).toBe(2);
  });

  it('counts bytes, since a token of other scripts has fewer characters', async () => {
    const long = Array.from({ length: 3 }, (_, index) => String.fromCharCode(0x4e00 + index).repeat(90_000));
    const { server, model } = await start({});
    expect(await model.embedDocuments(long, never)).toEqual(long.map((text) => fakeVector(text, 8)));
    expect(server.requests).toBe(2);
  });

  it('sends nothing for no texts', async () => {
    const { server, model } = await start({});
    expect(await model.embedDocuments([], never)).toEqual([]);
    expect(server.requests).toBe(0);
  });

  it('puts vectors in the order of their index', async () => {
    const row = (index: number, value: number) => ({ index, embedding: [value, value] });
    const { model } = await start({ reply: () => ({ status: 200, body: { data: [row(1, 20), row(0, 10)] } }) });
    expect(await model.embedDocuments(['a', 'b'], never)).toEqual([Float32Array.of(10, 10), Float32Array.of(20, 20)]);
  });

  it.each([429, 500, 503])('tries again after status %i, with pauses that double', async (status) => {
    const { server, model } = await start({ reply: ({ number }) => (number <= 3 ? { status } : undefined) });
    expect(await model.embedDocuments(['a'], never)).toEqual([fakeVector('a', 8)]);
    expect(server.requests).toBe(4);
    expect(pauses).toHaveLength(3);
    for (const [index, ms] of pauses.entries()) {
      expect(ms).toBeGreaterThanOrEqual(375 * 2 ** index);
      expect(ms).toBeLessThanOrEqual(500 * 2 ** index);
    }
  });

  it('tries again after a broken connection', async () => {
    const { server, model } = await start({ reply: ({ number }) => (number === 1 ? 'drop' : undefined) });
    expect(await model.embedDocuments(['a'], never)).toEqual([fakeVector('a', 8)]);
    expect(server.requests).toBe(2);
  });

  it('waits as long as the server asks, and not for longer than is bearable', async () => {
    const { model } = await start({
      reply: ({ number }) => (number === 1 ? { status: 429, headers: { 'retry-after': '7' } } : undefined),
    });
    await model.embedDocuments(['a'], never);
    expect(pauses).toEqual([7000]);
    await server?.close();

    const patient = await start({ reply: () => ({ status: 429, headers: { 'retry-after': '3600' } }) });
    const error = await failureOf(patient.model.embedDocuments(['a'], never));
    expect(error.details).toMatchObject({ status: 429 });
    expect(patient.server.requests).toBe(1);
  });

  it('gives up after five tries and says so', async () => {
    const { server, model } = await start({ reply: () => ({ status: 503 }) });
    const error = await failureOf(model.embedDocuments(['a'], never));
    expect(error.code).toBe('SERVICE_FAILED');
    expect(error.status).toBe(502);
    expect(error.message).toContain(server.basepath);
    expect(error.message).toContain('503');
    expect(server.requests).toBe(5);
  });

  it.each([
    [401, 'check the key'],
    [404, 'base path'],
    [400, 'refused the request'],
  ])('explains status %i and does not try again', async (status, hint) => {
    const { server, model } = await start({
      reply: () => ({ status, body: { error: { message: 'because I say so' } } }),
    });
    const error = await failureOf(model.embedDocuments(['a'], never));
    expect(error.code).toBe('SERVICE_FAILED');
    expect(error.message).toContain(hint);
    expect(error.message).toContain('because I say so');
    expect(error.details).toEqual({ address: server.basepath, status });
    expect(server.requests).toBe(1);
  });

  it('does not try again when the account has no credit left', async () => {
    const body = { error: { message: 'You exceeded your current quota.', code: 'insufficient_quota' } };
    const { server, model } = await start({ reply: () => ({ status: 429, body }) });
    expect((await failureOf(model.embedDocuments(['a'], never))).message).toContain('quota');
    expect(server.requests).toBe(1);
  });

  it('says that a server cannot be reached', async () => {
    const { server, model } = await start({});
    await server.close();
    const error = await failureOf(model.embedDocuments(['a'], never));
    expect(error.code).toBe('SERVICE_FAILED');
    expect(error.message).toContain('cannot be reached');
    expect(pauses).toHaveLength(4);
  });

  it('gives up when the server hangs', async () => {
    const { server, model } = await start({ reply: () => 'hang' }, { timeoutMs: 100 });
    const error = await failureOf(model.embedDocuments(['a'], never));
    expect(error.code).toBe('SERVICE_TIMEOUT');
    expect(error.status).toBe(504);
    expect(error.message).toContain(server.basepath);
  });

  it('stops at once when it is cancelled', async () => {
    const controller = new AbortController();
    const { model } = await start({
      reply: () => {
        controller.abort(new Error('cancelled by the test'));
        return 'hang';
      },
    });
    await expect(model.embedDocuments(['a'], controller.signal)).rejects.toThrow('cancelled by the test');
  });

  it('stops the other requests when one fails', async () => {
    const { server, model } = await start(
      { reply: ({ texts: batch }) => (batch[0] === texts[0] ? { status: 400 } : 'hang') },
      { batchSize: 1 },
    );
    expect((await failureOf(model.embedDocuments(texts, never))).details).toMatchObject({ status: 400 });
    expect(server.requests).toBeLessThanOrEqual(4);
  });

  it.each([
    ['too few vectors', { data: [{ index: 0, embedding: [1] }] }, '1 vectors for 2 texts'],
    ['no vectors', { ok: true }, 'something else than embeddings'],
    ['the same index twice', { data: [0, 0].map((index) => ({ index, embedding: [1] })) }, 'numbered wrongly'],
    ['an index out of range', { data: [0, 5].map((index) => ({ index, embedding: [1] })) }, 'numbered wrongly'],
    ['several lengths', { data: [[1], [1, 2]].map((embedding) => ({ embedding })) }, 'different lengths'],
    ['null for a number', { data: [[1], [null]].map((embedding) => ({ embedding })) }, 'cannot be read'],
    ['no numbers at all', { data: [[], []].map((embedding) => ({ embedding })) }, 'cannot be read'],
    ['broken base64', { data: ['AACAPw==', 'AA%APw=='].map((embedding) => ({ embedding })) }, 'cannot be read'],
    ['half a number', { data: ['AACA', 'AACA'].map((embedding) => ({ embedding })) }, 'cannot be read'],
    ['NaN', { data: ['AACAPw==', 'AADAfw=='].map((embedding) => ({ embedding })) }, 'finite'],
    ['zeros only', { data: ['AACAPw==', 'AAAAAA=='].map((embedding) => ({ embedding })) }, 'zeros only'],
    ['infinity', { data: ['AACAPw==', 'AACAfw=='].map((embedding) => ({ embedding })) }, 'finite'],
  ])('refuses an answer with %s', async (_what, body, hint) => {
    const { server, model } = await start({ reply: () => ({ status: 200, body }) });
    const error = await failureOf(model.embedDocuments(['a', 'b'], never));
    expect(error.code).toBe('SERVICE_FAILED');
    expect(error.message).toContain(hint);
    expect(server.requests).toBe(1);
  });

  it('refuses vectors that change their length between requests, or are not as long as asked for', async () => {
    let length = 2;
    const { model } = await start({
      reply: () => ({ status: 200, body: { data: [{ index: 0, embedding: Array(length).fill(1) }] } }),
    });
    await model.embedDocuments(['a'], never);
    length = 3;
    expect((await failureOf(model.embedDocuments(['a'], never))).message).toContain('3 numbers where 2 were expected');
    await server?.close();

    const fixed = await start(
      { reply: () => ({ status: 200, body: { data: [{ embedding: [1, 1] }] } }) },
      { dimensions: 4 },
    );
    expect((await failureOf(fixed.model.embedDocuments(['a'], never))).message).toContain('2 numbers where 4');
  });

  it('has an id that tells servers, models, sizes and treatment of the text apart', () => {
    const id = (settings: Partial<OpenAISettings>): string => createOpenAIModel({ ...defaults, ...settings }).id;
    const ids = [
      id({}),
      id({ basepath: 'http://localhost:1234/v1' }),
      id({ model: 'other' }),
      id({ dimensions: 256 }),
      id({ stripNewLines: true }),
    ];
    expect(new Set(ids).size).toBe(ids.length);
    expect(id({ basepath: 'http://localhost:1234/v1/' })).toBe(ids[1]);
    expect(id({ apiKey: 'secret' })).toBe(ids[0]);
  });

  it.each(['localhost', 'ftp://example.org/v1', 'http://me:secret@example.org/v1', 'http://x/v1?key=secret'])(
    'refuses the base path %s',
    (basepath) => {
      expect(() => createOpenAIModel({ ...defaults, basepath })).toThrow(UserError);
    },
  );
});
