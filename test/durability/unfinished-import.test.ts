import { existsSync } from 'node:fs';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { expect, onTestFinished, test } from 'vitest';
import { ImportedFlowSchema, ImportedStoreSchema } from '../../shared/api/archives.ts';
import { ChatflowListSchema } from '../../shared/api/chatflows.ts';
import { makeFlow } from '../helpers/builders/flows.ts';
import { makeTemporaryFolder } from '../helpers/builders/temporary-folder.ts';
import { startFakeOpenAI } from '../helpers/fakes/fake-openai.ts';
import { createApiClient } from '../helpers/servers/api-client.ts';
import { fields, vectorParts } from '../helpers/servers/document-store-suite.ts';
import { startServerProcess } from '../helpers/servers/server-process.ts';
import { createStoreClient } from '../helpers/servers/store-client.ts';

/** As an import leaves it until all is in. */
function markUnfinished(dataDir: string, ids: readonly string[]): void {
  const db = new Database(join(dataDir, 'tributary.db'));
  const changed = db.prepare("UPDATE setting SET value = ? WHERE key = 'unfinishedImports'").run(JSON.stringify(ids));
  db.close();
  expect(changed.changes).toBe(1);
}

const FILE = { name: 'gate.txt', content: 'The gate was green.' };

/** Imports what a server exports of a flow or store. @returns what the import answers */
async function importAgain(url: string, id: string): Promise<unknown> {
  const archive = await (await fetch(`${url}/api/v1/archives/${id}`)).blob();
  const body = new FormData();
  body.append('files', archive, 'gate.zip');
  return (await fetch(`${url}/api/v1/archives`, { method: 'POST', body })).json();
}

const importFlow = async (url: string, id: string) => ImportedFlowSchema.parse(await importAgain(url, id)).chatflowId;
const importStore = async (url: string, id: string) => ImportedStoreSchema.parse(await importAgain(url, id)).storeId;

test('a flow and a document store whose imports were not finished when the server was killed are gone after the next start, with their chunks, originals and files', async () => {
  const folder = makeTemporaryFolder();
  const fake = await startFakeOpenAI({ dimensions: 16 });
  onTestFinished(async () => {
    await fake.close();
    folder.remove();
  });
  const first = await startServerProcess({ dataDir: folder.path });
  const before = createApiClient(first.url);
  const { id: flow } = await before.createFlow(makeFlow({ basepath: fake.basepath, records: { cleanup: 'full' } }));
  await before.upsert(flow, [FILE]);
  const finishedFlow = await importFlow(first.url, flow);
  const unfinishedFlow = await importFlow(first.url, flow);
  const stores = createStoreClient(first.url);
  const { id: store } = await stores.create(vectorParts(fake.basepath));
  await stores.upsert(store, [FILE], fields);
  const finishedStore = await importStore(first.url, store);
  const unfinishedStore = await importStore(first.url, store);
  const filesOf = (storeId: string) => join(folder.path, 'stores', storeId);
  expect(existsSync(filesOf(unfinishedStore))).toBe(true);
  await first.kill();
  markUnfinished(folder.path, [unfinishedFlow, unfinishedStore]);

  const second = await startServerProcess({ dataDir: folder.path });
  onTestFinished(() => second.kill());
  const read = (sql: string) => {
    const db = new Database(join(folder.path, 'tributary.db'), { readonly: true });
    try {
      return db.prepare<[], string | number>(sql).pluck().all();
    } finally {
      db.close();
    }
  };
  const after = createApiClient(second.url);
  const ids = ChatflowListSchema.parse((await after.get('/chatflows')).body).map(({ id }) => id);
  expect(ids).toContain(flow);
  expect(ids).toContain(finishedFlow);
  expect(ids).not.toContain(unfinishedFlow);
  // An imported store has none until it is upserted.
  await expect
    .poll(() => read('SELECT name FROM collection ORDER BY name'), { timeout: 20_000 })
    .toEqual([flow, finishedFlow, store].toSorted());
  await expect
    .poll(() => read('SELECT owner_id FROM original ORDER BY owner_id'), { timeout: 20_000 })
    .toEqual([flow, finishedFlow].toSorted());
  expect((await after.upsert(finishedFlow, [FILE])).numSkipped).toBe(1);

  const storesAfter = createStoreClient(second.url);
  expect((await storesAfter.store(finishedStore)).totalChunks).toBe(1);
  expect((await storesAfter.get(`/store/${unfinishedStore}`)).status).toBe(404);
  await expect.poll(() => read('SELECT count(*) FROM document_store_chunk'), { timeout: 20_000 }).toEqual([2]);
  await expect.poll(() => existsSync(filesOf(unfinishedStore)), { timeout: 20_000 }).toBe(false);
  expect(existsSync(filesOf(finishedStore))).toBe(true);
});
