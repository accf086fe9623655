import { afterEach, describe, expect, test } from 'vitest';
import type { EmbeddingModel } from '../../../../../electron/server/core/embedding-model.ts';
import { createAzureOpenAIModel } from '../../../../../electron/server/embedding/remote/azure-openai-model.ts';
import { createCohereModel } from '../../../../../electron/server/embedding/remote/cohere-model.ts';
import { createHuggingFaceModel } from '../../../../../electron/server/embedding/remote/huggingface-model.ts';
import { createOllamaModel } from '../../../../../electron/server/embedding/remote/ollama-model.ts';
import type { Sleep } from '../../../../../electron/server/embedding/remote/post-with-retries.ts';
import {
  type ServiceCall,
  type ServiceReply,
  serviceVector,
  startFakeEmbeddingServices,
} from '../../../../helpers/fake-embedding-services.ts';

const live = new AbortController().signal;
const texts = Array.from({ length: 250 }, (_, index) => `text number ${index}`);

interface Service {
  readonly name: string;
  /** Texts a request in these tests. */
  readonly batch: number;
  open(origin: string, sleep: Sleep): EmbeddingModel;
  /** What a request to embed documents must have. */
  readonly request: (texts: readonly string[]) => Record<string, unknown>;
  readonly url: string;
  readonly header: readonly [name: string, value: string | undefined];
  readonly model: string;
}

const timeoutMs = 5000;
const table: readonly Service[] = [
  {
    name: 'Ollama',
    batch: 40,
    open: (origin, sleep) =>
      createOllamaModel(
        { baseUrl: `${origin}/`, model: 'nomic-embed-text', numThread: 2, useMMap: true, batchSize: 40, timeoutMs },
        sleep,
      ),
    request: (input) => ({ model: 'nomic-embed-text', input, options: { num_thread: 2, use_mmap: true } }),
    url: '/api/embed',
    header: ['authorization', undefined],
    model: 'nomic-embed-text',
  },
  {
    name: 'Cohere',
    batch: 96,
    open: (origin, sleep) =>
      createCohereModel(
        { model: 'embed-v4.0', apiKey: 'co-key', inputType: 'search_query', basepath: origin, timeoutMs },
        sleep,
      ),
    request: (sent) => ({
      model: 'embed-v4.0',
      texts: sent,
      input_type: 'search_document',
      embedding_types: ['float'],
    }),
    url: '/v2/embed',
    header: ['authorization', 'Bearer co-key'],
    model: 'embed-v4.0',
  },
  {
    name: 'Azure OpenAI',
    batch: 100,
    open: (origin, sleep) =>
      createAzureOpenAIModel(
        {
          apiKey: 'az-key',
          instance: '',
          deployment: 'my ada',
          apiVersion: '2024-10-21',
          basepath: `${origin}/openai/deployments`,
          batchSize: 100,
          timeoutMs,
        },
        sleep,
      ),
    request: (input) => ({ input, encoding_format: 'base64' }),
    url: '/openai/deployments/my%20ada/embeddings?api-version=2024-10-21',
    header: ['api-key', 'az-key'],
    model: 'my ada',
  },
  {
    name: 'Hugging Face',
    batch: 32,
    open: (origin, sleep) =>
      createHuggingFaceModel(
        { model: 'BAAI/bge-small-en-v1.5', apiKey: 'hf-key', endpoint: origin, batchSize: 32, timeoutMs },
        sleep,
      ),
    request: (inputs) => ({ inputs }),
    url: '/',
    header: ['authorization', 'Bearer hf-key'],
    model: 'BAAI/bge-small-en-v1.5',
  },
];

let stop: (() => Promise<void>) | undefined;
const pauses: number[] = [];
const sleep: Sleep = async (ms) => void pauses.push(ms);

async function start(service: Service, reply?: (call: ServiceCall, number: number) => ServiceReply) {
  const server = await startFakeEmbeddingServices(reply);
  stop = server.close;
  return { server, model: service.open(server.origin, sleep) };
}

afterEach(async () => {
  pauses.length = 0;
  await stop?.();
  stop = undefined;
});

