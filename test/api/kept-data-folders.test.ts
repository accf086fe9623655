import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { z } from 'zod';
import { readConfig } from '../../electron/server/config.ts';
import { type RunningServer, startServer } from '../../electron/server/serve.ts';
import { migrations } from '../../electron/server/storage/migrations/index.ts';
import { keptVersions, restoreKeptFolder } from '../helpers/builders/kept-data-folders.ts';
import { makeTemporaryFolder } from '../helpers/builders/temporary-folder.ts';
import { type FakeOpenAI, startFakeOpenAI } from '../helpers/fakes/fake-openai.ts';
import { type ApiClient, createApiClient } from '../helpers/servers/api-client.ts';
import { createStoreClient, type StoreClient } from '../helpers/servers/store-client.ts';

const GATE = { name: 'gate.txt', content: 'The garden gate is green.' };
const SHED = { name: 'shed.txt', content: 'The shed behind the house is red.' };
const BARN = { name: 'barn.txt', content: 'The barn is brown.' };
const FENCE = 'The fence is blue.';
const WITH_STORES = 4;
const WITH_CHATS = 30;
/** The splitter of before set no offset, so that metadata have changed. */
const WITH_OFFSETS = 4;
const rowsSchema = z.array(z.looseObject({ id: z.string() }));

let fake: FakeOpenAI;
let folder: ReturnType<typeof makeTemporaryFolder>;
let server: RunningServer | undefined;
beforeAll(async () => {
  fake = await startFakeOpenAI({ dimensions: 8 });
});
afterAll(() => fake.close());
beforeEach(() => {
  folder = makeTemporaryFolder();
});
afterEach(async () => {
  await server?.close();
  server = undefined;
  folder.remove();
});

async function openKept(version: number) {
  restoreKeptFolder(folder.path, version, fake.basepath);
  server = await startServer(readConfig(['--headless', '--port', '0', '--data-dir', folder.path], {}));
  const { url } = server;
  const api = createApiClient(url);
  const onlyId = async (path: string) => rowsSchema.length(1).parse((await api.get(path)).body)[0]?.id ?? '';
  return { api, stores: createStoreClient(url), onlyId };
}

test('a data folder is kept of the present schema: npm run keep:data-folder makes it', () => {
  expect(keptVersions().at(-1)).toBe(migrations.length);
});

test.each(keptVersions())(
  'a data folder of schema %i answers from what its flow and its document store hold, knows it again, and takes more',
  async (version) => {
    const { api, stores, onlyId } = await openKept(version);
    await checkFlow(api, await onlyId('/chatflows'), version);
    if (version >= WITH_CHATS) await checkChat(api, await onlyId('/chatflows'));
    if (version >= WITH_STORES) await checkStore(stores, await onlyId('/document-store/store'));
  },
);

async function checkFlow(api: ApiClient, id: string, version: number): Promise<void> {
  const texts = async () =>
    (await api.query(id, { query: GATE.content, topK: 9 })).docs.map(({ pageContent }) => pageContent);
  const before = await texts();
  expect(before[0]).toBe(GATE.content);
  expect(before.toSorted()).toEqual([GATE.content, SHED.content]);
  const embedded = fake.texts;
  const known = version < WITH_OFFSETS ? { numUpdated: 2, numSkipped: 0 } : { numUpdated: 0, numSkipped: 2 };
  expect(await api.upsert(id, [GATE, SHED, BARN])).toMatchObject({ numAdded: 1, ...known });
  expect(fake.texts - embedded).toBe(1);
  expect((await texts()).toSorted()).toEqual([BARN.content, GATE.content, SHED.content]);
}

async function checkChat(api: ApiClient, id: string): Promise<void> {
  const messages = await api.messages(id, '?feedback=true');
  expect(messages).toMatchObject([
    { role: 'userMessage', chatId: 'chat-1', feedback: null },
    { role: 'apiMessage', outcome: 'answered', feedback: { rating: 'THUMBS_UP' } },
  ]);
  const [, answer] = messages;
  expect(answer?.passages?.map(({ pageContent }) => pageContent)).toContain(GATE.content);
}

async function checkStore(stores: StoreClient, id: string): Promise<void> {
  const texts = async () =>
    (await stores.query(id, { query: 'fence', topK: 9 })).docs.map(({ pageContent }) => pageContent);
  expect(await texts()).toEqual([FENCE]);
  expect(await stores.upsertJson(id)).toMatchObject({ numAdded: 0, numUpdated: 0, numSkipped: 1 });
  const loader = JSON.stringify({ name: 'textFile', config: {} });
  expect(await stores.upsert(id, [BARN], { loader })).toMatchObject({ numAdded: 1, numUpdated: 0, numDeleted: 0 });
  expect((await texts()).toSorted()).toEqual([BARN.content, FENCE]);
}
