import { hash } from 'node:crypto';
import { join } from 'node:path';
import BetterSqlite3 from 'better-sqlite3';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { nodeDefinitions } from '../../shared/nodes/registry.ts';
import { makeApiConfig, makeFlow } from '../helpers/builders/flows.ts';
import { makeTemporaryFolder } from '../helpers/builders/temporary-folder.ts';
import { makeTable } from '../helpers/builders/workbooks.ts';
import { type FakeOpenAI, startFakeOpenAI } from '../helpers/fakes/fake-openai.ts';
import { createApiClient, type UploadedFile } from '../helpers/servers/api-client.ts';
import { setUpDocumentStoreSuite } from '../helpers/servers/document-store-suite.ts';
import { startServerProcess } from '../helpers/servers/server-process.ts';
import { createStoreClient } from '../helpers/servers/store-client.ts';

const suite = setUpDocumentStoreSuite({ dimensions: 8 });

/** A table of these words in each format, a document a row. */
const FORMATS: Readonly<Record<string, (words: readonly string[]) => UploadedFile | Promise<UploadedFile>>> = {
  'JSON Lines': (words) => ({
    name: 'rows.jsonl',
    content: words.map((word) => `${JSON.stringify({ word })}\n`).join(''),
  }),
  CSV: (words) => ({ name: 'rows.csv', content: `word\n${words.map((word) => `${word}\n`).join('')}` }),
  Excel: async (words) => ({ name: 'rows.xlsx', content: await makeTable([['word'], ...words.map((word) => [word])]) }),
};
const WORDS = ['ash', 'bee', 'cod', 'dew', 'elk', 'fir', 'gnu'];

function flowOf(basepath: string) {
  return makeFlow({ basepath, loader: nodeDefinitions.fileLoader, records: { cleanup: 'incremental' } });
}

async function newFlow(): Promise<string> {
  return (await suite.api.createFlow(flowOf(suite.fake.basepath))).id;
}

async function storedIn(id: string): Promise<unknown[]> {
  const { docs } = await suite.api.query(id, { query: 'words', topK: 100 });
  return docs
    .map(({ pageContent, metadata, chunkNo }) => ({ pageContent, metadata, chunkNo }))
    .sort((a, b) => a.chunkNo - b.chunkNo);
}

describe.each(Object.entries(FORMATS))('rows of %s', (_, fileOf) => {
  test('property: taking one out deletes one, and leaves what a fresh import gives', async () => {
    await fc.assert(
      fc.asyncProperty(fc.integer({ min: 2, max: WORDS.length }), fc.nat(), async (count, pick) => {
        const words = WORDS.slice(0, count);
        const left = words.filter((_word, index) => index !== pick % count);
        const id = await newFlow();
        await suite.api.upsert(id, [await fileOf(words)]);
        const result = await suite.api.upsert(id, [await fileOf(left)]);
        expect(result).toMatchObject({ numAdded: 0, numUpdated: 0, numDeleted: 1, numSkipped: count - 1 });
        const fresh = await newFlow();
        await suite.api.upsert(fresh, [await fileOf(left)]);
        expect(await storedIn(id)).toEqual(await storedIn(fresh));
      }),
      { numRuns: 3 },
    );
  });
});

test('a row that only gets another number is brought up to date, and counts as skipped', async () => {
  const id = await newFlow();
  const file = (content: string): UploadedFile => ({ name: 'rows.jsonl', content });
  await suite.api.upsert(id, [file('{"word": "ash"}\n')]);
  const result = await suite.api.upsert(id, [file('\n\n{"word": "ash"}\n')]);
  expect(result).toMatchObject({ numAdded: 0, numUpdated: 0, numDeleted: 0, numSkipped: 1 });
  expect(await storedIn(id)).toMatchObject([{ metadata: { line: 3 } }]);
});

test('metadata of the user is updated, also under the name of a position', async () => {
  const switches = makeApiConfig({ 'File Loader': ['files', 'metadata'] });
  const { id } = await suite.api.createFlow(flowOf(suite.fake.basepath), switches);
  const upsert = (line: string) =>
    suite.api.upsert(id, [{ name: 'rows.csv', content: 'word\nash\n' }], {
      overrideConfig: JSON.stringify({ metadata: { line } }),
    });
  await upsert('mine');
  expect(await upsert('mine')).toMatchObject({ numUpdated: 0, numSkipped: 1 });
  expect(await upsert('yours')).toMatchObject({ numUpdated: 1, numSkipped: 0 });
  expect(await storedIn(id)).toMatchObject([{ metadata: { line: 'yours' } }]);
});

