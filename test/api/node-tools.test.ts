import { describe, expect, test } from 'vitest';
import { NodeDescriptionSchema } from '../../shared/api/info.ts';
import { ConnectionTestSchema, NodePreviewSchema } from '../../shared/api/node-tools.ts';
import { startFakeChatServices } from '../helpers/fakes/fake-chat-services.ts';
import { startFakeOpenAI } from '../helpers/fakes/fake-openai.ts';
import { setUpApiSuite } from '../helpers/servers/api-suite.ts';

const suite = setUpApiSuite();
const splitter = { name: 'recursiveCharacterTextSplitter', config: { chunkSize: 20, chunkOverlap: 0 } };
const plain = (text: string) => ({ name: 'plainText', config: { text } });

async function preview(body: unknown) {
  const answer = await suite.api.json('POST', '/nodes/preview', body);
  expect(answer.status).toBe(200);
  return NodePreviewSchema.parse(answer.body);
}

async function testConnection(name: string, config: Record<string, unknown>) {
  const answer = await suite.api.json('POST', '/nodes/test-connection', { name, config });
  expect(answer.status).toBe(200);
  return ConnectionTestSchema.parse(answer.body);
}

describe('POST /nodes/preview', () => {
  test('shows the first chunks and says that there are more', async () => {
    const text = 'Bees sleep in winter. Beans climb on poles. Moss likes shade.';
    const { chunks, isComplete } = await preview({ loader: plain(text), splitter, limit: 2 });
    expect(isComplete).toBe(false);
    expect(chunks.map(({ chunkNo, pageContent }) => [chunkNo, pageContent])).toEqual([
      [1, 'Bees sleep in'],
      [2, 'winter. Beans climb'],
    ]);
    expect(chunks[1]?.metadata).toMatchObject({ source: 'Plain text', loc: { offset: { from: 14, to: 33 } } });
  });

  test('goes on behind the first chunks, and says how many there are and how long they are', async () => {
    const text = 'Bees sleep in winter. Beans climb on poles. Moss likes shade.';
    const statistics = { chunks: 4, isWhole: true, shortest: 12, median: 13.5, longest: 19 };
    const first = await preview({ loader: plain(text), splitter, limit: 2, statistics: true });
    expect(first).toMatchObject({ statistics, isComplete: false });
    const last = await preview({ loader: plain(text), splitter, limit: 2, offset: 2, statistics: true });
    expect(last).toMatchObject({ statistics, isComplete: true });
    expect(last.chunks.map(({ chunkNo }) => chunkNo)).toEqual([3, 4]);
    const behind = await preview({ loader: plain(text), splitter, offset: 9 });
    expect(behind).toEqual({ chunks: [], isComplete: true });
  });

  test('without a splitter a document is one chunk, and that is all there is', async () => {
    const { chunks, isComplete } = await preview({ loader: plain('Moss likes shade.') });
    expect(chunks.map(({ pageContent }) => pageContent)).toEqual(['Moss likes shade.']);
    expect(isComplete).toBe(true);
  });

  test('reads uploads of a form', async () => {
    const form = new FormData();
    form.append('files', new Blob(['Plots of 2024\nplot,crop\n1,beans\n2,peas\n']), 'plots.csv');
    form.append('loader', JSON.stringify({ name: 'fileLoader', config: {} }));
    form.append('limit', '2');
    const response = await fetch(`${suite.server.url}/api/v1/nodes/preview`, { method: 'POST', body: form });
    const { chunks, isComplete, notes } = NodePreviewSchema.parse(await response.json());
    expect(chunks.map(({ pageContent }) => pageContent)).toEqual(['Plots of 2024', 'plot: 1\ncrop: beans']);
    expect(isComplete).toBe(false);
    expect(notes).toBe('"plots.csv": Header taken from row 2.');
  });

  test('reads the files that the node keeps', async () => {
    const txtFile = `data:text/plain;base64,${Buffer.from('Kept in the flow').toString('base64')},filename:kept.txt`;
    const { chunks } = await preview({ loader: { name: 'textFile', config: { txtFile } } });
    expect(chunks).toMatchObject([{ pageContent: 'Kept in the flow', metadata: { source: 'kept.txt' } }]);
  });

  test("a splitter counts in the tokens of the flow's own model", async () => {
    const text = 'Beekeeping is unhurried. Overwintering colonies hibernate. Moss likes shade.';
    const sentences = { name: 'sentenceTextSplitter', config: { maxTokens: 12, overlapSentences: 0 } };
    const own = await preview({
      loader: plain(text),
      splitter: sentences,
      embedding: { name: 'transformersEmbeddings', config: {} },
    });
    const other = await preview({
      loader: plain(text),
      splitter: sentences,
      embedding: { name: 'openAIEmbeddings', config: {} },
    });
    const texts = (result: typeof own) => result.chunks.map(({ pageContent }) => pageContent);
    expect(texts(own).join(' ')).toBe(text);
    expect(texts(other).join(' ')).toBe(text);
    expect(texts(own)).not.toEqual(texts(other));
  });

  test('writes nothing', async () => {
    const before = await suite.api.get('/runs');
    await preview({ loader: plain('Moss likes shade.'), splitter });
    expect(await suite.api.get('/runs')).toEqual(before);
  });

  test.each([
    ['a node that there is not', { loader: { name: 'teleport', config: {} } }, 400, 'INVALID_INPUT'],
    ['a splitter in the place of a loader', { loader: splitter }, 400, 'INVALID_INPUT'],
    [
      'a setting that is wrong',
      { loader: plain('x'), splitter: { ...splitter, config: { chunkSize: 0 } } },
      400,
      'INVALID_INPUT',
    ],
    ['no text', { loader: plain('') }, 400, 'INVALID_INPUT'],
    ['no loader', {}, 400, 'INVALID_INPUT'],
    ['a loader of files without one', { loader: { name: 'pdfFile', config: {} } }, 422, 'NO_FILES'],
  ])('%s is refused', async (_what, body, status, code) => {
    expect(await suite.api.json('POST', '/nodes/preview', body)).toMatchObject({ status, body: { code } });
  });

  test('a file that is no such file is named', async () => {
    const form = new FormData();
    form.append('files', new Blob(['no pdf at all']), 'report.pdf');
    form.append('loader', JSON.stringify({ name: 'pdfFile', config: {} }));
    const response = await fetch(`${suite.server.url}/api/v1/nodes/preview`, { method: 'POST', body: form });
    expect(response.status).toBe(415);
    expect(await response.json()).toMatchObject({
      code: 'UNSUPPORTED_FILE_TYPE',
      message: expect.stringContaining('report.pdf'),
    });
  });
});

