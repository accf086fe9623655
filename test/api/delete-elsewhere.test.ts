import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { identityOf } from '../../electron/server/pipeline/index/passage-edits.ts';
import { openReadOnly } from '../../electron/server/storage/database.ts';
import { StoreUpsertAcceptedSchema } from '../../shared/api/document-store-upserts.ts';
import { nodeDefinitions } from '../../shared/nodes/registry.ts';
import { makeFlow } from '../helpers/builders/flows.ts';
import { openQdrant } from '../helpers/builders/qdrant-store.ts';
import { makeTemporaryFolder } from '../helpers/builders/temporary-folder.ts';
import { tracesOf } from '../helpers/builders/traces-of.ts';
import { makeFakeQdrants, never } from '../helpers/fakes/fake-qdrants.ts';
import { createApiClient } from '../helpers/servers/api-client.ts';
import { setUpApiSuite } from '../helpers/servers/api-suite.ts';
import { startServerProcess } from '../helpers/servers/server-process.ts';
import { createStoreClient } from '../helpers/servers/store-client.ts';

const HANGING = /^Grebes/;
/** The embedding server does not answer for the grebes. */
const suite = setUpApiSuite({ reply: ({ texts }) => (texts.some((one) => HANGING.test(one)) ? 'hang' : undefined) });
const qdrants = makeFakeQdrants();
const POLL = { timeout: 30_000, interval: 50 };

const left = [{ label: 'Qdrant', name: 'qdrant' }];
const text = { name: 'otters.txt', content: 'Otters hold hands while they sleep.' };
const hanging = { name: 'grebes.txt', content: 'Grebes stand on one leg.' };
const other = { name: 'owls.txt', content: 'Owls fly without a sound.' };

interface RemotePlace {
  readonly url: string;
  readonly collection?: string;
  readonly records?: Readonly<Record<string, unknown>> | undefined;
}

async function newFlow({ url, collection = 'notes', records }: RemotePlace, api = suite.api): Promise<string> {
  const flow = makeFlow({
    basepath: suite.fake.basepath,
    storeNode: nodeDefinitions.qdrant,
    store: { qdrantServerUrl: url, qdrantCollection: collection },
    ...(records === undefined ? {} : { records }),
  });
  return (await api.createFlow(flow)).id;
}

const remove = (id: string, query = '?externalStores=delete') => suite.api.call('DELETE', `/chatflows/${id}${query}`);
const count = (url: string) => openQdrant({ url, collection: 'notes' }).count(never);

describe('what a deleted flow has in a store elsewhere', () => {
  test('stays, unless the call asks for it', async () => {
    const { url } = await qdrants.start();
    const id = await newFlow({ url, records: {} });
    await suite.api.upsert(id, [text]);
    expect(await remove(id, '')).toEqual({ status: 200, body: { raw: [], affected: 1, left } });
    expect(await count(url)).toBe(1);
  });

  test('goes with externalStores=delete as far as its records name it, and others keep theirs', async () => {
    const { url } = await qdrants.start();
    const id = await newFlow({ url, records: { namespace: 'mine' } });
    const neighbour = await newFlow({ url, records: {} });
    await suite.api.upsert(id, [text]);
    await suite.api.upsert(neighbour, [other]);
    expect(await remove(id)).toEqual({ status: 200, body: { raw: [], affected: 1, deleting: left } });
    await expect.poll(() => count(url), POLL).toBe(1);
    expect((await suite.api.query(neighbour, { query: 'owls' })).docs).toHaveLength(1);
  });

  test('goes without records, too, from a collection that is used by nobody else', async () => {
    const { url } = await qdrants.start();
    const id = await newFlow({ url });
    await suite.api.upsert(id, [text]);
    expect(await remove(id)).toMatchObject({ body: { deleting: left } });
    await expect.poll(() => count(url), POLL).toBe(0);
  });

  test.each([
    ['goes', { externalStores: 'delete' }, 0],
    ['stays', {}, 1],
  ])('%s with a flow that leaves the bin, as was asked when it was put there: %j', async (_, wish, left) => {
    const { url } = await qdrants.start();
    const id = await newFlow({ url, records: {} });
    await suite.api.upsert(id, [text]);
    expect((await suite.api.json('POST', `/bin/chatflows/${id}`, wish)).status).toBe(200);
    expect(await count(url)).toBe(1);
    expect((await suite.api.call('DELETE', `/bin/${id}`)).status).toBe(200);
    await expect.poll(() => count(url), POLL).toBe(left);
  });

  test.each([
    ['without records, if another flow uses the collection', undefined],
    ['if another flow keeps the same records', { namespace: 'team' }],
  ])('stays %s', async (_, records) => {
    const { url } = await qdrants.start();
    const id = await newFlow({ url, records });
    await newFlow({ url, records });
    await suite.api.upsert(id, [text]);
    expect(await remove(id)).toEqual({ status: 200, body: { raw: [], affected: 1, left } });
    expect(await count(url)).toBe(1);
  });

  test('stays without records in a collection that another program has made, and a notice says so', async () => {
    const { url } = await qdrants.start({ keepsMetadata: false });
    const id = await newFlow({ url });
    await suite.api.upsert(id, [text]);
    await remove(id);
    const notice = { code: 'LEFT_ELSEWHERE', message: expect.stringContaining(`Qdrant at ${new URL(url).host} stays`) };
    const notices = async () => (await suite.api.get('/notices')).body;
    await expect.poll(notices, POLL).toContainEqual(expect.objectContaining(notice));
    expect(await count(url)).toBe(1);
  });
});

