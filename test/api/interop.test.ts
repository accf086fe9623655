import { describe, expect, test } from 'vitest';
import { ChatflowSchema } from '../../shared/api/chatflows.ts';
import { CredentialSchema } from '../../shared/api/credentials.ts';
import { type FlowDocument, parseFlowDocument } from '../../shared/flow/flow-document.ts';
import { readFlowFile, toFlowFile } from '../../shared/flow/flow-file.ts';
import { createStarterFlow } from '../../shared/flow/starter-flow.ts';
import { nodeDefinitions } from '../../shared/nodes/registry.ts';
import {
  FlowiseEdgeSchema,
  FlowiseNodeSchema,
  flowiseFile,
  outputsOf,
  useLocalStore,
  withInputs,
} from '../helpers/builders/flowise-files.ts';
import { makeApiConfig, makeFlow, node } from '../helpers/builders/flows.ts';
import { makePdf } from '../helpers/builders/office-fixtures.ts';
import { setUpApiSuite } from '../helpers/servers/api-suite.ts';

const suite = setUpApiSuite();

const nodeOf = (flow: FlowDocument, id: string) => flow.nodes.find((each) => each.id === id);
const upsert = (id: string) => suite.api.json('POST', `/vector/upsert/${id}`, {});

async function save(id: string, flow: FlowDocument) {
  const answer = await suite.api.json('PUT', `/chatflows/${id}`, { flowData: JSON.stringify(flow) });
  expect(answer.status).toBe(200);
  return ChatflowSchema.parse(answer.body);
}

describe('a chatflow of Flowise 2.x, sent as its API gives it', () => {
  const row = JSON.parse(flowiseFile('flowise-2-chatflow.json')) as Record<string, unknown> & { flowData: string };

  async function create() {
    const answer = await suite.api.json('POST', '/chatflows', row);
    expect(answer.status).toBe(200);
    return ChatflowSchema.parse(answer.body);
  }

  test('is kept byte for byte, unknown nodes, note and fields included; id and dates are ours', async () => {
    const created = await create();
    const { id, createdDate, updatedDate, followUpPrompts: _, ...fields } = row;
    expect(created).toMatchObject(fields);
    expect(created.id).not.toBe(id);
    expect(created.createdDate).not.toBe(createdDate);
    expect(created.updatedDate).not.toBe(updatedDate);
    const read = ChatflowSchema.parse((await suite.api.get(`/chatflows/${created.id}`)).body);
    expect(read.flowData).toBe(row.flowData);
    expect(read.apiConfig).toBe(row.apiConfig);
  });

  test('with a vector store that is not here is 422 and names it; the chat nodes beside it do not matter', async () => {
    const { id } = await create();
    const flow = parseFlowDocument(row.flowData);
    const other = { name: 'upstash', label: 'Upstash Vector' };
    const nodes = flow.nodes.map((each) =>
      each.id === 'memoryVectorStore_0' ? { ...each, data: { ...each.data, ...other } } : each,
    );
    await save(id, { ...flow, nodes });
    const answer = await upsert(id);
    expect(answer).toMatchObject({ status: 422, body: { code: 'UNKNOWN_NODE', nodeId: 'memoryVectorStore_0' } });
    expect(answer.body).toHaveProperty('message', expect.stringContaining('Upstash Vector'));
  });

  test('runs in its in-memory store once the credential is there: numbers as text, "" for unset, the file it keeps', async () => {
    const { id } = await create();
    const replaced = withInputs(parseFlowDocument(row.flowData), 'openAIEmbeddings_0', {
      basepath: suite.fake.basepath,
    });
    await save(id, replaced);
    expect(await upsert(id)).toMatchObject({
      status: 422,
      body: { nodeId: 'openAIEmbeddings_0', details: { param: 'credential' } },
    });

    const made = await suite.api.json('POST', '/credentials', {
      name: 'OpenAI',
      kind: 'openAIApi',
      fields: { openAIApiKey: 'sk-from-a-credential' },
      hosts: [suite.fake.basepath],
    });
    const credential = CredentialSchema.parse(made.body);
    const nodes = replaced.nodes.map((each) =>
      each.id === 'openAIEmbeddings_0' ? { ...each, data: { ...each.data, credential: credential.id } } : each,
    );
    const saved = await save(id, { ...replaced, nodes });
    expect(await upsert(id)).toMatchObject({
      status: 200,
      body: { numAdded: 1, numDeleted: 0, numUpdated: 0, numSkipped: 0 },
    });
    expect(suite.fake.lastCall?.headers.authorization).toBe('Bearer sk-from-a-credential');
    const { docs } = await suite.api.query(id, { query: 'How long may books be kept?' });
    expect(docs[0]).toMatchObject({
      pageContent: 'Books may be kept for three weeks.',
      metadata: { source: 'rules.txt' },
    });

    for (const kept of ['chatOpenAI_0', 'conversationalRetrievalQAChain_0']) {
      expect(JSON.stringify(nodeOf(parseFlowDocument(saved.flowData), kept))).toBe(
        JSON.stringify(nodeOf(parseFlowDocument(row.flowData), kept)),
      );
    }
  });

  test('takes the overrides that were switched on over there, and ignores the others', async () => {
    const { id } = await create();
    const replaced = withInputs(
      useLocalStore(parseFlowDocument(row.flowData), 'memoryVectorStore_0'),
      'openAIEmbeddings_0',
      { basepath: suite.fake.basepath },
    );
    const nodes = replaced.nodes.map((each) =>
      each.id === 'openAIEmbeddings_0' ? { ...each, data: { ...each.data, credential: '' } } : each,
    );
    await save(id, { ...replaced, nodes });
    const content = 'The heron stands in the reeds. '.repeat(40);
    const fields = { chunkSize: '250', 'metadata[team]': 'birds', temperature: '0.1', topK: '2' };
    const result = await suite.api.upsert(id, [{ name: 'birds.txt', content }], fields);
    expect(result.ignoredOverrides?.toSorted()).toEqual(['topK']);
    const { docs } = await suite.api.query(id, { query: 'heron', topK: 100, filter: { team: 'birds' } });
    expect(docs.length).toBeGreaterThan(4);
    for (const { pageContent } of docs) expect(pageContent.length).toBeLessThanOrEqual(250);
  });
});

