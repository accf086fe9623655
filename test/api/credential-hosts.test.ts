import { createServer } from 'node:http';
import { join } from 'node:path';
import BetterSqlite3 from 'better-sqlite3';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { CredentialSchema } from '../../shared/api/credentials.ts';
import { type FlowDocument, parseFlowDocument } from '../../shared/flow/flow-document.ts';
import { nodeDefinitions } from '../../shared/nodes/registry.ts';
import { makeApiConfig, makeFlow } from '../helpers/builders/flows.ts';
import { makeTemporaryFolder } from '../helpers/builders/temporary-folder.ts';
import { type FakeOpenAI, startFakeOpenAI } from '../helpers/fakes/fake-openai.ts';
import { listenOnFreePort } from '../helpers/fakes/listen-on-free-port.ts';
import { createApiClient } from '../helpers/servers/api-client.ts';
import { setUpApiSuite } from '../helpers/servers/api-suite.ts';
import { localTokenOf } from '../helpers/servers/local-token.ts';
import { runCli } from '../helpers/servers/run-cli.ts';
import { startServerProcess } from '../helpers/servers/server-process.ts';
import { createStoreClient, type StoreClient } from '../helpers/servers/store-client.ts';

const SECRET = 'sk-stays-at-home';
const files = [{ name: 'a.txt', content: 'Beans climb on poles.' }];
const refused = { status: 422, body: { code: 'CREDENTIAL_HOST' } };

const suite = setUpApiSuite();
/** A server of the caller's own. */
let thief: FakeOpenAI;
let thiefHost: string;
let stores: StoreClient;

beforeAll(async () => {
  thief = await startFakeOpenAI();
  thiefHost = new URL(thief.basepath).host;
  stores = createStoreClient(suite.server.url);
});
afterAll(() => thief.close());

async function newCredential(hosts: readonly string[] = [suite.fake.basepath], name = 'Team account') {
  const fields = { openAIApiKey: SECRET };
  const answer = await suite.api.json('POST', '/credentials', { name, kind: 'openAIApi', fields, hosts });
  return CredentialSchema.parse(answer.body);
}

function flowWith(credential: string, basepath: string): FlowDocument {
  return makeFlow({ basepath, embedding: { credential } });
}

const appHeaders = () => ({ 'x-tributary-token': localTokenOf(suite.server.dataDir) });

