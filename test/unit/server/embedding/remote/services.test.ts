import { afterEach, expect, test } from 'vitest';
import { createAzureOpenAIModel } from '../../../../../electron/server/embedding/remote/azure-openai-model.ts';
import { createCohereModel } from '../../../../../electron/server/embedding/remote/cohere-model.ts';
import { createHuggingFaceModel } from '../../../../../electron/server/embedding/remote/huggingface-model.ts';
import { createOllamaModel } from '../../../../../electron/server/embedding/remote/ollama-model.ts';
import type { Sleep } from '../../../../../electron/server/http/retries.ts';
import {
  describeRemoteEmbedding,
  type RemoteEmbedding,
} from '../../../../helpers/contracts/remote-embedding-contract.ts';
import { serviceVector, startFakeEmbeddingServices } from '../../../../helpers/fakes/fake-embedding-services.ts';

const live = new AbortController().signal;

const timeoutMs = 5000;
const table: readonly RemoteEmbedding[] = [
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

for (const service of table) describeRemoteEmbedding(service);

let stop: (() => Promise<void>) | undefined;
const sleep: Sleep = async () => undefined;

afterEach(async () => {
  await stop?.();
  stop = undefined;
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
