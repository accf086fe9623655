import { afterEach, describe, expect, test } from 'vitest';
import { createRemoteModel } from '../../../../../electron/server/embedding/remote/remote-model.ts';
import { googleApi } from '../../../../../electron/server/nodes/embeddings/google-generative-ai-embeddings.ts';
import { jinaApi } from '../../../../../electron/server/nodes/embeddings/jina-embeddings.ts';
import { mistralApi } from '../../../../../electron/server/nodes/embeddings/mistral-ai-embeddings.ts';
import { voyageApi } from '../../../../../electron/server/nodes/embeddings/voyage-ai-embeddings.ts';
import { nodeDefinitions } from '../../../../../shared/nodes/registry.ts';
import { parseNodeParams } from '../../../../helpers/builders/parse-node-params.ts';
import { describeRemoteEmbedding } from '../../../../helpers/contracts/remote-embedding-contract.ts';
import { serviceVector, startFakeEmbeddingServices } from '../../../../helpers/fakes/fake-embedding-services.ts';

type Inputs = Readonly<Record<string, unknown>>;

const { googleGenerativeAiEmbeddings, mistralAIEmbeddings, voyageAIEmbeddings, jinaEmbeddings } = nodeDefinitions;
const google = (inputs: Inputs) => googleApi(parseNodeParams(googleGenerativeAiEmbeddings, inputs));
const mistral = (inputs: Inputs) => mistralApi(parseNodeParams(mistralAIEmbeddings, inputs));
const voyage = (inputs: Inputs) => voyageApi(parseNodeParams(voyageAIEmbeddings, inputs));
const jina = (inputs: Inputs) => jinaApi(parseNodeParams(jinaEmbeddings, inputs));

const live = new AbortController().signal;
let stop: (() => Promise<void>) | undefined;
afterEach(async () => {
  await stop?.();
  stop = undefined;
});

async function startServices() {
  const server = await startFakeEmbeddingServices();
  stop = server.close;
  return server;
}

describeRemoteEmbedding({
  name: 'Google',
  batch: 100,
  open: (origin, sleep) =>
    createRemoteModel(google({ basepath: `${origin}/v1beta/`, googleGenerativeAPIKey: 'go-key' }), sleep),
  request: (texts) => ({
    requests: texts.map((text) => ({
      model: 'models/gemini-embedding-001',
      content: { parts: [{ text }] },
      taskType: 'RETRIEVAL_DOCUMENT',
    })),
  }),
  url: '/v1beta/models/gemini-embedding-001:batchEmbedContents',
  header: ['x-goog-api-key', 'go-key'],
  model: 'gemini-embedding-001',
});

describeRemoteEmbedding({
  name: 'Mistral',
  batch: 100,
  open: (origin, sleep) =>
    createRemoteModel(
      mistral({ overrideEndpoint: `${origin}/mistral`, mistralAIAPIKey: 'mi-key', batchSize: '100' }),
      sleep,
    ),
  request: (input) => ({ model: 'mistral-embed', input }),
  url: '/mistral/v1/embeddings',
  header: ['authorization', 'Bearer mi-key'],
  model: 'mistral-embed',
});

describeRemoteEmbedding({
  name: 'Voyage',
  batch: 128,
  open: (origin, sleep) =>
    createRemoteModel(voyage({ endpoint: `${origin}/voyage/v1/embeddings`, apiKey: 'vo-key' }), sleep),
  request: (input) => ({ model: 'voyage-4', input, input_type: 'document', encoding_format: 'base64' }),
  url: '/voyage/v1/embeddings',
  header: ['authorization', 'Bearer vo-key'],
  model: 'voyage-4',
});

describeRemoteEmbedding({
  name: 'Jina',
  batch: 128,
  open: (origin, sleep) =>
    createRemoteModel(jina({ basepath: `${origin}/jina/v1`, jinaAIAPIKey: 'ji-key', modelDimensions: 6 }), sleep),
  request: (input) => ({
    model: 'jina-embeddings-v3',
    input,
    task: 'retrieval.passage',
    embedding_type: 'float',
    dimensions: 6,
  }),
  url: '/jina/v1/embeddings',
  header: ['authorization', 'Bearer ji-key'],
  model: 'jina-embeddings-v3',
});

describe('a question is embedded as one', () => {
  test('by Google, with its task type, the length that was asked for, and no line ends if so chosen', () => {
    const api = google({ modelName: 'models/gemini-embedding-001', dimensions: 768, stripNewLines: true });
    expect(api.bodyOf(['Why\nso?'], 'query')).toEqual({
      requests: [
        {
          model: 'models/gemini-embedding-001',
          content: { parts: [{ text: 'Why so?' }] },
          taskType: 'RETRIEVAL_QUERY',
          outputDimensionality: 768,
        },
      ],
    });
  });

  test('by Voyage and Jina', () => {
    expect(voyage({}).bodyOf(['why?'], 'query')).toMatchObject({ input_type: 'query' });
    expect(jina({ modelName: 'jina-embeddings-v4' }).bodyOf(['why?'], 'query')).toMatchObject({
      task: 'retrieval.query',
    });
  });
});

