import { expect, test } from 'vitest';
import { ChatflowSchema } from '../../shared/api/chatflows.ts';
import { nodeDefinitions } from '../../shared/nodes/registry.ts';
import { makeFlow } from '../helpers/builders/flows.ts';
import { setUpLocalSite } from '../helpers/fakes/local-site-suite.ts';
import { setUpApiSuite } from '../helpers/servers/api-suite.ts';

const suite = setUpApiSuite();
const site = setUpLocalSite();
const PASSWORD = 'p%40ss-word';

/** An address of the local site as a person types it, with name and password. */
function addressWithPassword(): string {
  const url = new URL(site.origin);
  url.username = 'ann';
  url.password = 'p@ss-word';
  return `${url.href}items.json`;
}

function flowReading(url: string) {
  return makeFlow({
    loader: nodeDefinitions.apiLoader,
    loaderInputs: { url, method: 'GET', allowLocalNetwork: true },
  });
}

async function savedUrl(id: string): Promise<string> {
  const { flowData } = ChatflowSchema.parse((await suite.api.get(`/chatflows/${id}`)).body);
  return /"url":"(http[^"]+)"/.exec(flowData)?.[1] ?? '';
}

test('a password typed into an address is not in what the API gives, and is sent when the flow runs', async () => {
  site.setPages({ '/items.json': '[{"text":"Bees sleep in winter."}]' });
  const { id } = await suite.api.createFlow(flowReading(addressWithPassword()));
  const listed = await suite.api.get('/chatflows');
  expect(JSON.stringify(listed.body)).not.toContain(PASSWORD);
  expect(await savedUrl(id)).toMatch(/^http:\/\/ann:sealed\.[\w-]+@127\.0\.0\.1:\d+\/items\.json$/);
  expect(await suite.api.upsert(id, [])).toMatchObject({ numAdded: 1 });
  const expected = `Basic ${Buffer.from('ann:p@ss-word').toString('base64')}`;
  expect(site.requests.at(-1)?.headers.authorization).toBe(expected);
  expect(JSON.stringify((await suite.api.get(`/upsert-history/${id}`)).body)).not.toContain(PASSWORD);
});

test('a flow with an encrypted password is saved again unchanged', async () => {
  const { id } = await suite.api.createFlow(flowReading(addressWithPassword()));
  const { flowData } = ChatflowSchema.parse((await suite.api.get(`/chatflows/${id}`)).body);
  const answer = await suite.api.json('PUT', `/chatflows/${id}`, { flowData });
  expect(ChatflowSchema.parse(answer.body).flowData).toBe(flowData);
});

test('an encrypted password is not sent to another host: the run says to type it in again', async () => {
  const { id } = await suite.api.createFlow(flowReading(addressWithPassword()));
  const elsewhere = (await savedUrl(id)).replace('127.0.0.1', 'localhost');
  const { id: stolen } = await suite.api.createFlow(flowReading(elsewhere));
  const sent = site.requests.length;
  expect(await suite.api.upload(stolen, [])).toMatchObject({
    status: 422,
    body: { code: 'CREDENTIAL_UNUSABLE', message: expect.stringContaining('type the password in again') },
  });
  expect(site.requests).toHaveLength(sent);
});

test('a document store hides the password of an address, and reads it all the same', async () => {
  site.setPages({ '/items.json': '[{"text":"Moss likes shade."}]' });
  const loader = { name: 'apiLoader', config: { url: addressWithPassword(), method: 'GET', allowLocalNetwork: true } };
  const created = await suite.api.json('POST', '/document-store/store', { name: 'Items' });
  const { id } = ChatflowSchema.pick({ id: true }).loose().parse(created.body);
  const answer = await suite.api.json('POST', `/document-store/upsert/${id}`, {
    loader,
    embedding: { name: 'transformersEmbeddings', config: {} },
    vectorStore: { name: 'hnsw', config: {} },
  });
  expect(answer).toMatchObject({ status: 200, body: { numAdded: 1 } });
  const store = await suite.api.get(`/document-store/store/${id}`);
  expect(JSON.stringify(store.body)).toContain('ann:sealed.');
  expect(JSON.stringify(store.body)).not.toContain(PASSWORD);
});
