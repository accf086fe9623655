import { beforeAll, expect, test } from 'vitest';
import { z } from 'zod';
import { makeFlow } from '../helpers/builders/flows.ts';
import { type ApiClient, createApiClient } from '../helpers/servers/api-client.ts';
import { createStoreClient } from '../helpers/servers/store-client.ts';
import { type SharedServer, shareTestServer } from '../helpers/servers/test-server.ts';

let server: SharedServer;
let api: ApiClient;

beforeAll(async () => {
  server = await shareTestServer();
  api = createApiClient(server.url);
});

const RowSchema = z.looseObject({ id: z.uuid() });

async function create(path: string, fields: object): Promise<string> {
  return RowSchema.parse((await api.json('POST', path, fields)).body).id;
}

/** A flow whose embeddings have this setting. */
async function flowWith(name: string, inputs: Record<string, unknown>): Promise<string> {
  const flow = makeFlow({ basepath: 'http://127.0.0.1:1/v1', embedding: inputs });
  return create('/chatflows', { name, flowData: JSON.stringify(flow) });
}

test('says which flows, stores and assistants use a credential', async () => {
  const credential = await create('/credentials', { name: 'Team', kind: 'openAIApi', fields: { openAIApiKey: 'x' } });
  const flow = await flowWith('Handbook', { credential });
  await flowWith('Another', {});
  const store = await createStoreClient(server.url).create({
    name: 'Archive',
    embeddingConfig: { name: 'openAIEmbeddings', config: { credential } },
  });
  const assistant = await create('/assistants', { details: '{"name":"Helper"}', credential });
  expect(await api.get(`/credentials/${credential}/uses`)).toEqual({
    status: 200,
    body: [
      { kind: 'documentStore', id: store.id, name: 'Archive' },
      { kind: 'chatflow', id: flow, name: 'Handbook' },
      { kind: 'assistant', id: assistant, name: 'Helper' },
    ],
  });
});

test('a setting of a loader is a use of its store', async () => {
  const credential = await create('/credentials', { name: 'Hub', kind: 'githubApi', fields: { accessToken: 'x' } });
  const stores = createStoreClient(server.url);
  const store = await stores.create({ name: 'Repositories' });
  const config = { repoLink: 'https://github.com/tributary/handbook', credential };
  expect(
    (await stores.json('POST', '/loader/save', { storeId: store.id, loader: { name: 'github', config } })).status,
  ).toBe(200);
  expect((await api.get(`/credentials/${credential}/uses`)).body).toMatchObject([{ id: store.id }]);
});

test('says what uses a variable, by its whole name', async () => {
  const id = await create('/variables', { name: 'team "A"', value: 'x' });
  const flow = await flowWith('Named', { modelName: 'model-{{ $vars.team "A" }}' });
  await flowWith('Longer name', { modelName: '{{$vars.team "A" b}}' });
  expect((await api.get(`/variables/${id}/uses`)).body).toEqual([{ kind: 'chatflow', id: flow, name: 'Named' }]);
});

test('what nobody has is 404', async () => {
  const nobody = crypto.randomUUID();
  expect(await api.get(`/credentials/${nobody}/uses`)).toMatchObject({ body: { code: 'CREDENTIAL_NOT_FOUND' } });
  expect(await api.get(`/variables/${nobody}/uses`)).toMatchObject({ body: { code: 'VARIABLE_NOT_FOUND' } });
});
