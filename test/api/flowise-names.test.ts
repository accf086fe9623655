import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { DocumentStoreSchema } from '../../shared/api/document-stores.ts';
import { type FlowDocument, parseFlowDocument } from '../../shared/flow/flow-document.ts';
import type { NodeDefinition } from '../../shared/nodes/define-node.ts';
import { findNodeDefinition, nodeDefinitions } from '../../shared/nodes/registry.ts';
import { edge, makeApiConfig, makeFlow, node } from '../helpers/builders/flows.ts';
import { makeDocx } from '../helpers/builders/office-fixtures.ts';
import { type FakeS3, openFakeS3 } from '../helpers/fakes/fake-s3.ts';
import { type LocalSite, openLocalSite } from '../helpers/fakes/local-site.ts';
import { setUpApiSuite } from '../helpers/servers/api-suite.ts';

const suite = setUpApiSuite();

function named(name: string): NodeDefinition {
  const definition = findNodeDefinition(name);
  if (definition === undefined) throw new Error(`There is no node ${name}`);
  return definition;
}

const stored = (name: string, text: string) =>
  `data:text/plain;base64,${Buffer.from(text).toString('base64')},filename:${name}`;

async function run(flow: FlowDocument, overrideConfig: object = {}, apiConfig?: string) {
  const { id, flowData } = await suite.api.createFlow(flow, apiConfig);
  const answer = await suite.api.json('POST', `/vector/upsert/${id}`, { overrideConfig });
  return { id, flowData, answer };
}

/** Text file, splitter, embeddings of a local server, Faiss: the shape of one of Flowise's own examples. */
const localFlow = (basePath: string, text: string) =>
  makeFlow({
    loaderInputs: { txtFile: stored('rules.txt', text) },
    embeddingNode: named('localAIEmbeddings'),
    embedding: { basePath: suite.fake.basepath, modelName: 'bert' },
    storeNode: named('faiss'),
    store: { basePath },
  });

