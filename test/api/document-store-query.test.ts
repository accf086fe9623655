import { describe, expect, test } from 'vitest';
import { nodeDefinitions } from '../../shared/nodes/registry.ts';
import { makeFlow, node } from '../helpers/builders/flows.ts';
import {
  fields,
  LINE_SPLITTER,
  lines,
  paragraphs,
  setUpDocumentStoreSuite,
  TEXT_LOADER,
  UNKNOWN,
} from '../helpers/servers/document-store-suite.ts';

const suite = setUpDocumentStoreSuite();
const { newStore, filledStore } = suite;

describe('a query', () => {
  test('takes topK, filter, scoreThreshold, mode, and settings of the vector store', async () => {
    const { id, docId } = await filledStore(6);
    await suite.stores.upsert(id, [{ name: 'b.txt', content: paragraphs(2, 'Second') }], {
      ...fields,
      metadata: '{"team":"blue"}',
    });
    const ask = async (body: object) =>
      (await suite.stores.query(id, { query: 'Paragraph 3', mode: 'vector', ...body })).docs;
    expect(await ask({})).toHaveLength(4);
    expect(await ask({ topK: 7 })).toHaveLength(7);
    expect(await ask({ inputs: { topK: '6' } })).toHaveLength(6);
    expect(await ask({ topK: 10, filter: { team: 'blue' } })).toHaveLength(2);
    expect(await ask({ topK: 10, filter: { docId } })).toHaveLength(6);
    const scores = (await ask({ topK: 8 })).map(({ score }) => score);
    const scoreThreshold = scores[2] ?? 0;
    expect((await ask({ topK: 8, scoreThreshold })).map(({ score }) => score)).toEqual(scores.slice(0, 3));
    const [hit] = (await suite.stores.query(id, { query: 'Second', mode: 'keyword' })).docs;
    expect(hit).toMatchObject({ pageContent: expect.stringContaining('Second'), metadata: { source: 'b.txt' } });
  });

  test('finds nothing for an empty question', async () => {
    const answer = await suite.stores.json('POST', '/vectorstore/query', { storeId: await newStore(), query: ' ' });
    expect(answer).toMatchObject({ status: 200, body: { docs: [] } });
  });

  test.each([
    ['no store', { query: 'x' }, 400],
    ['a question that is no text', { query: ['x'] }, 400],
    ['a mode that there is not', { query: 'x', mode: 'magic' }, 400],
    ['a wrong setting', { query: 'x', inputs: { topK: 'many' } }, 400],
  ])('refuses %s', async (_what, body, status) => {
    const id = await newStore();
    const storeId = _what === 'no store' ? {} : { storeId: id };
    expect(await suite.stores.json('POST', '/vectorstore/query', { ...storeId, ...body })).toMatchObject({
      status,
      body: { code: 'INVALID_INPUT' },
    });
  });
});

describe('a flow', () => {
  test('with a document store node answers from the store, and is listed where the store is used', async () => {
    const { api } = suite;
    const id = await newStore();
    await suite.stores.upload(`/upsert/${id}`, [{ name: 'a.txt', content: lines(4) }], {
      loader: JSON.stringify(TEXT_LOADER),
      splitter: JSON.stringify(LINE_SPLITTER),
    });
    const reader = node(nodeDefinitions.documentStoreVS, { selectedStore: id, topK: '2' });
    const flow = await api.createFlow({ nodes: [reader], edges: [] });
    expect((await api.query(flow.id, { query: 'Line 2', mode: 'vector' })).docs).toHaveLength(2);
    expect((await api.query(flow.id, { query: 'Line 2', mode: 'vector', topK: 3 })).docs).toHaveLength(3);
    expect((await suite.stores.store(id)).whereUsed).toEqual([{ id: flow.id, name: flow.name }]);
    expect(await api.json('POST', `/vector/upsert/${flow.id}`, {})).toMatchObject({
      status: 422,
      body: { code: 'NO_VECTOR_STORE', nodeId: reader.id },
    });

    const both = makeFlow({ basepath: suite.fake.basepath });
    await api.json('PUT', `/chatflows/${flow.id}`, {
      flowData: JSON.stringify({ ...both, nodes: [...both.nodes, reader] }),
    });
    expect((await api.query(flow.id, { query: 'x', stopNodeId: reader.id, mode: 'vector' })).docs).toHaveLength(2);
    expect((await api.query(flow.id, { query: 'x', mode: 'vector' })).docs).toEqual([]);
    await api.call('DELETE', `/chatflows/${flow.id}`);
    expect((await suite.stores.store(id)).whereUsed).toEqual([]);
  });

  test('whose store is gone says so', async () => {
    const { api } = suite;
    const reader = node(nodeDefinitions.documentStoreVS, { selectedStore: UNKNOWN });
    const flow = await api.createFlow({ nodes: [reader], edges: [] });
    expect(await api.json('POST', `/vector/query/${flow.id}`, { query: 'x' })).toMatchObject({
      status: 404,
      body: { code: 'STORE_NOT_FOUND' },
    });
  });
});
