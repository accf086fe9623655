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
function markUnfinished(dataDir: string, id: string): void {
  const db = new Database(join(dataDir, 'tributary.db'));
  const changed = db.prepare("UPDATE setting SET value = ? WHERE key = 'unfinishedImports'").run(JSON.stringify([id]));
  db.close();
  expect(changed.changes).toBe(1);
}

const FILE = { name: 'gate.txt', content: 'The gate was green.' };

test('a flow whose import was not finished when the server was killed is gone after the next start, with its chunks and originals', async () => {
  const folder = makeTemporaryFolder();
  const fake = await startFakeOpenAI({ dimensions: 16 });
  onTestFinished(async () => {
    await fake.close();
    folder.remove();
  });
  const first = await startServerProcess({ dataDir: folder.path });
  const before = createApiClient(first.url);
  const { id } = await before.createFlow(makeFlow({ basepath: fake.basepath, records: { cleanup: 'full' } }));
  await before.upsert(id, [FILE]);
  const archive = await (await fetch(`${first.url}/api/v1/archives/${id}`)).blob();
  async function importAgain(): Promise<string> {
    const body = new FormData();
    body.append('files', archive, 'gate.zip');
    return ImportedFlowSchema.parse((await before.call('POST', '/archives', { body })).body).chatflowId;
  }
  const finished = await importAgain();
  const unfinished = await importAgain();
  await first.kill();
  markUnfinished(folder.path, unfinished);

  const second = await startServerProcess({ dataDir: folder.path });
  onTestFinished(() => second.kill());
  const after = createApiClient(second.url);
  const ids = ChatflowListSchema.parse((await after.get('/chatflows')).body).map((flow) => flow.id);
  expect(ids).toContain(id);
  expect(ids).toContain(finished);
  expect(ids).not.toContain(unfinished);
  const listed = (sql: string) => {
    const read = new Database(join(folder.path, 'tributary.db'), { readonly: true });
    try {
      return read.prepare<[], string>(sql).pluck().all();
    } finally {
      read.close();
    }
  };
  for (const sql of ['SELECT name FROM collection ORDER BY name', 'SELECT owner_id FROM original ORDER BY owner_id']) {
    await expect.poll(() => listed(sql), { timeout: 20_000 }).toEqual([id, finished].toSorted());
  }
  expect((await after.upsert(finished, [FILE])).numSkipped).toBe(1);
});

test('a document store whose import was not finished when the server was killed is gone after the next start, with its files', async () => {
  const folder = makeTemporaryFolder();
  const fake = await startFakeOpenAI({ dimensions: 16 });
  onTestFinished(async () => {
    await fake.close();
    folder.remove();
  });
  const first = await startServerProcess({ dataDir: folder.path });
  const before = createStoreClient(first.url);
  const { id } = await before.create(vectorParts(fake.basepath));
  await before.upsert(id, [FILE], fields);
  const archive = await (await fetch(`${first.url}/api/v1/archives/${id}`)).blob();
  async function importAgain(): Promise<string> {
    const body = new FormData();
    body.append('files', archive, 'gate.zip');
    const answer = await fetch(`${first.url}/api/v1/archives`, { method: 'POST', body });
    return ImportedStoreSchema.parse(await answer.json()).storeId;
  }
  const finished = await importAgain();
  const unfinished = await importAgain();
  const filesOf = (storeId: string) => join(folder.path, 'stores', storeId);
  expect(existsSync(filesOf(unfinished))).toBe(true);
  await first.kill();
  markUnfinished(folder.path, unfinished);

  const second = await startServerProcess({ dataDir: folder.path });
  onTestFinished(() => second.kill());
  const after = createStoreClient(second.url);
  expect((await after.store(finished)).totalChunks).toBe(1);
  expect((await after.get(`/store/${unfinished}`)).status).toBe(404);
  const countChunks = () => {
    const read = new Database(join(folder.path, 'tributary.db'), { readonly: true });
    try {
      return read.prepare<[], number>('SELECT count(*) FROM document_store_chunk').pluck().get();
    } finally {
      read.close();
    }
  };
  await expect.poll(countChunks, { timeout: 20_000 }).toBe(2);
  await expect.poll(() => existsSync(filesOf(unfinished)), { timeout: 20_000 }).toBe(false);
  expect(existsSync(filesOf(finished))).toBe(true);
});