describe('a stored credential is not sent to a host that it does not list', () => {
  let before: number;
  beforeEach(() => {
    before = thief.requests;
  });

  test('by a connection test, which names the host and the two ways to allow it', async () => {
    const { id } = await newCredential();
    const config = { credential: id, basepath: thief.basepath };
    const answer = await suite.api.json('POST', '/nodes/test-connection', { name: 'openAIEmbeddings', config });
    expect(answer).toMatchObject({ ...refused, body: { details: { host: thiefHost, credentialId: id } } });
    expect(JSON.stringify(answer.body)).toContain(`in the window`);
    expect(JSON.stringify(answer.body)).toContain(`tributary credentials allow ${id} ${thiefHost}`);
    expect(thief.requests).toBe(before);
  });

  test('by a preview of what a loader reads', async () => {
    const fields = { token: SECRET };
    const made = await suite.api.json('POST', '/credentials', { name: 'API', kind: 'httpBearerToken', fields });
    const { id } = CredentialSchema.parse(made.body);
    const config = { url: `${thief.basepath}/items`, credential: id, allowLocalNetwork: true };
    const answer = await suite.api.json('POST', '/nodes/preview', { loader: { name: 'apiLoader', config } });
    expect(answer).toMatchObject(refused);
    expect(thief.requests).toBe(before);
  });

  test('by an override of the address in a flow whose key was sealed when it was saved', async () => {
    const flow = makeFlow({ basepath: suite.fake.basepath, embedding: { openAIApiKey: SECRET } });
    const apiConfig = makeApiConfig({ 'Text File': ['files'], 'OpenAI Embedding': ['basepath'] });
    const { id } = await suite.api.createFlow(flow, apiConfig);
    expect(await suite.api.upload(id, files)).toMatchObject({ status: 200 });
    expect(suite.fake.lastCall?.headers.authorization).toBe(`Bearer ${SECRET}`);
    const overrideConfig = JSON.stringify({ basepath: thief.basepath });
    expect(await suite.api.upload(id, files, { overrideConfig })).toMatchObject(refused);
    expect(thief.requests).toBe(before);
  });

  test('by a flow that was changed through the API, asked or upserting, also through a variable', async () => {
    const { id: credential } = await newCredential();
    const { id } = await suite.api.createFlow(flowWith(credential, suite.fake.basepath));
    expect(await suite.api.upload(id, files)).toMatchObject({ status: 200 });
    await suite.api.json('POST', '/variables', { name: 'elsewhere', type: 'static', value: thief.basepath });
    for (const basepath of [thief.basepath, '{{$vars.elsewhere}}']) {
      const flowData = JSON.stringify(flowWith(credential, basepath));
      expect(await suite.api.json('PUT', `/chatflows/${id}`, { flowData })).toMatchObject({ status: 200 });
      expect(await suite.api.upload(id, files)).toMatchObject(refused);
      expect(await suite.api.json('POST', `/vector/query/${id}`, { query: 'beans' })).toMatchObject(refused);
    }
    expect(thief.requests).toBe(before);
  });

  test('by a secret of it typed anew, with which the others would go along', async () => {
    const fields = { azureOpenAIApiKey: SECRET, azureOpenAIApiInstanceName: 'ours', azureOpenAIApiDeploymentName: 'd' };
    const body = { name: 'Azure', kind: 'azureOpenAIApi', fields };
    const made = CredentialSchema.parse((await suite.api.json('POST', '/credentials', body)).body);
    expect(made.hosts).toEqual(['ours.openai.azure.com']);
    const embedding = { credential: made.id, azureOpenAIApiVersion: '2024', basepath: `${thief.basepath}/deployments` };
    const flow = makeFlow({ embeddingNode: nodeDefinitions.azureOpenAIEmbeddings, embedding });
    const { id } = await suite.api.createFlow(flow);
    expect(await suite.api.upload(id, files)).toMatchObject(refused);
    const config = { credential: made.id, azureOpenAIApiInstanceName: 'theirs' };
    const answer = await suite.api.json('POST', '/nodes/test-connection', { name: 'azureOpenAIEmbeddings', config });
    expect(answer).toMatchObject({ ...refused, body: { details: { host: 'theirs.openai.azure.com' } } });
    expect(thief.requests).toBe(before);
  });

  test('by another kind, whose vendor is another', async () => {
    const { id } = await newCredential();
    const path = `/credentials/${id}`;
    const other = { kind: 'awsApi', fields: { awsSecret: 'of another account' } };
    expect(await suite.api.json('PUT', path, { kind: 'awsApi' })).toMatchObject({
      status: 400,
      body: { code: 'INVALID_INPUT', message: expect.stringContaining('send the fields again') },
    });
    expect(await suite.api.json('PUT', path, { kind: 'openAIApi', name: 'Renamed' })).toMatchObject({
      status: 200,
      body: { hosts: ['api.openai.com', new URL(suite.fake.basepath).host] },
    });
    const changed = CredentialSchema.parse((await suite.api.json('PUT', path, other)).body);
    expect(changed).toMatchObject({
      fieldNames: ['awsSecret'],
      hosts: nodeDefinitions.s3Directory.credential?.vendorHosts,
    });
  });

  test('by a typed field that makes another vendor of it: the fields that were there stay behind', async () => {
    const azure = {
      azureOpenAIApiKey: SECRET,
      azureOpenAIApiInstanceName: 'ours',
      azureOpenAIApiDeploymentName: 'd',
      azureOpenAIApiVersion: '2024',
    };
    const body = { name: 'Azure', kind: 'azureOpenAIApi', fields: azure };
    const { id: azureId } = CredentialSchema.parse((await suite.api.json('POST', '/credentials', body)).body);
    const { id: openAIId } = await newCredential([]);
    const typed = [
      { credential: azureId, azureOpenAIApiInstanceName: 'theirs' },
      { credential: openAIId, azureOpenAIApiInstanceName: 'theirs' },
    ];
    const kept = typed.map(async (embedding) => {
      const flow = makeFlow({ embeddingNode: nodeDefinitions.azureOpenAIEmbeddings, embedding });
      const { flowData } = await suite.api.createFlow(flow);
      const { nodes } = parseFlowDocument(flowData);
      const id = nodes.map(({ data }) => data.credential).find((one) => one !== undefined);
      return CredentialSchema.parse((await suite.api.get(`/credentials/${id}`)).body);
    });
    for (const credential of await Promise.all(kept)) {
      expect(credential).toMatchObject({
        kind: 'azureOpenAIApi',
        fieldNames: ['azureOpenAIApiInstanceName'],
        hosts: ['theirs.openai.azure.com'],
      });
    }
  });

  test('by a document store: not with a credential, and not with a secret that lies in its settings', async () => {
    const { id: credential } = await newCredential();
    const config = { basepath: suite.fake.basepath, credential };
    const bySecret = { basepath: suite.fake.basepath, openAIApiKey: SECRET };
    for (const own of [config, bySecret]) {
      const { id } = await stores.create({
        embeddingConfig: { name: 'openAIEmbeddings', config: own },
        vectorStoreConfig: { name: 'hnsw', config: {} },
      });
      expect(await stores.upsert(id, files, { loader: '{"name":"textFile","config":{}}' })).toMatchObject({
        numAdded: 1,
      });
      const embedding = { name: 'openAIEmbeddings', config: { basepath: thief.basepath } };
      const fields = { embedding: JSON.stringify(embedding), loader: '{"name":"textFile","config":{}}' };
      const other = [{ name: 'b.txt', content: 'Peas climb, too.' }];
      expect(await stores.upload(`/upsert/${id}`, other, fields)).toMatchObject(refused);
      expect(await stores.json('POST', '/vectorstore/save', { storeId: id, embedding })).toMatchObject(refused);
      const tested = await stores.json('POST', '/vectorstore/test', { storeId: id, embedding });
      expect(tested.body).toMatchObject({ checks: [{ part: 'embedding', code: 'CREDENTIAL_HOST' }, {}, {}] });
    }
    expect(thief.requests).toBe(before);
  });

  test('by a redirect of a host that it lists', async () => {
    const redirecting = await listenOnFreePort(
      createServer((_, response) => response.writeHead(307, { location: `${thief.basepath}/embeddings` }).end()),
    );
    const { id } = await newCredential([redirecting.origin]);
    const config = { credential: id, basepath: `${redirecting.origin}/v1` };
    const answer = await suite.api.json('POST', '/nodes/test-connection', { name: 'openAIEmbeddings', config });
    expect(answer.body).toMatchObject({ ok: false, code: 'SERVICE_FAILED' });
    expect(thief.requests).toBe(before);
    await redirecting.close();
  });
});