describe('POST /nodes/test-connection', () => {
  test('an embedding server that answers', async () => {
    const result = await testConnection('openAIEmbeddings', { basepath: suite.fake.basepath, modelName: 'fake' });
    expect(result).toMatchObject({ ok: true, message: expect.stringMatching(/answers with \d+ numbers a text\.$/) });
  });

  test('one that can not be reached says so and what to do', async () => {
    const result = await testConnection('openAIEmbeddings', { basepath: 'http://127.0.0.1:9/v1', modelName: 'fake' });
    expect(result).toMatchObject({
      ok: false,
      code: 'SERVICE_FAILED',
      message: expect.stringContaining('check that it runs'),
    });
  });

  test('settings that are wrong are told as such', async () => {
    const result = await testConnection('openAIEmbeddings', { basepath: 'not an address' });
    expect(result).toMatchObject({ ok: false, code: 'INVALID_PARAM' });
  });

  test('a credential that is not there is told', async () => {
    const result = await testConnection('openAIEmbeddings', { basepath: suite.fake.basepath, credential: 'gone' });
    expect(result).toMatchObject({ ok: false, code: 'INVALID_PARAM' });
  });

  test('a node that talks to nothing outside has nothing to test', async () => {
    const result = await testConnection('plainText', { text: 'x' });
    expect(result).toMatchObject({ ok: false, code: 'INVALID_INPUT' });
  });

  test('a node that there is not is 400', async () => {
    const answer = await suite.api.json('POST', '/nodes/test-connection', { name: 'teleport', config: {} });
    expect(answer).toMatchObject({ status: 400, body: { code: 'INVALID_INPUT' } });
  });
});

