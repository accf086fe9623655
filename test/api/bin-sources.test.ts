import { expect, test } from 'vitest';
import { BinSourcesSchema } from '../../shared/api/bin.ts';
import { ChatflowSchema } from '../../shared/api/chatflows.ts';
import {
  ContentChunksSchema,
  ContentSourcesSchema,
  ContentsSummarySchema,
  RemovedSourceSchema,
} from '../../shared/api/contents.ts';
import { parseFlowDocument } from '../../shared/flow/flow-document.ts';
import { makeFlow } from '../helpers/builders/flows.ts';
import { fields, paragraphs, setUpDocumentStoreSuite } from '../helpers/servers/document-store-suite.ts';

const suite = setUpDocumentStoreSuite();
const A = { name: 'a.txt', content: paragraphs(10, 'Alpha') };
const B = { name: 'b.txt', content: paragraphs(3, 'Beta') };

const json = (method: string, path: string, body: object = {}) => suite.api.json(method, path, body);
const listBinned = async (query = '') => BinSourcesSchema.parse((await suite.api.get(`/bin/sources?${query}`)).body);
const binnedOf = async (ownerId: string) => (await listBinned()).sources.filter((source) => source.ownerId === ownerId);
const chunksOf = async (id: string) =>
  ContentsSummarySchema.parse((await suite.api.get(`/contents/${id}`)).body).chunks;

async function filledFlow(): Promise<string> {
  const splitter = { chunkSize: 100, chunkOverlap: 0 };
  const flow = makeFlow({ basepath: suite.fake.basepath, splitter, records: { cleanup: 'incremental' } });
  const { id } = await suite.api.createFlow(flow);
  await suite.api.upsert(id, [A, B]);
  return id;
}

async function filledStore(): Promise<string> {
  const id = await suite.newStore();
  for (const file of [A, B]) await suite.stores.upsert(id, [file], fields);
  return id;
}

async function remove(id: string, name: string): Promise<number> {
  const { sources } = ContentSourcesSchema.parse((await suite.api.get(`/contents/${id}/sources`)).body);
  const sourceId = sources.find((source) => source.name === name)?.id;
  return RemovedSourceSchema.parse((await json('DELETE', `/contents/${id}/sources/${sourceId}`)).body).id;
}

/** Upserts a.txt once more. */
async function again(id: string, kind: string, content: string): Promise<void> {
  if (kind === 'chatflow') {
    await suite.api.upsert(id, [{ ...A, content }]);
    return;
  }
  const { loaders } = await suite.stores.store(id);
  await suite.stores.upsert(id, [{ ...A, content }], { docId: loaders[0]?.id ?? '', replaceExisting: 'true' });
}

test.each([
  { kind: 'chatflow', fill: filledFlow },
  { kind: 'documentStore', fill: filledStore },
])('a removed source of a $kind is in the bin, comes back, or is deleted at once', async ({ kind, fill }) => {
  const id = await fill();
  const a = await remove(id, 'a.txt');
  const b = await remove(id, 'b.txt');
  const [newest, oldest] = await binnedOf(id);
  expect(newest).toMatchObject({ id: b, name: 'b.txt', chunks: 3, ownerKind: kind });
  expect(oldest).toMatchObject({ id: a, name: 'a.txt', chunks: 10 });
  expect(newest?.ownerName).not.toBe('');
  const first = await listBinned('limit=1');
  expect(first.sources).toMatchObject([{ id: b }]);
  expect((await listBinned(`limit=1&before=${first.next}`)).sources).toMatchObject([{ id: a }]);

  expect(await json('POST', `/contents/${id}/removed/${a}/restore`)).toMatchObject({ status: 200 });
  expect(await json('DELETE', `/contents/${id}/removed/${b}`)).toMatchObject({ status: 200 });
  expect(await binnedOf(id)).toEqual([]);
  expect(await chunksOf(id)).toBe(10);
  expect(await json('POST', `/contents/${id}/removed/${b}/restore`)).toMatchObject({
    status: 404,
    body: { code: 'CHUNK_NOT_FOUND' },
  });
});