describe('hosts of a credential', () => {
  test("begin with its vendor's own, encrypted only", async () => {
    const { id, hosts } = await newCredential([]);
    expect(hosts).toEqual(['api.openai.com']);
    const config = { credential: id, basepath: 'http://api.openai.com/v1' };
    const answer = await suite.api.json('POST', '/nodes/test-connection', { name: 'openAIEmbeddings', config });
    expect(answer).toMatchObject({ ...refused, body: { details: { host: 'api.openai.com:80' } } });
  });

  test('are not added by a call of the API, whatever key it has', async () => {
    const { id } = await newCredential();
    const path = `/credentials/${id}`;
    expect(await suite.api.json('PUT', path, { hosts: [thiefHost] })).toMatchObject({ status: 200 });
    expect(await suite.api.json('POST', `${path}/hosts`, { host: thiefHost })).toMatchObject({
      status: 403,
      body: { code: 'APP_ONLY' },
    });
    const inPage = { origin: suite.server.url, 'sec-fetch-site': 'same-origin', 'x-request-from': 'internal' };
    expect(await suite.api.json('POST', `${path}/hosts`, { host: thiefHost }, inPage)).toMatchObject({ status: 403 });
    expect((await suite.api.get(path)).body).toMatchObject({
      hosts: ['api.openai.com', new URL(suite.fake.basepath).host],
    });
  });

  test('are added and taken off by the app', async () => {
    const { id } = await newCredential([]);
    const { id: flowId } = await suite.api.createFlow(flowWith(id, suite.fake.basepath));
    expect(await suite.api.upload(flowId, files)).toMatchObject(refused);
    const host = new URL(suite.fake.basepath).host;
    const added = await suite.api.json('POST', `/credentials/${id}/hosts`, { host: suite.fake.basepath }, appHeaders());
    expect(added).toMatchObject({ status: 200, body: { hosts: ['api.openai.com', host] } });
    expect(await suite.api.upload(flowId, files)).toMatchObject({ status: 200 });
    const path = `/credentials/${id}/hosts?host=${encodeURIComponent(host)}`;
    expect(await suite.api.call('DELETE', path, { headers: appHeaders() })).toMatchObject({ status: 200 });
    expect(await suite.api.upload(flowId, files)).toMatchObject(refused);
  });

  test('are added by tributary credentials allow', async () => {
    const { id, name } = await newCredential([], 'For the command line');
    const folder = ['--data-dir', suite.server.dataDir];
    const allowed = await runCli(['credentials', 'allow', name, suite.fake.basepath, ...folder]);
    expect(allowed).toMatchObject({ code: 0, stdout: expect.stringContaining(new URL(suite.fake.basepath).host) });
    const { id: flowId } = await suite.api.createFlow(flowWith(id, suite.fake.basepath));
    expect(await suite.api.upload(flowId, files)).toMatchObject({ status: 200 });
    expect(await runCli(['credentials', 'allow', name, 'no host', ...folder])).toMatchObject({ code: 2 });
  });
});

