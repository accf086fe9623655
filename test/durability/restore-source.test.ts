import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { openReadOnly } from '../../electron/server/storage/database.ts';
import {
  ContentChunksSchema,
  ContentSourcesSchema,
  ContentsSummarySchema,
  RemovedSourceSchema,
} from '../../shared/api/contents.ts';
import { makeFlow } from '../helpers/builders/flows.ts';
import { makeTemporaryFolder } from '../helpers/builders/temporary-folder.ts';
import { type FakeOpenAI, startFakeOpenAI } from '../helpers/fakes/fake-openai.ts';
import { type ApiClient, createApiClient } from '../helpers/servers/api-client.ts';
import { LINE_SPLITTER, lines, TEXT_LOADER, vectorParts } from '../helpers/servers/document-store-suite.ts';
import { type ServerProcess, startServerProcess } from '../helpers/servers/server-process.ts';
import { createStoreClient } from '../helpers/servers/store-client.ts';

const CHUNKS = 3000;
const FILE = { name: 'a.txt', content: lines(CHUNKS) };

let folder: ReturnType<typeof makeTemporaryFolder>;
let server: ServerProcess;
let fake: FakeOpenAI;
let api: ApiClient;

async function start(): Promise<void> {
  server = await startServerProcess({ dataDir: folder.path });
  api = createApiClient(server.url);
}

beforeEach(async () => {
  folder = makeTemporaryFolder();
  fake = await startFakeOpenAI({ dimensions: 8 });
  await start();
});
afterEach(async () => {
  await server.kill();
  await fake.close();
  folder.remove();
});

async function removeSource(id: string, chunks = CHUNKS): Promise<number> {
  const { sources } = ContentSourcesSchema.parse((await api.get(`/contents/${id}/sources`)).body);
  const answer = await api.json('DELETE', `/contents/${id}/sources/${sources[0]?.id}`, {});
  const removed = RemovedSourceSchema.parse(answer.body);
  expect(removed.chunks).toBe(chunks);
  return removed.id;
}

/** How many chunks wait in the bin. */
function waiting(): number {
  const db = openReadOnly(join(folder.path, 'tributary.db'));
  try {
    return db.prepare<[], number>('SELECT count(*) FROM replaced_chunk').pluck().get() ?? Number.NaN;
  } finally {
    db.close();
  }
}

async function allChunks(id: string): Promise<string[]> {
  const texts: string[] = [];
  for (let place = 0; place < CHUNKS + 200; place += 200) {
    const { chunks } = ContentChunksSchema.parse(
      (await api.get(`/contents/${id}/chunks?place=${place}&limit=200`)).body,
    );
    texts.push(...chunks.map(({ chunkNo, pageContent }) => `${chunkNo} ${pageContent}`));
  }
  return texts;
}

/** Brings a source back, kills the server while it does, and goes on with another one. @param between called before it goes on */
async function restoreInTwo(
  id: string,
  removed: number,
  isHalf: () => boolean,
  between: () => Promise<void> = async () => undefined,
): Promise<void> {
  const restore = () => api.json('POST', `/contents/${id}/removed/${removed}/restore`, {});
  const cut = restore().catch(() => 'cut off');
  await expect.poll(isHalf, { timeout: 30_000, interval: 1 }).toBe(true);
  await server.kill();
  expect(await cut).toBe('cut off');
  await start();
  await between();
  expect(await restore()).toMatchObject({ status: 200 });
  expect(waiting()).toBe(0);
}

test('a source of a document store whose return is cut off comes back once', async () => {
  const stores = createStoreClient(server.url);
  const { id } = await stores.create(vectorParts(fake.basepath));
  await stores.upsert(id, [FILE], { loader: JSON.stringify(TEXT_LOADER), splitter: JSON.stringify(LINE_SPLITTER) });
  const before = await allChunks(id);
  const removed = await removeSource(id);
  await restoreInTwo(id, removed, () => waiting() < CHUNKS);
  expect(await allChunks(id)).toEqual(before);
  expect(ContentsSummarySchema.parse((await api.get(`/contents/${id}`)).body)).toMatchObject({ chunks: CHUNKS });
});

test('a source of a flow without records whose return is cut off comes back once, with its original', async () => {
  const { id } = await api.createFlow(
    makeFlow({ basepath: fake.basepath, splitter: { chunkSize: 50, chunkOverlap: 0 } }),
  );
  await api.upsert(id, [FILE]);
  const before = await allChunks(id);
  const removed = await removeSource(id);
  // Another file of the name was there meanwhile, and is gone for good.
  await api.upsert(id, [{ ...FILE, content: 'Another one.' }]);
  const other = await removeSource(id, 1);
  await api.call('DELETE', `/contents/${id}/removed/${other}`);
  const readOriginal = async () =>
    expect(await (await fetch(`${server.url}/api/v1/originals/${id}/file?source=a.txt`)).text()).toBe(FILE.content);
  await restoreInTwo(id, removed, () => waiting() < CHUNKS, readOriginal);
  expect(await allChunks(id)).toEqual(before);
  await readOriginal();
});