test('rows of a document store are skipped when another one goes', async () => {
  const id = await suite.newStore({ recordManagerConfig: { name: 'SQLiteRecordManager', config: {} } });
  const loader = JSON.stringify({ name: 'fileLoader', config: {} });
  const file = (words: readonly string[]): UploadedFile => ({
    name: 'rows.csv',
    content: `word\n${words.join('\n')}\n`,
  });
  const { docId = '' } = await suite.stores.upsert(id, [file(WORDS)], { loader });
  const again = { loader, docId, replaceExisting: 'true' };
  expect(await suite.stores.upsert(id, [file(WORDS.slice(1))], again)).toMatchObject({
    numAdded: 0,
    numUpdated: 0,
    numDeleted: 1,
    numSkipped: WORDS.length - 1,
  });
  const { docs } = await suite.stores.query(id, { query: 'bee', topK: 100 });
  expect(docs.map(({ metadata }) => metadata.line).sort()).toEqual(WORDS.slice(1).map((_, index) => index + 1));
});

describe('a data folder whose records have the hash of all metadata', () => {
  const folder = makeTemporaryFolder();
  let fake: FakeOpenAI;
  beforeAll(async () => {
    fake = await startFakeOpenAI({ dimensions: 8 });
  });
  afterAll(async () => {
    await fake.close();
    folder.remove();
  });

  /** Makes the records, and the chunks of stores, those that the version before the halves has written. */
  function writeOldHashes(): void {
    const db = new BetterSqlite3(join(folder.path, 'tributary.db'));
    try {
      const rows = db.prepare<[], { uuid: Buffer; metadata: string }>('SELECT uuid, metadata FROM chunk').all();
      const update = db.prepare('UPDATE record SET metadata_hash = ? WHERE chunk_uuid = ?');
      for (const { uuid, metadata } of rows) {
        const { changes } = update.run(hash('sha256', metadata, 'buffer').subarray(0, 16), uuid);
        expect(changes).toBe(1);
      }
      db.prepare('UPDATE document_store_chunk SET keys = substr(keys, 1, 32)').run();
    } finally {
      db.close();
    }
  }

  test('is known: the next runs report all skipped, and then a row that goes moves the others', async () => {
    const file = (words: readonly string[]): UploadedFile => ({
      name: 'rows.csv',
      content: `word\n${words.join('\n')}\n`,
    });
    const fields = { loader: JSON.stringify({ name: 'fileLoader', config: {} }) };
    let server = await startServerProcess({ dataDir: folder.path });
    try {
      const before = createApiClient(server.url);
      const { id } = await before.createFlow(flowOf(fake.basepath));
      await before.upsert(id, [file(WORDS)]);
      const store = await createStoreClient(server.url).create({
        embeddingConfig: { name: 'openAIEmbeddings', config: { basepath: fake.basepath, openAIApiKey: 'sk' } },
        vectorStoreConfig: { name: 'hnsw', config: {} },
      });
      const { docId = '' } = await createStoreClient(server.url).upsert(store.id, [file(WORDS)], fields);
      await server.stop();
      writeOldHashes();

      server = await startServerProcess({ dataDir: folder.path });
      const api = createApiClient(server.url);
      const stores = createStoreClient(server.url);
      const same = { numAdded: 0, numUpdated: 0, numDeleted: 0, numSkipped: WORDS.length };
      expect(await api.upsert(id, [file(WORDS)])).toMatchObject(same);
      expect(await api.upsert(id, [file(WORDS)])).toMatchObject(same);
      const oneLess = { numAdded: 0, numUpdated: 0, numDeleted: 1, numSkipped: WORDS.length - 1 };
      expect(await api.upsert(id, [file(WORDS.slice(1))])).toMatchObject(oneLess);
      const again = { ...fields, docId, replaceExisting: 'true' };
      expect(await stores.upsertJson(store.id)).toMatchObject(same);
      expect(await stores.upsert(store.id, [file(WORDS)], again)).toMatchObject(same);
      expect(await stores.upsert(store.id, [file(WORDS.slice(1))], again)).toMatchObject(oneLess);
    } finally {
      await server.kill();
    }
  }, 60_000);
});
