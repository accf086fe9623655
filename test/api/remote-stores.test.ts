import { describe, expect, test } from 'vitest';
import { DryRunResultSchema } from '../../shared/api/dry-run.ts';
import { MoveAcceptedSchema } from '../../shared/api/moves.ts';
import { nodeDefinitions } from '../../shared/nodes/registry.ts';
import { makeFlow } from '../helpers/builders/flows.ts';
import { makeTemporaryFolder } from '../helpers/builders/temporary-folder.ts';
import { type ApiClient, createApiClient } from '../helpers/servers/api-client.ts';
import { setUpApiSuite } from '../helpers/servers/api-suite.ts';
import { startServerProcess } from '../helpers/servers/server-process.ts';

const suite = setUpApiSuite();
const { memoryVectorStore } = nodeDefinitions;

function memoryFlow(inputs: Record<string, unknown> = {}, records?: Record<string, unknown>) {
  return makeFlow({
    basepath: suite.fake.basepath,
    splitter: { chunkSize: 100, chunkOverlap: 0 },
    storeNode: memoryVectorStore,
    store: inputs,
    ...(records === undefined ? {} : { records }),
  });
}

const file = { name: 'a.txt', content: 'Otters hold hands.\n\nBooks have pages.' };

describe('a question to a store that is not embedded', () => {
  test.each(['keyword', 'hybrid'])('by words (%s) is refused: it searches by meaning only', async (mode) => {
    const { id } = await suite.api.createFlow(memoryFlow());
    await suite.api.upsert(id, [file]);
    const answer = await suite.api.json('POST', `/vector/query/${id}`, { query: 'otters', mode });
    expect(answer).toMatchObject({ status: 400, body: { code: 'INVALID_INPUT', nodeId: 'memoryVectorStore_0' } });
    expect(answer.body).toHaveProperty('message', expect.stringContaining('by meaning only'));
  });

  test('gets as many passages as the node says, unless it says itself', async () => {
    const { id } = await suite.api.createFlow(memoryFlow({ topK: 2 }));
    const content = Array.from({ length: 6 }, (_, index) => `Sentence ${index} ${'goes on '.repeat(10)}`).join('\n\n');
    await suite.api.upsert(id, [{ name: 'a.txt', content }]);
    expect((await suite.api.query(id, { query: 'x' })).docs).toHaveLength(2);
    expect((await suite.api.query(id, { query: 'x', topK: 5 })).docs).toHaveLength(5);
  });
});

test('flows that name the same in-memory collection share it; others do not', async () => {
  const [one, two, own] = [
    await suite.api.createFlow(memoryFlow({ collection: 'shared-notes' })),
    await suite.api.createFlow(memoryFlow({ collection: 'shared-notes' })),
    await suite.api.createFlow(memoryFlow()),
  ];
  await suite.api.upsert(one.id, [file]);
  expect((await suite.api.query(two.id, { query: 'x' })).docs).toHaveLength(1);
  expect((await suite.api.query(own.id, { query: 'x' })).docs).toEqual([]);
});

test('another model than the one of the collection is 409, names the node, and changes nothing', async () => {
  const collection = 'one-model-only';
  const one = await suite.api.createFlow(memoryFlow({ collection }));
  await suite.api.upsert(one.id, [file]);
  const two = await suite.api.createFlow(
    makeFlow({
      basepath: suite.fake.basepath,
      embedding: { modelName: 'another-model' },
      storeNode: memoryVectorStore,
      store: { collection },
    }),
  );
  const refused = { status: 409, body: { code: 'EMBEDDING_MISMATCH', nodeId: 'memoryVectorStore_0' } };
  expect(await suite.api.upload(two.id, [file])).toMatchObject(refused);
  expect(await suite.api.json('POST', `/vector/query/${two.id}`, { query: 'x' })).toMatchObject(refused);
  expect((await suite.api.query(one.id, { query: 'x' })).docs).toHaveLength(1);
});

test('a server that is not there: the error names the node and the address, and nothing is recorded', async () => {
  const flow = makeFlow({
    basepath: suite.fake.basepath,
    storeNode: nodeDefinitions.chroma,
    store: { collectionName: 'nothing', chromaURL: 'http://127.0.0.1:9' },
    records: { cleanup: 'incremental' },
  });
  const { id } = await suite.api.createFlow(flow);
  const answer = await suite.api.upload(id, [file]);
  expect(answer).toMatchObject({ status: 502, body: { code: 'SERVICE_FAILED', nodeId: 'chroma_0' } });
  const asked = await suite.api.json('POST', `/vector/query/${id}`, { query: 'x' });
  expect(asked).toMatchObject({ status: 502, body: { nodeId: 'chroma_0' } });
});

test('after a restart the memory is empty: a question finds nothing, a dry run says so, an upsert writes all again and says why', async () => {
  const folder = makeTemporaryFolder();
  try {
    const first = await startServerProcess({ dataDir: folder.path });
    const { id } = await createApiClient(first.url).createFlow(memoryFlow({}, { cleanup: 'incremental' }));
    expect(await createApiClient(first.url).upsert(id, [file])).toMatchObject({ numAdded: 1 });
    await first.stop();

    const second = await startServerProcess({ dataDir: folder.path });
    const api = createApiClient(second.url);
    expect((await api.query(id, { query: 'x' })).docs).toEqual([]);
    const said = await api.upload(`${id}?dryRun=true`, [file]);
    expect(DryRunResultSchema.parse(said.body)).toMatchObject({ numAdded: 1, numSkipped: 0, numDeleted: 0 });
    const before = suite.fake.texts;
    const again = await api.upsert(id, [file]);
    expect(again).toMatchObject({ numAdded: 1, numSkipped: 0, numDeleted: 0, totalKeys: 1 });
    expect(suite.fake.texts, 'the embedding cache still has it').toBe(before);
    const { nodes } = await api.run(again.runId);
    const note = nodes.find(({ nodeId }) => nodeId === 'SQLiteRecordManager_0')?.message;
    expect(note).toContain('The vector store had lost 1 chunk ');
    expect((await api.query(id, { query: 'x' })).docs).toHaveLength(1);
    await second.stop();
  } finally {
    folder.remove();
  }
});

test('a flow that was moved into memory keeps its originals over a restart, and the next upsert writes all again', async () => {
  const folder = makeTemporaryFolder();
  const flow = makeFlow({ basepath: suite.fake.basepath, records: { cleanup: 'incremental' } });
  const originalsOf = async (api: ApiClient, id: string) => (await api.get(`/originals/${id}`)).body;
  try {
    const first = await startServerProcess({ dataDir: folder.path });
    const before = createApiClient(first.url);
    const { id } = await before.createFlow(flow);
    await before.upsert(id, [file]);
    const move = { vectorStore: { name: 'memoryVectorStore', config: {} } };
    const { runId } = MoveAcceptedSchema.parse((await before.json('POST', `/moves/${id}`, move)).body);
    await expect.poll(async () => (await before.run(runId)).status, { timeout: 20_000 }).toBe('FINISHED');
    expect(await before.upsert(id, [file])).toMatchObject({ numAdded: 0, numSkipped: 1 });
    await first.stop();

    const second = await startServerProcess({ dataDir: folder.path });
    const api = createApiClient(second.url);
    expect(await originalsOf(api, id)).toMatchObject({ files: 1 });
    expect(await api.upsert(id, [file])).toMatchObject({ numAdded: 1, numSkipped: 0, numDeleted: 0, totalKeys: 1 });
    expect(await originalsOf(api, id)).toMatchObject({ files: 1 });
    await second.stop();
  } finally {
    folder.remove();
  }
});