describe('a flow with other names that Flowise has for what is here', () => {
  test('with faiss and localAIEmbeddings runs, keeps its names, and takes the base path for the name of a collection', async () => {
    const path = 'C:\\Users\\ada\\my index';
    const { id, flowData, answer } = await run(localFlow(path, 'Books may be kept for three weeks.'));
    expect(answer).toMatchObject({ status: 200, body: { numAdded: 1 } });
    const names = parseFlowDocument(flowData).nodes.map(({ data }) => data.name);
    expect(names).toEqual(expect.arrayContaining(['faiss', 'localAIEmbeddings']));
    await run(localFlow(path, 'The otter sleeps by day.'));
    await run(localFlow('C:/Users/ada/my index', 'Elsewhere.'));
    const { docs } = await suite.api.query(id, { query: 'otter', topK: 10 });
    expect(docs.map(({ pageContent }) => pageContent).sort()).toEqual([
      'Books may be kept for three weeks.',
      'The otter sleeps by day.',
    ]);
    const history = JSON.stringify((await suite.api.get(`/upsert-history/${id}`)).body);
    expect(history).toContain('"faiss"');
    expect(history).toContain('basePath');
  });

  test('with a document store as a loader beside a file loads the chunks of both', async () => {
    const made = await suite.api.json('POST', '/document-store/store', {
      name: 'Notes',
      embeddingConfig: { name: 'openAIEmbeddings', config: { basepath: suite.fake.basepath } },
      vectorStoreConfig: { name: 'hnsw', config: {} },
    });
    const store = DocumentStoreSchema.parse(made.body);
    const loader = { name: 'plainText', config: { text: 'Bees dance.' } };
    await suite.api.json('POST', `/document-store/upsert/${store.id}`, { loader });
    const base = makeFlow({
      basepath: suite.fake.basepath,
      loaderInputs: { txtFile: stored('rules.txt', 'Books may be kept.') },
      storeNode: named('faiss'),
      records: { cleanup: 'incremental' },
    });
    const reader = node(nodeDefinitions.documentStore, { selectedStore: store.id });
    const [target] = base.nodes.filter(({ data }) => data.name === 'faiss');
    if (target === undefined) throw new Error('The flow has no store');
    const flow = { ...base, nodes: [...base.nodes, reader], edges: [...base.edges, edge(reader, target, 'document')] };
    const { id, answer } = await run(flow);
    expect(answer).toMatchObject({ status: 200, body: { numAdded: 2 } });
    const more = { name: 'plainText', config: { text: 'Bees sing.' } };
    await suite.api.json('POST', `/document-store/upsert/${store.id}`, { loader: more });
    expect(await suite.api.json('POST', `/vector/upsert/${id}`, {})).toMatchObject({
      body: { numAdded: 1, numSkipped: 2, numDeleted: 0 },
    });
    const gone = node(nodeDefinitions.documentStore, { selectedStore: 'nobody' });
    expect((await run({ ...flow, nodes: [...base.nodes, gone] })).answer).toMatchObject({
      status: 404,
      body: { code: 'STORE_NOT_FOUND', nodeId: 'documentStore_0' },
    });
  });

  test('with openAIEmbeddingsCustom takes overrides under its own names', async () => {
    const flow = makeFlow({
      basepath: suite.fake.basepath,
      loaderInputs: { txtFile: stored('a.txt', 'Beans climb.') },
      embeddingNode: named('openAIEmbeddingsCustom'),
    });
    const config = makeApiConfig({ openAIEmbeddingsCustom_0: ['modelName'] });
    const { id, answer } = await run(flow, { modelName: 'mine' }, config);
    expect(answer.status).toBe(200);
    expect(suite.fake.lastCall?.model).toBe('mine');
    expect((await suite.api.get(`/flow-config/${id}`)).body).toContainEqual(
      expect.objectContaining({ nodeId: 'openAIEmbeddingsCustom_0', name: 'modelName' }),
    );
  });

  test('with microsoftWord takes uploads of Word', async () => {
    const flow = makeFlow({ basepath: suite.fake.basepath, loader: named('microsoftWord') });
    const { id } = await suite.api.createFlow(flow, makeApiConfig({ 'Microsoft Word': ['docxFile'] }));
    const content = await makeDocx(['The heron stands.']);
    expect(await suite.api.upsert(id, [{ name: 'birds.docx', content }])).toMatchObject({ numAdded: 1 });
  });

  test('with localAIEmbeddings without an address is 422, and asks nobody else', async () => {
    const flow = makeFlow({
      loaderInputs: { txtFile: stored('a.txt', 'Secret.') },
      embeddingNode: named('localAIEmbeddings'),
    });
    expect((await run(flow)).answer).toMatchObject({
      status: 422,
      body: { nodeId: 'localAIEmbeddings_0', details: { param: 'basePath' } },
    });
  });

  describe('that fetch', () => {
    let site: LocalSite;
    let bucket: FakeS3;
    beforeAll(async () => {
      site = await openLocalSite({ '/': '<main>The heron stands.</main><aside>Advert.</aside>' });
      bucket = await openFakeS3({ objects: { 'a.txt': 'The first.', 'a.txt.bak.txt': 'The second.' } });
    });
    afterAll(async () => {
      await site.close();
      await bucket.close();
    });

    test.each(['puppeteerWebScraper', 'playwrightWebScraper'])(
      '%s reads the page, and the run says that no script ran',
      async (name) => {
        const inputs = { url: `${site.origin}/`, cssSelector: 'main', allowLocalNetwork: true, respectRobots: false };
        const flow = makeFlow({ basepath: suite.fake.basepath, loader: named(name), loaderInputs: inputs });
        const { answer } = await run(flow);
        expect(answer).toMatchObject({
          status: 200,
          body: { numAdded: 1, addedDocs: [{ pageContent: 'The heron stands.' }] },
        });
        const { runId } = z.object({ runId: z.string() }).parse(answer.body);
        const { nodes } = await suite.api.run(runId);
        expect(nodes.find(({ nodeId }) => nodeId === `${name}_0`)?.message).toContain('scripts do not run');
      },
    );

    test('S3 reads the one file that it names', async () => {
      const inputs = { bucketName: 'docs', keyName: 'a.txt', serverUrl: bucket.origin, allowLocalNetwork: true };
      const flow = makeFlow({ basepath: suite.fake.basepath, loader: named('S3'), loaderInputs: inputs });
      expect((await run(flow)).answer).toMatchObject({
        status: 200,
        body: { addedDocs: [{ pageContent: 'The first.' }] },
      });
      expect(bucket.fetched()).toEqual(['a.txt']);
    });
  });
});

test('a node that is not here is 422, and the message names the one to take instead', async () => {
  const base = makeFlow({ basepath: suite.fake.basepath });
  const old = base.nodes.find(({ id }) => id === 'hnsw_0');
  if (old === undefined) throw new Error('The flow has no store');
  const pinecone = { ...old, data: { ...old.data, name: 'pinecone', label: 'Pinecone' } };
  const flow = { ...base, nodes: base.nodes.map((each) => (each === old ? pinecone : each)) };
  expect((await run(flow)).answer).toMatchObject({
    status: 422,
    body: { code: 'UNKNOWN_NODE', message: expect.stringContaining('replace it by Local vector store (HNSW) (hnsw)') },
  });
});

test('the node that another name stands for says so', async () => {
  expect((await suite.api.get('/nodes/hnsw')).body).toMatchObject({ aliases: ['faiss'] });
  expect((await suite.api.get('/nodes/faiss')).body).toMatchObject({
    name: 'faiss',
    label: 'Faiss',
    note: expect.stringContaining('collection'),
    params: expect.arrayContaining([expect.objectContaining({ name: 'basePath' })]),
  });
});
