import { afterAll, beforeAll, expect, test } from 'vitest';
import { z } from 'zod';
import { FlowConfigEntrySchema } from '../../shared/api/flow-config.ts';
import type { FlowDocument } from '../../shared/flow/flow-document.ts';
import { makeApiConfig, makeFlow } from '../helpers/builders/flows.ts';
import { type FakeOpenAI, startFakeOpenAI } from '../helpers/fakes/fake-openai.ts';
import { type ApiClient, createApiClient } from '../helpers/servers/api-client.ts';
import { type SharedServer, shareTestServer } from '../helpers/servers/test-server.ts';

let server: SharedServer;
let api: ApiClient;
let fake: FakeOpenAI;

beforeAll(async () => {
  server = await shareTestServer();
  api = createApiClient(server.url);
  fake = await startFakeOpenAI({ dimensions: 8 });
});

afterAll(() => fake.close());

async function configOf(flow: FlowDocument) {
  const { id } = await api.createFlow(flow);
  return z.array(FlowConfigEntrySchema).parse((await api.get(`/flow-config/${id}`)).body);
}

test('lists what can be overridden, node by node, with uploads under files and without secrets', async () => {
  const entries = await configOf(makeFlow({ basepath: fake.basepath, records: {} }));
  expect(entries).toEqual(
    expect.arrayContaining([
      { node: 'Text File', nodeId: 'textFile_0', label: 'Text file', name: 'files', type: 'file' },
      { node: 'Text File', nodeId: 'textFile_0', label: 'Additional metadata', name: 'metadata', type: 'json' },
      {
        node: 'Text File',
        nodeId: 'textFile_0',
        label: 'Chunks in the answer',
        name: 'returnSourceDocuments',
        type: 'boolean',
      },
      {
        node: 'Recursive Character Text Splitter',
        nodeId: 'recursiveCharacterTextSplitter_0',
        label: 'Chunk size',
        name: 'chunkSize',
        type: 'number',
      },
      {
        node: 'SQLite Record Manager',
        nodeId: 'SQLiteRecordManager_0',
        label: 'Clean-up',
        name: 'cleanup',
        type: 'none, incremental, full',
      },
    ]),
  );
  const names = entries.map((entry) => entry.name);
  expect(names).not.toContain('openAIApiKey');
  expect(names).not.toContain('txtFile');
});

test('what it lists has an effect once it is switched on, and only then', async () => {
  const flow = makeFlow({ basepath: fake.basepath, records: {} });
  const [off, on] = [await api.createFlow(flow, makeApiConfig({ 'Text File': ['files'] })), await configOf(flow)];
  const switches: Record<string, string[]> = {};
  for (const { node, name } of on) switches[node] = [...(switches[node] ?? []), name];
  const open = await api.createFlow(flow, makeApiConfig(switches));
  const fields = { chunkSize: '20', chunkOverlap: '0', returnSourceDocuments: 'true', cleanup: 'full' };
  const file = { name: 'a.txt', content: 'These words are more than one chunk can hold.' };
  const overrides = { overrideConfig: JSON.stringify(fields) };
  expect(await api.upsert(open.id, [file], overrides)).not.toHaveProperty('ignoredOverrides');
  expect((await api.upsert(off.id, [file], overrides)).ignoredOverrides?.toSorted()).toEqual(
    Object.keys(fields).toSorted(),
  );
});

test('leaves out nodes that we do not have, and is 404 for an unknown flow', async () => {
  const flow = makeFlow({ basepath: fake.basepath });
  const unknown = {
    id: 'llmChain_0',
    position: { x: 0, y: 0 },
    data: { name: 'llmChain', label: 'LLM Chain', inputs: {} },
  };
  const entries = await configOf({ ...flow, nodes: [...flow.nodes, unknown] });
  expect(new Set(entries.map((entry) => entry.nodeId))).not.toContain('llmChain_0');
  expect(entries.length).toBeGreaterThan(5);
  expect(await configOf({ nodes: [], edges: [] })).toEqual([]);
  expect(await api.get('/flow-config/nobody')).toMatchObject({ status: 404, body: { code: 'CHATFLOW_NOT_FOUND' } });
});