describe.each(table)('$name', (service) => {
  test('embeds documents in batches, in order, as the service wants to be asked', async () => {
    const { server, model } = await start(service);
    const vectors = await model.embedDocuments(texts, live);
    expect(vectors).toEqual(texts.map(serviceVector));
    expect(model.dimensions).toBe(6);
    expect(server.calls).toHaveLength(Math.ceil(texts.length / service.batch));
    const first = server.calls.find(({ body }) => JSON.stringify(body).includes('"text number 0"'));
    expect(first).toMatchObject({ method: 'POST', url: service.url });
    expect(first?.body).toEqual(service.request(texts.slice(0, service.batch)));
    expect(first?.headers[service.header[0]]).toBe(service.header[1]);
  });

  test('embeds a question', async () => {
    const { model } = await start(service);
    expect(await model.embedQuery('why?', live)).toEqual(serviceVector('why?'));
  });

  test('asks again after 429 and 503', async () => {
    const { server, model } = await start(service, (_call, number) =>
      number <= 2 ? { status: number === 1 ? 429 : 503, body: { error: 'busy' } } : undefined,
    );
    expect(await model.embedDocuments(['bees'], live)).toEqual([serviceVector('bees')]);
    expect(server.calls).toHaveLength(3);
    expect(pauses).toHaveLength(2);
  });

  test('names address and remedy when the key is refused, in the service’s words', async () => {
    const { model } = await start(service, () => ({ status: 401, body: { message: 'no such key' } }));
    await expect(model.embedDocuments(['bees'], live)).rejects.toMatchObject({
      code: 'SERVICE_FAILED',
      message: expect.stringMatching(
        /^The embedding server at http:\/\/127\.0\.0\.1:\d+\S* refused the API key .*check the key\. It says: no such key$/,
      ),
    });
    expect(pauses).toEqual([]);
  });

  test('names the model when the service does not know it', async () => {
    const { model } = await start(service, () => ({ status: 404, body: { error: 'model not found, pull it first' } }));
    const failure = expect.objectContaining({ message: expect.stringContaining(`"${service.model}"`) });
    await expect(model.embedDocuments(['bees'], live)).rejects.toEqual(failure);
  });

  test.each([
    ['no vectors', { ok: true }],
    ['too few', { embeddings: [], data: [] }],
    ['text', 'hello'],
  ])('an answer with %s is no answer', async (_what, body) => {
    const { model } = await start(service, () => ({ status: 200, body }));
    await expect(model.embedDocuments(['bees'], live)).rejects.toMatchObject({
      code: 'SERVICE_FAILED',
      message: expect.stringContaining('check that'),
    });
  });

  test('stops when it is cancelled', async () => {
    const { server, model } = await start(service, () => 'hang');
    const abort = new AbortController();
    const work = model.embedDocuments(['bees'], abort.signal);
    await expect.poll(() => server.calls.length).toBe(1);
    abort.abort(new Error('Enough'));
    await expect(work).rejects.toThrow('Enough');
  });
});

test('ids of models differ by service, place, model and way of embedding', () => {
  const cohere = { model: 'm', apiKey: '', basepath: '', timeoutMs };
  const ids = [
    ...table.map((service) => service.open('http://localhost:1', sleep).id),
    createCohereModel({ ...cohere, inputType: 'search_document' }).id,
    createCohereModel({ ...cohere, inputType: 'classification' }).id,
    createHuggingFaceModel({ model: 'a/b', apiKey: '', endpoint: '', batchSize: 1, timeoutMs }).id,
  ];
  expect(new Set(ids).size).toBe(ids.length);
  expect(createCohereModel({ ...cohere, inputType: 'search_query' }).id).toBe(ids[4]);
});

test('Cohere embeds a question as one, and both alike for classification', async () => {
  const server = await startFakeEmbeddingServices();
  stop = server.close;
  const settings = { model: 'm', apiKey: 'k', basepath: server.origin, timeoutMs };
  const search = createCohereModel({ ...settings, inputType: 'search_document' });
  await search.embedQuery('why?', live);
  const classes = createCohereModel({ ...settings, inputType: 'classification' });
  await classes.embedQuery('why?', live);
  expect(server.calls.map(({ body }) => body.input_type)).toEqual(['search_query', 'classification']);
});

test('Hugging Face: vectors of tokens are pooled by their mean', async () => {
  const server = await startFakeEmbeddingServices();
  stop = server.close;
  const endpoint = `${server.origin}/tokens`;
  const model = createHuggingFaceModel({ model: 'm', apiKey: '', endpoint, batchSize: 8, timeoutMs });
  const [vector] = await model.embedDocuments(['bees'], live);
  const expected = serviceVector('bees');
  for (const [index, value] of expected.entries()) expect(vector?.[index]).toBeCloseTo(value, 5);
  expect(server.calls[0]?.headers.authorization).toBeUndefined();
});

test.each([
  ['Ollama', () => createOllamaModel({ baseUrl: 'ollama', model: 'm', useMMap: true, batchSize: 1, timeoutMs })],
  [
    'Azure',
    () =>
      createAzureOpenAIModel({
        apiKey: 'k',
        instance: 'not/a name',
        deployment: 'd',
        apiVersion: 'v',
        basepath: '',
        batchSize: 1,
        timeoutMs,
      }),
  ],
  [
    'Hugging Face',
    () => createHuggingFaceModel({ model: 'm', apiKey: '', endpoint: 'ftp://x', batchSize: 1, timeoutMs }),
  ],
])('%s: an address that is none is refused before anything is sent', (_name, open) => {
  expect(open).toThrow(expect.objectContaining({ code: 'INVALID_PARAM' }));
});
