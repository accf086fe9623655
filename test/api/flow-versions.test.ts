import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { FlowVersionContentSchema, FlowVersionListSchema, FlowVersionSchema } from '../../shared/api/flow-versions.ts';
import { makeFlow } from '../helpers/builders/flows.ts';
import { type FakeOpenAI, startFakeOpenAI } from '../helpers/fakes/fake-openai.ts';
import { type ApiClient, createApiClient } from '../helpers/servers/api-client.ts';
import { type SharedServer, shareTestServer } from '../helpers/servers/test-server.ts';

let server: SharedServer;
let api: ApiClient;
let fake: FakeOpenAI;

beforeAll(async () => {
  fake = await startFakeOpenAI({ dimensions: 16 });
  server = await shareTestServer();
  api = createApiClient(server.url);
});

afterAll(() => fake.close());

const EMPTY = '{"nodes":[],"edges":[]}';

async function versionsOf(id: string) {
  const answer = await api.get(`/chatflows/${id}/versions`);
  expect(answer.status).toBe(200);
  return FlowVersionListSchema.parse(answer.body);
}

async function read(id: string, versionId = '') {
  return FlowVersionContentSchema.parse((await api.get(`/chatflows/${id}/versions/${versionId}`)).body);
}

describe('/chatflows/{id}/versions', () => {
  test('a change keeps how the flow was; a new name, and the next change in ten minutes, do not', async () => {
    const flow = await api.createFlow(makeFlow({ basepath: fake.basepath }));
    await api.json('PUT', `/chatflows/${flow.id}`, { name: 'Other name' });
    expect(await versionsOf(flow.id)).toEqual([]);
    await api.json('PUT', `/chatflows/${flow.id}`, { flowData: EMPTY });
    await api.json('PUT', `/chatflows/${flow.id}`, { flowData: flow.flowData });
    const [version, second] = await versionsOf(flow.id);
    expect(second).toBeUndefined();
    expect(version).toMatchObject({ name: null, reason: 'change', sizeBytes: expect.any(Number) });
    expect(await read(flow.id, version?.id)).toMatchObject({ flowData: flow.flowData, apiConfig: flow.apiConfig });
  });

  test('an upsert keeps the flow that it runs, once while it stays the same', async () => {
    const flow = await api.createFlow(makeFlow({ basepath: fake.basepath }));
    const file = { name: 'gate.txt', content: 'The garden gate is green.' };
    await api.upsert(flow.id, [file]);
    await api.upsert(flow.id, [file]);
    expect(await versionsOf(flow.id)).toMatchObject([{ reason: 'upsert', savedDate: flow.updatedDate }]);
  });

  test('people keep versions by a name, rename them, take the name away, remove them, and restore them by a PUT', async () => {
    const flow = await api.createFlow(makeFlow({ basepath: fake.basepath }));
    const path = `/chatflows/${flow.id}/versions`;
    const { id } = FlowVersionSchema.parse((await api.json('POST', path, { name: ' Good ' })).body);
    expect(await versionsOf(flow.id)).toMatchObject([{ id, name: 'Good', reason: 'request' }]);
    expect((await api.json('PUT', `${path}/${id}`, { name: 'Better' })).body).toMatchObject({ id, name: 'Better' });
    expect((await api.json('PUT', `${path}/${id}`, { name: '' })).status).toBe(400);
    expect((await api.json('PUT', `${path}/${id}`, { name: null })).body).toMatchObject({ id, name: null });

    await api.json('PUT', `/chatflows/${flow.id}`, { flowData: EMPTY });
    await api.json('POST', path, { reason: 'restore' });
    const { flowData, apiConfig } = await read(flow.id, id);
    await api.json('PUT', `/chatflows/${flow.id}`, { flowData, apiConfig });
    expect((await api.get(`/chatflows/${flow.id}`)).body).toMatchObject({ flowData: flow.flowData });
    expect(await versionsOf(flow.id)).toMatchObject([{ reason: 'restore' }, { id }]);

    expect((await api.call('DELETE', `${path}/${id}`)).body).toMatchObject({ affected: 1 });
    for (const method of ['GET', 'DELETE'])
      expect(await api.call(method, `${path}/${id}`)).toMatchObject({ status: 404, body: { code: 'NOT_FOUND' } });
  });

  test('versions of another flow, and of none, are not found', async () => {
    const [flow, other] = [
      await api.createFlow(makeFlow({ basepath: fake.basepath })),
      await api.createFlow(makeFlow({ basepath: fake.basepath })),
    ];
    const { id } = FlowVersionSchema.parse((await api.json('POST', `/chatflows/${flow.id}/versions`, {})).body);
    expect((await api.get(`/chatflows/${other.id}/versions/${id}`)).status).toBe(404);
    expect(await api.get('/chatflows/none/versions')).toMatchObject({ body: { code: 'CHATFLOW_NOT_FOUND' } });
  });

  test('they come back from the bin with their flow, and go with it', async () => {
    const flow = await api.createFlow(makeFlow({ basepath: fake.basepath }));
    const path = `/chatflows/${flow.id}/versions`;
    await api.json('POST', path, { name: 'Kept' });
    await api.json('POST', `/bin/chatflows/${flow.id}`, {});
    expect((await api.get(path)).status).toBe(404);
    await api.call('POST', `/bin/${flow.id}/restore`);
    expect(await versionsOf(flow.id)).toMatchObject([{ name: 'Kept' }]);
    await api.call('DELETE', `/chatflows/${flow.id}`);
    expect((await api.get(path)).status).toBe(404);
  });

  test('a secret that was typed in is in no version', async () => {
    const flow = makeFlow({ basepath: fake.basepath });
    const secret = 'sk-typed-into-the-node';
    const nodes = flow.nodes.map((node) =>
      node.data.name === 'openAIEmbeddings'
        ? { ...node, data: { ...node.data, inputs: { ...node.data.inputs, openAIApiKey: secret } } }
        : node,
    );
    const { id, flowData } = await api.createFlow({ ...flow, nodes });
    await api.json('PUT', `/chatflows/${id}`, { flowData: EMPTY });
    const [version] = await versionsOf(id);
    const kept = await read(id, version?.id);
    expect(kept.flowData).toBe(flowData);
    expect(kept.flowData).not.toContain(secret);
  });
});