test.each([
  { kind: 'chatflow', fill: filledFlow },
  { kind: 'documentStore', fill: filledStore },
])('a source of a $kind that was upserted again is not mixed with what was removed', async ({ kind, fill }) => {
  const id = await fill();
  const removed = await remove(id, 'a.txt');
  await again(id, kind, paragraphs(4, 'Newer'));
  expect(await json('POST', `/contents/${id}/removed/${removed}/restore`)).toMatchObject({
    status: 409,
    body: { code: 'SOURCE_STORED_AGAIN' },
  });
  expect(await chunksOf(id)).toBe(7);
  await remove(id, 'a.txt');
  expect(await json('POST', `/contents/${id}/removed/${removed}/restore`)).toMatchObject({ status: 200 });
  expect(await chunksOf(id)).toBe(13);
});

test('a removed source of a flow comes back as it was when its model can not be opened', async () => {
  const id = await filledFlow();
  const removed = await remove(id, 'a.txt');
  const { flowData } = ChatflowSchema.parse((await suite.api.get(`/chatflows/${id}`)).body);
  const flow = parseFlowDocument(flowData);
  const nodes = flow.nodes.map((node) =>
    node.data.name === 'openAIEmbeddings'
      ? { ...node, data: { ...node.data, inputs: { ...node.data.inputs, openAIApiKey: '{{$vars.unknownKey}}' } } }
      : node,
  );
  const asked = suite.fake.requests;
  expect(await json('PUT', `/chatflows/${id}`, { flowData: JSON.stringify({ ...flow, nodes }) })).toMatchObject({
    status: 200,
  });
  expect(await json('POST', `/contents/${id}/removed/${removed}/restore`)).toMatchObject({ status: 200 });
  expect(await chunksOf(id)).toBe(13);
  expect(suite.fake.requests).toBe(asked);
  await json('PUT', `/chatflows/${id}`, { flowData });
  const again = await suite.api.upsert(id, [A, B]);
  expect(again).toMatchObject({ numAdded: 0, numSkipped: 13 });
});

test('the chunks of a flow come back from the bin under the ids that they had', async () => {
  const id = await filledFlow();
  const list = async () =>
    ContentChunksSchema.parse((await suite.api.get(`/contents/${id}/chunks?place=0&limit=50`)).body).chunks.map(
      ({ id: chunkId, pageContent }) => `${chunkId} ${pageContent}`,
    );
  const before = await list();
  const removed = await remove(id, 'a.txt');
  expect(await json('POST', `/contents/${id}/removed/${removed}/restore`)).toMatchObject({ status: 200 });
  expect((await list()).sort()).toEqual(before.sort());
});

test('sources of what is in the bin itself are not listed, and are there again with it', async () => {
  const id = await filledFlow();
  const removed = await remove(id, 'a.txt');
  await json('POST', `/bin/chatflows/${id}`);
  expect(await binnedOf(id)).toEqual([]);
  await json('POST', `/bin/${id}/restore`);
  expect(await binnedOf(id)).toMatchObject([{ id: removed }]);
  expect(await json('DELETE', `/contents/${await filledFlow()}/removed/${removed}`)).toMatchObject({ status: 404 });
});

test('a source without its loader says so', async () => {
  const id = await filledStore();
  const removed = await remove(id, 'a.txt');
  const { loaders } = await suite.stores.store(id);
  await json('DELETE', `/document-store/loader/${id}/${loaders[0]?.id}`);
  expect(await json('POST', `/contents/${id}/removed/${removed}/restore`)).toMatchObject({
    status: 404,
    body: { code: 'LOADER_NOT_FOUND', message: expect.stringContaining('was deleted') },
  });
});