describe('a flow that the canvas of Flowise 3.x exported', () => {
  const [imported] = readFlowFile(flowiseFile('flowise-3-export.json'), 'Library Chatflow.json');
  if (imported === undefined) throw new Error('The file has no flow');
  const exported = JSON.parse(flowiseFile('flowise-3-export.json')) as FlowDocument;

  test('is read whole, named after its file', () => {
    expect(imported.name).toBe('Library');
    expect(imported.flow).toEqual(exported);
  });

  test('with Postgres on the way asks for its credential, which no export has', async () => {
    const flow = withInputs(imported.flow, 'openAIEmbeddings_0', { basepath: suite.fake.basepath });
    const { id } = await suite.api.createFlow(flow);
    expect(await upsert(id)).toMatchObject({ status: 422, body: { code: 'MISSING_CREDENTIAL', nodeId: 'postgres_0' } });
  });

  test('runs once the store is replaced: both loaders, one splitter, the record manager; the note is no node', async () => {
    const flow = withInputs(useLocalStore(imported.flow, 'postgres_0'), 'openAIEmbeddings_0', {
      basepath: suite.fake.basepath,
    });
    const { id } = await suite.api.createFlow(flow, makeApiConfig({ 'Pdf File': ['pdfFile'], 'Text File': ['files'] }));
    const files = [
      { name: 'handbook.pdf', content: await makePdf(['The otter sleeps by day.']) },
      { name: 'birds.txt', content: 'The heron stands in the reeds.' },
    ];
    expect(await suite.api.upsert(id, files)).toMatchObject({ numAdded: 2 });
    expect(await suite.api.upsert(id, files)).toMatchObject({ numAdded: 0, numSkipped: 2 });
    const { docs } = await suite.api.query(id, { query: 'otter', mode: 'keyword' });
    expect(docs[0]?.metadata).toMatchObject({ source: 'handbook.pdf', kind: 'handbook' });
  });
});

test('a file that only another server has is 422 and names its loader', async () => {
  const flow = makeFlow({ basepath: suite.fake.basepath, loaderInputs: { txtFile: 'FILE-STORAGE::["rules.txt"]' } });
  const { id } = await suite.api.createFlow(flow);
  expect(await upsert(id)).toMatchObject({ status: 422, body: { code: 'NO_FILES', nodeId: 'textFile_0' } });
});

describe('an export from here, as Flowise reads it', () => {
  const everyNode = { nodes: Object.values(nodeDefinitions).map((definition) => node(definition)), edges: [] };
  const flows: Readonly<Record<string, FlowDocument>> = {
    'the starter flow': createStarterFlow(),
    'a flow with a record manager': makeFlow({ records: {} }),
    'every node that there is': everyNode,
  };

  describe.each(Object.entries(flows))('%s', (_name, flow) => {
    const file = toFlowFile({ name: 'Export', flowData: JSON.stringify(flow), apiConfig: null });
    const nodes = FlowiseNodeSchema.array().parse(file.nodes);
    const edges = FlowiseEdgeSchema.array().parse(file.edges);

    test('each node has its fields, and ids of inputs and outputs in its form', () => {
      for (const { id, data } of nodes) {
        expect(data.id).toBe(id);
        expect(id).toMatch(new RegExp(`^${data.name}_\\d+$`));
        for (const input of [...data.inputParams, ...data.inputAnchors])
          expect(input.id).toBe(`${id}-input-${input.name}-${input.type}`);
      }
      for (const each of nodes) {
        for (const output of outputsOf(each))
          expect(output.id).toBe(`${each.id}-output-${output.name}-${output.type.split(' | ').join('|')}`);
        if (outputsOf(each).length > 1)
          expect(outputsOf(each).map(({ name }) => name)).toContain(each.data.outputs.output);
      }
    });

    test('each edge joins an output and an input that fit, and is written into the inputs', () => {
      for (const edge of edges) {
        const source = nodes.find(({ id }) => id === edge.source);
        const target = nodes.find(({ id }) => id === edge.target);
        const output = source === undefined ? undefined : outputsOf(source).find(({ id }) => id === edge.sourceHandle);
        const input = target?.data.inputAnchors.find(({ id }) => id === edge.targetHandle);
        if (output === undefined || input === undefined) throw new Error(`${edge.id} leads nowhere`);
        expect(edge.id).toBe(`${edge.source}-${edge.sourceHandle}-${edge.target}-${edge.targetHandle}`);
        expect(
          output.type.split(' | ').some((name) => input.type.split('|').includes(name)),
          edge.id,
        ).toBe(true);
        const value = target?.data.inputs[input.name];
        const instance = `{{${edge.source}.data.instance}}`;
        expect(input.list === true ? value : [value]).toContain(instance);
      }
    });
  });

  test("an imported flow goes out as it came in, but for what Flowise's own export leaves out", () => {
    const text = flowiseFile('flowise-3-export.json');
    const [imported] = readFlowFile(text, 'Library Chatflow.json');
    const file = toFlowFile({ name: 'Library', flowData: JSON.stringify(imported?.flow), apiConfig: null });
    expect(file).toEqual({ name: 'Library', ...JSON.parse(text) });
  });
});
