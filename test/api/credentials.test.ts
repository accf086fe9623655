import { readdirSync, renameSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { readConfig } from '../../electron/server/config.ts';
import { type RunningServer, startServer } from '../../electron/server/serve.ts';
import { CredentialSchema } from '../../shared/api/credentials.ts';
import type { FlowDocument } from '../../shared/flow/flow-document.ts';
import { makeFlow } from '../helpers/builders/flows.ts';
import { bytesIn } from '../helpers/builders/folder-bytes.ts';
import { makeTemporaryFolder } from '../helpers/builders/temporary-folder.ts';
import { type FakeOpenAI, startFakeOpenAI } from '../helpers/fakes/fake-openai.ts';
import { type ApiClient, createApiClient } from '../helpers/servers/api-client.ts';

const NOBODY = '00000000-0000-4000-8000-000000000000';
const SECRET = 'sk-very-secret-7f3a91';
const files = [{ name: 'a.txt', content: 'Beans climb on poles.' }];

let folder: ReturnType<typeof makeTemporaryFolder>;
let server: RunningServer;
let api: ApiClient;
let fake: FakeOpenAI;

async function start(env: Record<string, string> = {}): Promise<void> {
  const config = readConfig(['--headless', '--port', '0', '--data-dir', folder.path], env);
  server = await startServer({ ...config, logLevel: 'debug' });
  api = createApiClient(server.url);
}

beforeAll(async () => {
  fake = await startFakeOpenAI();
});

afterAll(() => fake.close());

beforeEach(async () => {
  folder = makeTemporaryFolder();
  await start();
});

afterEach(async () => {
  await server.close();
  folder.remove();
});

async function newCredential(fields: Record<string, string> = { openAIApiKey: SECRET }) {
  const hosts = [new URL(fake.basepath).host];
  const { status, body } = await api.json('POST', '/credentials', {
    name: 'Team account',
    kind: 'openAIApi',
    fields,
    hosts,
  });
  expect(status).toBe(200);
  return CredentialSchema.parse(body);
}

/** A flow whose embedding node refers to a credential, as Flowise saves it or among the inputs. */
function flowWith(
  credential: string,
  place: 'data' | 'inputs' = 'data',
  inputs: Record<string, unknown> = {},
): FlowDocument {
  const flow = makeFlow({
    basepath: fake.basepath,
    embedding: { ...inputs, ...(place === 'inputs' ? { credential } : {}) },
  });
  const nodes = flow.nodes.map((node) =>
    node.data.name === 'openAIEmbeddings' && place === 'data' ? { ...node, data: { ...node.data, credential } } : node,
  );
  return { ...flow, nodes };
}

function sentKey(): string | undefined {
  return fake.lastCall?.headers.authorization;
}

describe('/credentials', () => {
  test('secrets go in and never come out', async () => {
    const { id, fieldNames } = await newCredential();
    expect(fieldNames).toEqual(['openAIApiKey']);
    const answers = [
      await api.get('/credentials'),
      await api.get('/credentials?page=1&limit=5'),
      await api.get(`/credentials/${id}`),
      await api.json('PUT', `/credentials/${id}`, { name: 'Renamed' }),
      await api.json('PUT', `/credentials/${id}`, { fields: { openAIApiKey: SECRET, other: 'more' } }),
      await api.json('POST', '/credentials', { name: '', kind: 'openAIApi', fields: { openAIApiKey: SECRET } }),
      await api.json('POST', '/credentials', { name: 'x', kind: 'openAIApi', fields: { openAIApiKey: [SECRET] } }),
    ];
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200, 400, 400]);
    expect(JSON.stringify(answers)).not.toContain(SECRET);
    expect(z.object({ fieldNames: z.array(z.string()) }).parse(answers[4]?.body).fieldNames).toEqual([
      'openAIApiKey',
      'other',
    ]);
  });

  test('nothing on disk has them in the clear, the log included', async () => {
    const { id } = await newCredential();
    const flowId = (await api.createFlow(flowWith(id))).id;
    await api.upsert(flowId, files);
    expect(sentKey()).toBe(`Bearer ${SECRET}`);
    await server.close();
    const disk = bytesIn(folder.path);
    expect(disk).toContain('Team account');
    expect(disk).not.toContain(SECRET);
    expect(disk).not.toContain(Buffer.from(SECRET).toString('base64').slice(0, -2));
    await start();
  });

  test('are deleted once, and unknown ids are 404', async () => {
    const { id } = await newCredential();
    expect(await api.call('DELETE', `/credentials/${id}`)).toEqual({ status: 200, body: { raw: [], affected: 1 } });
    for (const answer of [
      await api.call('DELETE', `/credentials/${id}`),
      await api.get(`/credentials/${id}`),
      await api.json('PUT', `/credentials/${id}`, { name: 'x' }),
    ]) {
      expect(answer).toMatchObject({ status: 404, body: { code: 'CREDENTIAL_NOT_FOUND' } });
    }
  });

  test.skipIf(process.platform === 'win32')('the key file is made when it is needed, for its owner only', async () => {
    expect(readdirSync(folder.path)).not.toContain('secret.key');
    await newCredential();
    expect(statSync(join(folder.path, 'secret.key')).mode & 0o777).toBe(0o600);
  });
});

