import { expect, test } from 'vitest';
import { nodeDefinitions } from '../../shared/nodes/registry.ts';
import { makeFlow } from '../helpers/builders/flows.ts';
import { setUpApiSuite } from '../helpers/servers/api-suite.ts';

const suite = setUpApiSuite();

/** Where the machines of several clouds hand out their own secrets. */
const METADATA = '169.254.169.254';
const login = { user: 'app', password: 'secret' };

test.each([
  ['an embedding server', 'openAIEmbeddings', { openAIApiKey: 'key', basepath: `http://${METADATA}/v1` }],
  ['Ollama', 'ollamaEmbedding', { baseUrl: `http://${METADATA}`, modelName: 'nomic-embed-text' }],
  [
    'an IPv6 notation of it',
    'ollamaEmbedding',
    { baseUrl: 'http://[::ffff:a9fe:a9fe]', modelName: 'nomic-embed-text' },
  ],
  ['Qdrant', 'qdrant', { qdrantServerUrl: `http://${METADATA}:6333`, qdrantCollection: 'notes' }],
  ['Chroma', 'chroma', { chromaURL: `http://${METADATA}:8000`, collectionName: 'notes' }],
  ['PostgreSQL', 'postgres', { host: METADATA, database: 'notes', ...login }],
  ['MySQL', 'MySQLRecordManager', { host: METADATA, database: 'notes', ...login }],
  ['Azure', 'qdrant', { qdrantServerUrl: 'http://168.63.129.16:32526', qdrantCollection: 'notes' }],
  ['Alibaba', 'MySQLRecordManager', { host: '100.100.100.200', database: 'notes', ...login }],
  ['Amazon by IPv6', 'ollamaEmbedding', { baseUrl: 'http://[fd00:ec2::254]', modelName: 'nomic-embed-text' }],
  ['Google by IPv6', 'postgres', { host: 'fd20:ce::254', database: 'notes', ...login }],
  ['Azure, the local network allowed', 'cheerioWebScraper', { url: 'http://168.63.129.16/', allowLocalNetwork: true }],
  [
    'a web page, the local network allowed',
    'cheerioWebScraper',
    { url: `http://${METADATA}/`, allowLocalNetwork: true },
  ],
])('an address where cloud machines get their secrets is refused for %s', async (_what, name, config) => {
  const answer = await suite.api.json('POST', '/nodes/test-connection', { name, config });
  expect(answer.body).toMatchObject({ ok: false, message: expect.stringContaining('never connects to one of these') });
});

test('an upsert whose embedding server is at a link-local address is 422 and names the node', async () => {
  const embedding = { baseUrl: `http://${METADATA}`, modelName: 'nomic-embed-text' };
  const { id } = await suite.api.createFlow(makeFlow({ embeddingNode: nodeDefinitions.ollamaEmbedding, embedding }));
  expect(await suite.api.upload(id, [{ name: 'bees.txt', content: 'Bees sleep in winter.' }])).toMatchObject({
    status: 422,
    body: { code: 'ADDRESS_REFUSED', nodeId: 'ollamaEmbedding_0' },
  });
});