test('what a deleted document store has in a store elsewhere goes with externalStores=delete', async () => {
  const { url } = await qdrants.start({ apiKey: 'qdrant-key-of-the-store' });
  const stores = createStoreClient(suite.server.url);
  const { id } = await stores.create({ name: 'Birds' });
  const answer = await suite.api.json('POST', `/document-store/upsert/${id}`, {
    loader: { name: 'plainText', config: { text: other.content } },
    embedding: { name: 'openAIEmbeddings', config: { basepath: suite.fake.basepath } },
    vectorStore: {
      name: 'qdrant',
      config: { qdrantServerUrl: url, qdrantCollection: 'notes', qdrantApiKey: 'qdrant-key-of-the-store' },
    },
  });
  expect(answer.status).toBe(200);
  const apiKey = 'qdrant-key-of-the-store';
  const stored = () => openQdrant({ url, collection: 'notes', apiKey }).count(never);
  expect(await stored()).toBe(1);
  const removed = await suite.api.call('DELETE', `/document-store/store/${id}?externalStores=delete`);
  expect(removed).toMatchObject({ status: 200, body: { deleted: 1, deleting: left } });
  await expect.poll(stored, POLL).toBe(0);
});

/** Whether the database holds a vector of a text. */
function hasVectorOf(content: string): boolean {
  const db = openReadOnly(join(suite.server.dataDir, 'tributary.db'));
  try {
    const { text: key } = identityOf('', content);
    return db.prepare<[Buffer]>('SELECT 1 FROM embedding WHERE content_hash = ?').get(key) !== undefined;
  } finally {
    db.close();
  }
}

test.each([
  ['in a store elsewhere', 'qdrant'],
  ['in the local store', 'hnsw'],
])('a document store that is deleted while it upserts leaves nothing: %s', async (_, name) => {
  const { url } = await qdrants.start();
  const isElsewhere = name === 'qdrant';
  const stores = createStoreClient(suite.server.url);
  const content = `Smews of ${name} are white.`;
  const { id } = await stores.create({
    name: 'Birds',
    embeddingConfig: { name: 'openAIEmbeddings', config: { basepath: suite.fake.basepath } },
    vectorStoreConfig: { name, config: isElsewhere ? { qdrantServerUrl: url, qdrantCollection: 'notes' } : {} },
  });
  const fields = { loader: JSON.stringify({ name: 'textFile', config: {} }) };
  await stores.upsert(id, [{ name: 'swans.txt', content }], fields);
  expect(hasVectorOf(content)).toBe(true);
  const { requests } = suite.fake;
  const headers = { prefer: 'respond-async' };
  const accepted = await stores.upload(`/upsert/${id}`, [hanging], fields, headers);
  const { runId } = StoreUpsertAcceptedSchema.parse(accepted.body);
  await expect.poll(() => suite.fake.requests, POLL).toBeGreaterThan(requests);
  expect((await suite.api.call('DELETE', `/document-store/store/${id}?externalStores=delete`)).status).toBe(200);
  if (isElsewhere) await expect.poll(() => count(url), POLL).toBe(0);
  const traces = () => [id, 'Smews', 'Grebes', runId].flatMap((word) => tracesOf(suite.server.dataDir, word));
  await expect.poll(traces, POLL).toEqual([]);
  await expect.poll(() => hasVectorOf(content), POLL).toBe(false);
});

test('a store that refuses is tried again at the next start, a notice says so, and kill -9 in between loses nothing', async () => {
  const folder = makeTemporaryFolder();
  let isAway = false;
  const { url } = await qdrants.start({ reply: () => (isAway ? { status: 403 } : undefined) });
  const start = () => startServerProcess({ dataDir: folder.path, args: ['--headless'] });
  const before = await start();
  qdrants.started.push({ close: () => before.kill() });
  const api = createApiClient(before.url);
  const id = await newFlow({ url, records: {} }, api);
  await api.upsert(id, [text]);
  isAway = true;
  expect((await api.call('DELETE', `/chatflows/${id}?externalStores=delete`)).status).toBe(200);
  const notices = async () => JSON.stringify((await api.get('/notices')).body);
  await expect.poll(notices, POLL).toContain('could not be deleted yet: try 1 of 5 failed');
  await before.kill();
  isAway = false;
  expect(await count(url)).toBe(1);
  const after = await start();
  qdrants.started.push({ close: () => after.kill().then(folder.remove) });
  await expect.poll(() => count(url), POLL).toBe(0);
});