describe('a node that refers to a credential', () => {
  test.each(['data', 'inputs'] as const)('gets its secret (%s.credential)', async (place) => {
    const { id } = await newCredential();
    const flowId = (await api.createFlow(flowWith(id, place))).id;
    await api.upsert(flowId, files);
    expect(sentKey()).toBe(`Bearer ${SECRET}`);
    await api.query(flowId, { query: 'poles' });
    expect(sentKey()).toBe(`Bearer ${SECRET}`);
  });

  test('keeps the secret that was typed into it', async () => {
    const { id } = await newCredential();
    const flowId = (await api.createFlow(flowWith(id, 'data', { openAIApiKey: 'sk-typed' }))).id;
    await api.upsert(flowId, files);
    expect(sentKey()).toBe('Bearer sk-typed');
  });

  test('gets the new secret after a change, also after a restart', async () => {
    const { id } = await newCredential();
    const flowId = (await api.createFlow(flowWith(id))).id;
    await api.json('PUT', `/credentials/${id}`, { fields: { openAIApiKey: 'sk-new' } });
    await server.close();
    await start();
    await api.upsert(flowId, files);
    expect(sentKey()).toBe('Bearer sk-new');
  });

  test('one that is not here is 422 naming the node', async () => {
    const flowId = (await api.createFlow(flowWith(NOBODY))).id;
    expect(await api.upload(flowId, files)).toMatchObject({
      status: 422,
      body: { code: 'INVALID_PARAM', nodeId: 'openAIEmbeddings_0', message: expect.stringContaining('credential') },
    });
  });

  test('one whose key is gone is 422 saying so, and can be entered again', async () => {
    const { id } = await newCredential();
    const flowId = (await api.createFlow(flowWith(id))).id;
    await server.close();
    rmSync(join(folder.path, 'secret.key'));
    await start();
    expect(await api.upload(flowId, files)).toMatchObject({
      status: 422,
      body: {
        code: 'CREDENTIAL_UNUSABLE',
        nodeId: 'openAIEmbeddings_0',
        message: expect.stringContaining('Team account'),
      },
    });
    await api.json('PUT', `/credentials/${id}`, { fields: { openAIApiKey: 'sk-again' } });
    await api.upsert(flowId, files);
    expect(sentKey()).toBe('Bearer sk-again');
  });

  test('one whose key the keyring of the system has is refused, and no other key is made', async () => {
    const { id } = await newCredential();
    const flowId = (await api.createFlow(flowWith(id))).id;
    await server.close();
    const file = join(folder.path, 'secret.key');
    renameSync(file, `${file}.sealed`);
    await start();
    expect((await api.get('/server-settings')).body).toMatchObject({ secretKey: 'keyring' });
    expect((await api.get('/notices')).body).toMatchObject([{ code: 'SECRET_KEY_SEALED' }]);
    expect(await api.upload(flowId, files)).toMatchObject({
      body: { code: 'SECRET_KEY_UNUSABLE', message: expect.stringContaining('that a file keeps it') },
    });
    expect(await api.json('PUT', `/credentials/${id}`, { fields: { openAIApiKey: 'sk-again' } })).toMatchObject({
      body: { code: 'SECRET_KEY_UNUSABLE' },
    });
    expect(readdirSync(folder.path)).not.toContain('secret.key');
    await server.close();
    renameSync(`${file}.sealed`, file);
    await start();
    expect((await api.get('/notices')).body).toEqual([]);
    await api.upsert(flowId, files);
    expect(sentKey()).toBe(`Bearer ${SECRET}`);
  });

  test('a key that is handed over at the start takes the place of the file', async () => {
    await server.close();
    const key = Buffer.alloc(32, 7).toString('base64');
    await start({ TRIBUTARY_SECRET_KEY: key });
    const { id } = await newCredential();
    expect(readdirSync(folder.path)).not.toContain('secret.key');
    const flowId = (await api.createFlow(flowWith(id))).id;
    await server.close();
    await start({ TRIBUTARY_SECRET_KEY: key });
    await api.upsert(flowId, files);
    expect(sentKey()).toBe(`Bearer ${SECRET}`);
    await server.close();
    expect(bytesIn(folder.path)).not.toContain(key);
    await start();
  });
});

