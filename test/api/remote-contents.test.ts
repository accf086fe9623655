import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  ContentChangeSchema,
  ContentChunksSchema,
  ContentMatchesSchema,
  ContentSourcesSchema,
  ContentsSummarySchema,
  RemovedSourceSchema,
} from '../../shared/api/contents.ts';
import { nodeDefinitions } from '../../shared/nodes/registry.ts';
import { makeFlow } from '../helpers/builders/flows.ts';
import { startFakeQdrant } from '../helpers/fakes/fake-qdrant.ts';
import { setUpApiSuite } from '../helpers/servers/api-suite.ts';
import { chromaSkipReason, startChroma } from '../helpers/servers/chroma-server.ts';
import { paragraphs } from '../helpers/servers/document-store-suite.ts';
import { sharePgvector } from '../helpers/servers/pgvector-server.ts';

const suite = setUpApiSuite({ dimensions: 8 });

interface RemoteStore {
  readonly storeNode: (typeof nodeDefinitions)['qdrant' | 'chroma' | 'postgres' | 'memoryVectorStore'];
  readonly store: Readonly<Record<string, unknown>>;
  close?(): Promise<void>;
}

async function startQdrantStore(): Promise<RemoteStore> {
  const { url, close } = await startFakeQdrant();
  return { storeNode: nodeDefinitions.qdrant, store: { qdrantServerUrl: url, qdrantCollection: 'notes' }, close };
}

async function startChromaStore(): Promise<RemoteStore> {
  const { url, stop } = await startChroma();
  return { storeNode: nodeDefinitions.chroma, store: { chromaURL: url, collectionName: 'notes' }, close: stop };
}

async function startPostgresStore(): Promise<RemoteStore> {
  const { settings } = await sharePgvector();
  const { host, port, database, user, password } = settings;
  const store = { host, port, database, user, password, tableName: 'notes' };
  return { storeNode: nodeDefinitions.postgres, store };
}

const STORES = [
  ['Qdrant', startQdrantStore],
  ...(chromaSkipReason === undefined ? [['Chroma', startChromaStore] as const] : []),
  ['PostgreSQL', startPostgresStore],
] as const;

describe.each(STORES)('what is in %s', (_name, start) => {
  let remote: RemoteStore;
  let id: string;
  beforeAll(async () => {
    remote = await start();
    const flow = makeFlow({
      basepath: suite.fake.basepath,
      splitter: { chunkSize: 100, chunkOverlap: 0 },
      storeNode: remote.storeNode,
      store: remote.store,
      records: { cleanup: 'incremental' },
    });
    ({ id } = await suite.api.createFlow(flow));
    await suite.api.upsert(id, [
      { name: 'b.txt', content: paragraphs(10, 'Beta') },
      { name: 'a.txt', content: paragraphs(10, 'Alpha') },
    ]);
  });
  afterAll(() => remote?.close?.());

  async function ok(method: string, path: string, body?: object): Promise<unknown> {
    const answer =
      body === undefined
        ? await suite.api.call(method, `/contents/${path}`)
        : await suite.api.json(method, `/contents/${path}`, body);
    expect(answer).toMatchObject({ status: 200 });
    return answer.body;
  }
  const chunks = async (query = '') => ContentChunksSchema.parse(await ok('GET', `${id}/chunks?${query}`));
  const sources = async () => ContentSourcesSchema.parse(await ok('GET', `${id}/sources`)).sources;
  const search = async (query: string) => ContentMatchesSchema.parse(await ok('GET', `${id}/search?${query}`));

  test('is counted, listed by source, read in order from any place, and searched', async () => {
    expect(ContentsSummarySchema.parse(await ok('GET', id))).toMatchObject({
      sources: 2,
      chunks: 20,
      storedChunks: 20,
    });
    expect((await sources()).map((source) => [source.name, source.chunks])).toEqual([
      ['a.txt', 10],
      ['b.txt', 10],
    ]);
    const all = await chunks('limit=200');
    expect(all.chunks.map(({ source, chunkNo }) => `${source} ${chunkNo}`)).toEqual(
      ['a.txt', 'b.txt'].flatMap((name) => Array.from({ length: 10 }, (_, index) => `${name} ${index + 1}`)),
    );
    const middle = await chunks('place=8&limit=4');
    expect(middle.chunks.map((chunk) => chunk.id)).toEqual(all.chunks.slice(8, 12).map((chunk) => chunk.id));
    const before = await chunks(`before=${middle.previous}&limit=10`);
    expect(before.chunks.map((chunk) => chunk.id)).toEqual(all.chunks.slice(0, 8).map((chunk) => chunk.id));
    const [, b] = await sources();
    expect(await chunks(`sourceId=${b?.id}&place=9`)).toMatchObject({ total: 10, next: null, chunks: [{ place: 9 }] });
    expect((await search('words=beta%207')).chunks[0]?.pageContent).toMatch(/^Beta 7 /);
    const filter = encodeURIComponent(JSON.stringify({ 'loc.lines.from': 1 }));
    expect((await search(`filter=${filter}`)).chunks.map(({ source }) => source)).toEqual(['a.txt', 'b.txt']);
  });

  test('is edited, found by a question as edited, and as it was again when that is undone', async () => {
    const [, , chunk] = (await chunks()).chunks;
    const body = { pageContent: 'Quokkas are edited by hand.' };
    const changed = ContentChangeSchema.parse(await ok('PUT', `${id}/chunks/${chunk?.id}`, body));
    expect(changed.chunk).toMatchObject({ ...body, source: 'a.txt', place: 2 });
    expect((await chunks()).chunks[2]?.pageContent).toBe(body.pageContent);
    const { docs } = await suite.api.query(id, { query: body.pageContent, topK: 1 });
    expect(docs[0]?.pageContent).toBe(body.pageContent);
    await ok('POST', `${id}/edits/${changed.editId}/undo`, {});
    expect((await chunks()).chunks[2]).toMatchObject({ pageContent: chunk?.pageContent, editId: null });
  });

  test('loses a chunk or a source, and has it back', async () => {
    const before = (await chunks('limit=200')).chunks.map(({ pageContent }) => pageContent);
    const [first] = (await chunks()).chunks;
    const gone = ContentChangeSchema.parse(await ok('DELETE', `${id}/chunks/${first?.id}`));
    expect((await chunks()).total).toBe(19);
    await ok('POST', `${id}/edits/${gone.editId}/undo`, {});
    expect((await chunks('limit=200')).chunks.map(({ pageContent }) => pageContent)).toEqual(before);
    const [a] = await sources();
    const { id: removedId } = RemovedSourceSchema.parse(await ok('DELETE', `${id}/sources/${a?.id}`));
    expect((await sources()).map(({ name }) => name)).toEqual(['b.txt']);
    await ok('POST', `${id}/removed/${removedId}/restore`, {});
    expect((await chunks('limit=200')).chunks.map(({ pageContent }) => pageContent)).toEqual(before);
  });
});