test('Google: a task other than search is that of documents and questions alike, and none is none', () => {
  const taskOf = (tasktype: string, purpose: 'document' | 'query') =>
    JSON.stringify(google({ tasktype }).bodyOf(['a'], purpose)).match(/"taskType":"(\w+)"/)?.[1];
  expect(taskOf('CLUSTERING', 'document')).toBe('CLUSTERING');
  expect(taskOf('CLUSTERING', 'query')).toBe('CLUSTERING');
  expect(taskOf('RETRIEVAL_QUERY', 'document')).toBe('RETRIEVAL_DOCUMENT');
  expect(taskOf('TASK_TYPE_UNSPECIFIED', 'query')).toBeUndefined();
});

test('Google: gemini-embedding-2 gets its task as words before the text', async () => {
  const { origin, calls } = await startServices();
  const model = createRemoteModel(google({ basepath: `${origin}/v1beta`, modelName: 'gemini-embedding-2' }));
  expect(await model.embedDocuments(['Bees sleep.'], live)).toEqual([serviceVector('Bees sleep.')]);
  expect(await model.embedQuery('Who sleeps?', live)).toEqual(serviceVector('Who sleeps?'));
  expect(calls.map(({ body }) => body)).toEqual(
    ['title: none | text: Bees sleep.', 'task: search result | query: Who sleeps?'].map((text) => ({
      requests: [{ model: 'models/gemini-embedding-2', content: { parts: [{ text }] } }],
    })),
  );
});

test('Mistral: the batch size of Flowise and long texts are cut to what it takes', async () => {
  const { origin, calls } = await startServices();
  const node = { overrideEndpoint: `${origin}/mistral`, batchSize: 512 };
  const short = Array.from({ length: 300 }, (_, index) => `${index}`);
  await createRemoteModel(mistral(node)).embedDocuments(short, live);
  expect(calls).toHaveLength(2);
  const long = Array.from({ length: 4 }, (_, index) => `${index}`.repeat(7000));
  await createRemoteModel(mistral(node)).embedDocuments(long, live);
  expect(calls).toHaveLength(4);
});

test('Mistral: sends one line a text unless told otherwise, and the length of vectors by its own name', () => {
  const api = mistral({ modelName: 'codestral-embed', dimensions: 512 });
  const body = { model: 'codestral-embed', output_dimension: 512 };
  expect(api.bodyOf(['a\r\nb'], 'document')).toEqual({ ...body, input: ['a b'] });
  expect(mistral({ stripNewLines: false }).bodyOf(['a\nb'], 'document')).toMatchObject({ input: ['a\nb'] });
});

test('Voyage: the length of vectors by its own name', () => {
  expect(voyage({ dimensions: 256 }).bodyOf(['a'], 'document')).toMatchObject({ output_dimension: 256 });
});

test('Voyage and Jina say in "detail" why they refuse', async () => {
  const body = { detail: 'Provided API key is invalid.' };
  const { origin, close } = await startFakeEmbeddingServices(() => ({ status: 401, body }));
  stop = close;
  const model = createRemoteModel(voyage({ endpoint: `${origin}/voyage/v1/embeddings` }));
  await expect(model.embedDocuments(['a'], live)).rejects.toThrow('It says: Provided API key is invalid.');
});

test('Jina: models without tasks are not sent one', () => {
  const body = jina({ modelName: 'jina-embeddings-v2-base-de' }).bodyOf(['a'], 'document');
  expect(JSON.stringify(body)).not.toContain('task');
});

test('ids differ by everything that changes a vector', () => {
  const ids = [
    ...[{}, { tasktype: 'CLUSTERING' }, { dimensions: 8 }, { stripNewLines: true }, { modelName: 'm' }].map(
      (inputs) => google(inputs).id,
    ),
    ...[{}, { dimensions: 8 }, { stripNewLines: false }, { modelName: 'm' }].map((inputs) => mistral(inputs).id),
    ...[{}, { dimensions: 8 }, { modelName: 'm' }].map((inputs) => voyage(inputs).id),
    ...[{}, { modelDimensions: 8 }, { modelName: 'm' }].map((inputs) => jina(inputs).id),
  ];
  expect(new Set(ids).size).toBe(ids.length);
  expect(google({ tasktype: 'RETRIEVAL_QUERY' }).id).toBe(google({}).id);
});

test.each([
  ['Google', () => google({ basepath: 'nowhere' })],
  ['Mistral', () => mistral({ overrideEndpoint: 'https://user:pass@proxy.example' })],
  ['Voyage', () => voyage({ endpoint: 'https://voyage.example/v1/embeddings?key=1' })],
  ['Jina', () => jina({ basepath: 'https://proxy.example?key=1' })],
])('%s: an address that is none is refused before anything is sent', (_name, open) => {
  expect(open).toThrow(expect.objectContaining({ code: 'INVALID_PARAM' }));
});