test('what saved flows and stores used before there was a list goes on, and nothing else does', async () => {
  const folder = makeTemporaryFolder();
  let server = await startServerProcess({ dataDir: folder.path });
  const fields = { openAIApiKey: SECRET };
  const body = { name: 'Of old', kind: 'openAIApi', fields };
  let api = createApiClient(server.url);
  const { id: credential } = CredentialSchema.parse((await api.json('POST', '/credentials', body)).body);
  const { id } = await api.createFlow(flowWith(credential, suite.fake.basepath));
  await server.stop();
  // As a version without the list left it.
  const db = new BetterSqlite3(join(folder.path, 'tributary.db'));
  expect(db.prepare("DELETE FROM setting WHERE key = 'credentialHostsListed'").run().changes).toBe(1);
  db.close();
  server = await startServerProcess({ dataDir: folder.path });
  api = createApiClient(server.url);
  expect(await api.upload(id, files)).toMatchObject({ status: 200 });
  const { id: other } = await api.createFlow(flowWith(credential, thief.basepath));
  expect(await api.upload(other, files)).toMatchObject(refused);
  await server.stop();
  // Only the first start lists.
  server = await startServerProcess({ dataDir: folder.path });
  api = createApiClient(server.url);
  expect(await api.upload(other, files)).toMatchObject(refused);
  await server.stop();
  folder.remove();
});
