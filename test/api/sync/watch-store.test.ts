import { renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { describe, expect, test } from 'vitest';
import { BinSourcesSchema } from '../../../shared/api/bin.ts';
import { createStoreClient } from '../../helpers/servers/store-client.ts';
import { setUpSyncSuite } from '../../helpers/servers/sync-suite.ts';

const SOON = { timeout: 20_000, interval: 50 };

const setup = setUpSyncSuite();
const { suite } = setup;
const stores = () => createStoreClient(suite.server.url);

async function newStore(): Promise<string> {
  const { id } = await stores().create({
    embeddingConfig: { name: 'openAIEmbeddings', config: { basepath: suite.fake.basepath } },
    vectorStoreConfig: { name: 'hnsw', config: {} },
  });
  const loader = { name: 'folderFiles', config: { folderPath: setup.papers, recursive: true } };
  await stores().upsertJson(id, { loader });
  return id;
}

/** Texts by source, as the store shows them and as a question finds them. */
async function texts(id: string): Promise<Record<string, string>> {
  const { chunks } = await stores().chunks(id);
  return Object.fromEntries(chunks.map(({ metadata, pageContent }) => [JSON.parse(metadata).source, pageContent]));
}

async function found(id: string): Promise<readonly string[]> {
  const { docs } = await stores().query(id, { query: 'This is', topK: 50 });
  return docs.map(({ pageContent }) => pageContent).sort();
}

function inDatabase(sql: string): void {
  const db = new Database(join(suite.server.dataDir, 'tributary.db'));
  db.exec(sql);
  db.close();
}

describe('a document store whose folder is watched', () => {
  test('follows the files of its folder, and embeds only what is new', async () => {
    setup.put('a.txt');
    setup.put('b.txt');
    const id = await newStore();
    expect((await suite.api.json('PUT', `/sync/${id}`, { mode: 'watch' })).status).toBe(200);
    await expect
      .poll(async () => ((await suite.api.get(`/sync/${id}/log`)).body as unknown[]).length, SOON)
      .toBeGreaterThan(0);

    setup.put('c.txt');
    setup.put('a.txt', 'Changed');
    rmSync(join(setup.papers, 'b.txt'));
    await expect.poll(() => texts(id), SOON).toEqual({ 'a.txt': 'Changed', 'c.txt': 'This is c.txt' });
    await expect.poll(() => found(id), SOON).toEqual(['Changed', 'This is c.txt']);
    await expect
      .poll(async () => ((await suite.api.get(`/sync/${id}`)).body as { activity: string }).activity, SOON)
      .toBe('idle');

    const { sources } = BinSourcesSchema.parse((await suite.api.get(`/bin/sources?ownerId=${id}`)).body);
    expect(sources).toMatchObject([{ name: 'b.txt', chunks: 1, ownerKind: 'documentStore' }]);

    const embedded = suite.fake.texts;
    renameSync(join(setup.papers, 'c.txt'), join(setup.papers, 'd.txt'));
    await expect.poll(() => texts(id), SOON).toEqual({ 'a.txt': 'Changed', 'd.txt': 'This is c.txt' });
    expect(suite.fake.texts).toBe(embedded);
  });

  test('whose sync fails after copies for the bin were taken shows none of them, and the next one does', async () => {
    setup.put('a.txt');
    setup.put('b.txt');
    const id = await newStore();
    rmSync(join(setup.papers, 'b.txt'));
    const log = async () => (await suite.api.get(`/sync/${id}/log`)).body as { outcome: string }[];
    const refresh = async () => {
      const before = (await log()).length;
      expect((await suite.api.json('POST', `/sync/${id}/run`, {})).status).toBe(202);
      await expect.poll(async () => (await log()).length, SOON).toBeGreaterThan(before);
      return (await log())[0];
    };
    const binned = async () => BinSourcesSchema.parse((await suite.api.get(`/bin/sources?ownerId=${id}`)).body).sources;
    // What a disk that gets full does, when the new load is to count.
    inDatabase(`CREATE TRIGGER full BEFORE UPDATE OF generation ON document_store_loader
      WHEN EXISTS (SELECT 1 FROM removed_source WHERE owner_id = '${id}') BEGIN SELECT RAISE(ABORT, 'full'); END`);
    try {
      expect(await refresh()).toMatchObject({ outcome: 'failed', message: expect.stringContaining('full') });
      expect(await binned()).toEqual([]);
      expect(Object.keys(await texts(id))).toEqual(['a.txt', 'b.txt']);
    } finally {
      inDatabase('DROP TRIGGER full');
    }
    expect((await refresh())?.outcome).not.toBe('failed');
    expect(await texts(id)).toEqual({ 'a.txt': 'This is a.txt' });
    expect(await binned()).toMatchObject([{ name: 'b.txt', chunks: 1 }]);
  });
});