test.each([
  ['in memory', async () => ({ storeNode: nodeDefinitions.memoryVectorStore, store: {} })],
  ['in Qdrant', startQdrantStore],
])('contents %s are those of the last upsert at once', async (_, start) => {
  const { close, ...where }: Partial<RemoteStore> = await start();
  try {
    const { id } = await suite.api.createFlow(makeFlow({ basepath: suite.fake.basepath, ...where, records: {} }));
    const chunks = async () => ContentChunksSchema.parse((await suite.api.get(`/contents/${id}/chunks`)).body).total;
    expect(await chunks()).toBe(0);
    await suite.api.upsert(id, [{ name: 'a.txt', content: 'Otters hold hands.' }]);
    expect(await chunks()).toBe(1);
    await suite.api.upsert(id, [{ name: 'b.txt', content: 'Books have pages.' }]);
    expect(await chunks()).toBe(2);
  } finally {
    await close?.();
  }
});

test.each([nodeDefinitions.memoryVectorStore, nodeDefinitions.hnsw])(
  'contents of $label are shown, and removed, without the model that made them',
  async (storeNode) => {
    const flow = makeFlow({ basepath: suite.fake.basepath, storeNode, records: {} });
    const { id } = await suite.api.createFlow(flow);
    await suite.api.upsert(id, [
      { name: 'a.txt', content: 'Otters hold hands.' },
      { name: 'b.txt', content: 'Books have pages.' },
    ]);
    const nodes = flow.nodes.filter(({ id: nodeId }) => nodeId !== 'openAIEmbeddings_0');
    const edges = flow.edges.filter(({ source }) => source !== 'openAIEmbeddings_0');
    await suite.api.json('PUT', `/chatflows/${id}`, { flowData: JSON.stringify({ nodes, edges }) });
    const listed = await suite.api.get(`/contents/${id}/chunks`);
    expect(listed).toMatchObject({ status: 200, body: { total: 2 } });
    const [chunk] = ContentChunksSchema.parse(listed.body).chunks;
    const at = `/contents/${id}/chunks/${chunk?.id}`;
    expect(await suite.api.json('PUT', at, { pageContent: 'Otters swim.' })).toMatchObject({
      status: 422,
      body: { code: 'MISSING_INPUT' },
    });
    expect(await suite.api.call('DELETE', at)).toMatchObject({ status: 200 });
    expect(await suite.api.get(`/contents/${id}/chunks`)).toMatchObject({ status: 200, body: { total: 1 } });
  },
);