describe('a secret that is typed into a flow', () => {
  const embeddingOf = (flowData: string) => {
    const { nodes } = z
      .object({ nodes: z.array(z.object({ data: z.looseObject({ name: z.string() }) })) })
      .parse(JSON.parse(flowData));
    return z
      .object({ credential: z.string(), inputs: z.looseObject({}) })
      .parse(nodes.find(({ data }) => data.name === 'openAIEmbeddings')?.data);
  };
  const typedFlow = () =>
    makeFlow({ basepath: fake.basepath, embedding: { openAIApiKey: SECRET, modelName: 'typed-in' } });

  test('is kept as a credential, and the flow refers to it', async () => {
    const flow = await api.createFlow(typedFlow());
    expect(flow.flowData).not.toContain(SECRET);
    const { credential, inputs } = embeddingOf(flow.flowData);
    expect(inputs).not.toHaveProperty('openAIApiKey');
    const kept = CredentialSchema.parse((await api.get(`/credentials/${credential}`)).body);
    expect(kept).toMatchObject({ kind: 'openAIApi', fieldNames: ['openAIApiKey'] });
    await api.upsert(flow.id, files);
    expect(sentKey()).toBe(`Bearer ${SECRET}`);
  });

  test('finds its credential again when the flow is saved once more', async () => {
    const flow = await api.createFlow(typedFlow());
    const again = await api.json('PUT', `/chatflows/${flow.id}`, { flowData: JSON.stringify(typedFlow()) });
    const { flowData } = z.object({ flowData: z.string() }).parse(again.body);
    expect(flowData).not.toContain(SECRET);
    expect(embeddingOf(flowData).credential).toBe(embeddingOf(flow.flowData).credential);
    expect(z.array(CredentialSchema).parse((await api.get('/credentials')).body)).toHaveLength(1);
  });

  test('goes before the field of the credential that the node had', async () => {
    const { id } = await newCredential({ openAIApiKey: 'sk-older', organization: 'bees' });
    const flow = await api.createFlow(flowWith(id, 'data', { openAIApiKey: SECRET }));
    const { credential } = embeddingOf(flow.flowData);
    expect(credential).not.toBe(id);
    const kept = CredentialSchema.parse((await api.get(`/credentials/${credential}`)).body);
    expect(kept.fieldNames).toEqual(['openAIApiKey', 'organization']);
    await api.upsert(flow.id, files);
    expect(sentKey()).toBe(`Bearer ${SECRET}`);
  });

  test('stays when it is the name of a variable', async () => {
    const flow = await api.createFlow(flowWith('', 'data', { openAIApiKey: '{{$vars.key}}' }));
    expect(embeddingOf(flow.flowData).inputs.openAIApiKey).toBe('{{$vars.key}}');
    expect(z.array(CredentialSchema).parse((await api.get('/credentials')).body)).toEqual([]);
  });
});