describe('POST /nodes/models', () => {
  const list = (name: string, config: object) => suite.api.json('POST', '/nodes/models', { name, config });

  test('gives the models of a service, those that embed first, whatever the form has for a model', async () => {
    const fake = await startFakeOpenAI({ models: ['llama3.2', 'qwen3-embedding', 'bge-m3', 'llama3.2'] });
    const answer = await list('openAIEmbeddings', { basepath: fake.basepath, modelName: ' ' });
    await fake.close();
    expect(answer).toMatchObject({ status: 200, body: { models: ['bge-m3', 'qwen3-embedding', 'llama3.2'] } });
  });

  test('a service without a list, one that is away and a node without one say what to do', async () => {
    const { basepath } = suite.fake;
    expect((await list('openAIEmbeddings', { basepath })).body).toMatchObject({
      models: [],
      code: 'SERVICE_FAILED',
      message: expect.stringContaining('type the name of one'),
    });
    expect((await list('ollamaEmbedding', { baseUrl: 'http://127.0.0.1:9' })).body).toMatchObject({
      models: [],
      message: expect.stringContaining('check that it runs'),
    });
    expect((await list('openAIEmbeddings', { basepath: 'no address' })).body).toMatchObject({ code: 'INVALID_PARAM' });
    expect((await list('transformersEmbeddings', {})).body).toMatchObject({ code: 'INVALID_INPUT' });
    expect((await list('teleport', {})).status).toBe(400);
  });
});

describe('GET /nodes', () => {
  test('lists every way in, every splitter, every store', async () => {
    const nodes = NodeDescriptionSchema.array().parse((await suite.api.get('/nodes')).body);
    const count = (category: string) => nodes.filter((node) => node.category === category).length;
    const uploads = nodes.filter(({ category, takesFiles }) => category === 'Document Loaders' && takesFiles).length;
    expect(uploads).toBeGreaterThanOrEqual(10);
    expect(count('Document Loaders') - uploads).toBeGreaterThanOrEqual(8);
    expect(count('Text Splitters')).toBeGreaterThanOrEqual(7);
    expect(count('Embeddings')).toBeGreaterThanOrEqual(6);
    expect(
      nodes.filter(({ anchors }) => anchors.some(({ name }) => name === 'embeddings')).length,
    ).toBeGreaterThanOrEqual(5);
    expect(count('Record Manager')).toBeGreaterThanOrEqual(3);
  });

  test('says of each node what searches, forms and checks need', async () => {
    const nodes = NodeDescriptionSchema.array().parse((await suite.api.get('/nodes')).body);
    const openAI = nodes.find(({ name }) => name === 'openAIEmbeddings');
    expect(openAI).toMatchObject({ connects: true, takesFiles: false });
    expect(openAI?.params[0]).toEqual({
      label: 'Connect Credential',
      name: 'credential',
      type: 'credential',
      optional: true,
      credentialNames: ['openAIApi'],
    });
    expect(nodes.filter(({ synonyms }) => synonyms.length === 0)).toEqual([]);
  });
});

describe('chat models', () => {
  test.each([
    ['chatOpenAI', 'openai/v1', 'basepath'],
    ['chatOpenAICustom', 'openai/v1', 'basepath'],
    ['chatLocalAI', 'openai/v1', 'basePath'],
    ['chatOllama', 'ollama', 'baseUrl'],
    ['chatMistralAI', 'mistral', 'overrideEndpoint'],
    ['chatGoogleGenerativeAI', 'gemini', 'baseUrl'],
  ])('%s lists those that answer first, and asks the chosen one for a word', async (name, path, param) => {
    const services = await startFakeChatServices(() => ({ tokens: ['O', 'K'] }), ['bge-m3', 'large', 'small']);
    try {
      const key = name === 'chatMistralAI' ? 'mistralAIAPIKey' : 'googleGenerativeAPIKey';
      const config = { [param]: `${services.origin}/${path}`, [key]: 'a-key', modelName: 'small' };
      const listed = await suite.api.json('POST', '/nodes/models', { name, config });
      expect(listed).toMatchObject({ status: 200, body: { models: ['large', 'small', 'bge-m3'] } });
      const answer = await testConnection(name, config);
      expect(answer).toMatchObject({ ok: true, message: expect.stringMatching(/^small at http.* answers\.$/) });
      expect(services.calls).toHaveLength(1);
      await expect.poll(() => services.connections).toBeLessThanOrEqual(1);
    } finally {
      await services.close();
    }
  });

  test('a chat model that refuses the key says what to do, and not the key', async () => {
    const services = await startFakeChatServices(() => ({ status: 401, body: { error: { message: 'No: a-secret' } } }));
    try {
      const config = { basepath: `${services.origin}/openai/v1`, openAIApiKey: 'a-secret' };
      const answer = await testConnection('chatOpenAI', config);
      expect(answer).toMatchObject({ ok: false, code: 'MODEL_REFUSED' });
      expect(answer.message).not.toContain('a-secret');
    } finally {
      await services.close();
    }
  });
});
