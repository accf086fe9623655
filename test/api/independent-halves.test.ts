import { describe, expect, test, vi } from 'vitest';
import type { FlowDocument } from '../../shared/flow/flow-document.ts';
import { nodeDefinitions } from '../../shared/nodes/registry.ts';
import { edge, makeFlow, node } from '../helpers/builders/flows.ts';
import { setUpApiSuite } from '../helpers/servers/api-suite.ts';

const suite = setUpApiSuite();

const LOADER = 'textFile_0';
const SPLITTER = 'recursiveCharacterTextSplitter_0';
const RECORDS = 'SQLiteRecordManager_0';

function without(flow: FlowDocument, ...ids: readonly string[]): FlowDocument {
  return {
    nodes: flow.nodes.filter(({ id }) => !ids.includes(id)),
    edges: flow.edges.filter(({ source, target }) => !ids.includes(source) && !ids.includes(target)),
  };
}

function change(flow: FlowDocument, id: string, data: object): FlowDocument {
  const nodes = flow.nodes.map((one) => (one.id === id ? { ...one, data: { ...one.data, ...data } } : one));
  return { ...flow, nodes };
}

function inCircle(flow: FlowDocument): FlowDocument {
  const { recursiveCharacterTextSplitter, textFile } = nodeDefinitions;
  const [splitter, loader] = [node(recursiveCharacterTextSplitter), node(textFile)];
  const back = { ...edge(splitter, loader, 'textSplitter'), source: loader.id, target: splitter.id };
  return { ...flow, edges: [...flow.edges, back] };
}

const broken: [name: string, breakIt: (flow: FlowDocument) => FlowDocument][] = [
  ['without a loader', (flow) => without(flow, LOADER)],
  ['without a splitter, loader and record manager', (flow) => without(flow, LOADER, SPLITTER, RECORDS)],
  ['with an unknown loader', (flow) => change(flow, LOADER, { name: 'confluence' })],
  ['with an unknown splitter', (flow) => change(flow, SPLITTER, { name: 'llamaSplitter' })],
  ['with half-typed settings of its splitter', (flow) => change(flow, SPLITTER, { inputs: { chunkSize: '2e' } })],
  [
    'with a variable of its loader that is not there',
    (flow) => change(flow, LOADER, { inputs: { metadata: '{"team": "{{$vars.nobody}}"}' } }),
  ],
  ['with an unknown record manager', (flow) => change(flow, RECORDS, { name: 'redisRecordManager' })],
  ['with half-typed settings of its record manager', (flow) => change(flow, RECORDS, { inputs: { cleanup: 'incr' } })],
  ['whose loader and splitter go round in a circle', inCircle],
];

describe('a flow that is filled', () => {
  async function filledFlow(): Promise<{ id: string; flow: FlowDocument }> {
    const flow = makeFlow({ basepath: suite.fake.basepath, records: { cleanup: 'incremental' } });
    const { id } = await suite.api.createFlow(flow);
    await suite.api.upsert(id, [{ name: 'birds.txt', content: 'Herons wait in shallow water.' }]);
    return { id, flow };
  }

  async function save(id: string, flow: FlowDocument): Promise<void> {
    const { status } = await suite.api.json('PUT', `/chatflows/${id}`, { flowData: JSON.stringify(flow) });
    expect(status).toBe(200);
  }

  test.each(broken)('%s answers from what is stored, and shows it', async (_name, breakIt) => {
    const { id, flow } = await filledFlow();
    await save(id, breakIt(flow));
    const { docs } = await suite.api.query(id, { query: 'Where do herons wait?', topK: 1 });
    expect(docs.map(({ pageContent }) => pageContent)).toEqual(['Herons wait in shallow water.']);
    expect(await suite.api.get(`/contents/${id}`)).toMatchObject({ status: 200, body: { sources: 1, chunks: 1 } });
    expect(await suite.api.get(`/contents/${id}/chunks`)).toMatchObject({ status: 200, body: { total: 1 } });
    expect(await suite.api.get(`/contents/${id}/map`)).toMatchObject({ status: 200 });
  });

  test('without records that can be opened places a question on its map', async () => {
    const { id, flow } = await filledFlow();
    await save(id, change(flow, RECORDS, { name: 'redisRecordManager' }));
    await vi.waitUntil(
      async () => ((await suite.api.get(`/contents/${id}/map`)).body as { state: string }).state === 'READY',
      { timeout: 30_000 },
    );
    const asked = await suite.api.json('POST', `/contents/${id}/map/question`, { question: 'Where do herons wait?' });
    expect(asked).toMatchObject({ status: 200 });
  });

  test('whose records can not be opened loses none of its chunks: they go by the records', async () => {
    const { id, flow } = await filledFlow();
    const { body } = await suite.api.get(`/contents/${id}/chunks`);
    const [chunk] = (body as { chunks: readonly { id: string }[] }).chunks;
    await save(id, change(flow, RECORDS, { name: 'redisRecordManager' }));
    const refused = await suite.api.call('DELETE', `/contents/${id}/chunks/${chunk?.id}`);
    expect(refused).toMatchObject({ status: 422, body: { code: 'UNKNOWN_NODE', nodeId: RECORDS } });
    expect(await suite.api.get(`/contents/${id}`)).toMatchObject({ body: { chunks: 1 } });
  });

  test('still says why it can not be filled', async () => {
    const { id, flow } = await filledFlow();
    await save(id, change(flow, SPLITTER, { name: 'llamaSplitter' }));
    const answer = await suite.api.upload(id, [{ name: 'more.txt', content: 'Storks nest on roofs.' }]);
    expect(answer).toMatchObject({ status: 422, body: { code: 'UNKNOWN_NODE', nodeId: SPLITTER } });
  });
});
