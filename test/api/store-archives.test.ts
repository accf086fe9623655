import { createHash } from 'node:crypto';
import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { unzipSync, type Zippable, zipSync } from 'fflate';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { type ImportedStoreArchive, ImportedStoreSchema } from '../../shared/api/archives.ts';
import { openQdrant } from '../helpers/builders/qdrant-store.ts';
import { startFakeQdrant } from '../helpers/fakes/fake-qdrant.ts';
import { never } from '../helpers/fakes/fake-qdrants.ts';
import { fields, paragraphs, setUpDocumentStoreSuite } from '../helpers/servers/document-store-suite.ts';
import { createStoreClient, type StoreClient } from '../helpers/servers/store-client.ts';
import { startTestServer, type TestServer } from '../helpers/servers/test-server.ts';

const suite = setUpDocumentStoreSuite();
const CHUNKS = 300;
const TEXT = paragraphs(CHUNKS);
const QUESTION = { query: paragraphs(1, 'Paragraph'), topK: 5 };

let elsewhere: TestServer;
let there: StoreClient;

beforeAll(async () => {
  elsewhere = await startTestServer();
  there = createStoreClient(elsewhere.url);
});
afterAll(() => elsewhere.close());

/** A store in the vector store. @param key undefined: its model needs none */
async function makeStore(key?: string): Promise<string> {
  const embedding = { basepath: suite.fake.basepath, ...(key === undefined ? {} : { openAIApiKey: key }) };
  const id = await suite.newStore({ embeddingConfig: { name: 'openAIEmbeddings', config: embedding } });
  const { numAdded } = await suite.stores.upsert(id, [{ name: 'ponds/pond.txt', content: TEXT }], fields);
  expect(numAdded).toBe(CHUNKS);
  return id;
}

async function exported(id: string): Promise<Uint8Array<ArrayBuffer>> {
  const response = await fetch(`${suite.server.url}/api/v1/archives/${id}`);
  expect(response.status).toBe(200);
  return new Uint8Array(await response.arrayBuffer());
}

async function send(bytes: Uint8Array<ArrayBuffer>): Promise<{ readonly status: number; readonly body: unknown }> {
  const body = new FormData();
  body.append('files', new Blob([bytes]), 'store.zip');
  const response = await fetch(`${elsewhere.url}/api/v1/archives`, { method: 'POST', body });
  return { status: response.status, body: await response.json() };
}

async function imported(bytes: Uint8Array<ArrayBuffer>): Promise<ImportedStoreArchive> {
  return ImportedStoreSchema.parse((await send(bytes)).body);
}

const passages = async (client: StoreClient, id: string) =>
  (await client.query(id, QUESTION)).docs.map(({ pageContent }) => pageContent);

async function ended(runId: string): Promise<string> {
  await expect
    .poll(async () => (await there.run(runId)).finishedDate, { timeout: 20_000, interval: 50 })
    .not.toBeNull();
  return (await there.run(runId)).status;
}

test('a store is imported into another data folder with its chunks and files, and answers without embedding them again', async () => {
  const id = await makeStore();
  const before = await passages(suite.stores, id);
  const archive = await exported(id);
  const { texts } = suite.fake;
  const { storeId, name, chunks, files, needs, runId } = await imported(archive);
  expect({ name, chunks, files, needs }).toEqual({ name: 'Test store', chunks: CHUNKS, files: 1, needs: [] });
  expect(await ended(runId ?? '')).toBe('FINISHED');
  expect(suite.fake.texts).toBe(texts);
  expect(await passages(there, storeId)).toEqual(before);

  const { loaders, status } = await there.store(storeId);
  expect(status).toBe('UPSERTED');
  const [loader] = loaders;
  expect(loader).toMatchObject({ totalChunks: CHUNKS, files: [{ name: 'ponds/pond.txt', size: TEXT.length }] });
  const asked = suite.fake.texts;
  // It is loaded from the file that came along.
  const again = await there.upsertJson(storeId, { docId: loader?.id, replaceExisting: true });
  expect(again).toMatchObject({ numAdded: 0, numDeleted: 0, numSkipped: CHUNKS });
  expect(suite.fake.texts).toBe(asked);
  expect(ImportedStoreSchema.parse((await send(archive)).body).name).toBe('Test store 2');
});

test('a store whose model needs a key says so, and embeds nothing when it has one', async () => {
  const id = await makeStore('sk-very-secret');
  const archive = await exported(id);
  expect(Buffer.from(unzipSync(archive)['store.json'] ?? []).toString()).not.toContain('sk-very-secret');
  const { storeId, needs, runId } = await imported(archive);
  expect({ needs, runId }).toEqual({
    needs: [{ part: 'embedding', node: expect.stringContaining('OpenAI'), credential: null }],
    runId: null,
  });
  expect((await there.store(storeId)).totalChunks).toBe(CHUNKS);
  const { texts } = suite.fake;
  const embeddingConfig = { config: { openAIApiKey: 'sk-other' } };
  expect((await there.json('PUT', `/store/${storeId}`, { embeddingConfig })).status).toBe(200);
  expect(await there.upsertJson(storeId)).toMatchObject({ numAdded: CHUNKS, numDeleted: 0 });
  expect(suite.fake.texts).toBe(texts);
});

test('the vectors of a remote vector store go along, and the imported store has a collection of its own there', async () => {
  const qdrant = await startFakeQdrant();
  onTestFinished(() => qdrant.close());
  const id = await suite.newStore({
    embeddingConfig: { name: 'openAIEmbeddings', config: { basepath: suite.fake.basepath } },
    vectorStoreConfig: { name: 'qdrant', config: { qdrantServerUrl: qdrant.url, qdrantCollection: 'ponds' } },
  });
  const text = paragraphs(CHUNKS, 'Remote');
  expect((await suite.stores.upsert(id, [{ name: 'pond.txt', content: text }], fields)).numAdded).toBe(CHUNKS);
  // As after 30 days.
  const db = new Database(join(suite.server.dataDir, 'tributary.db'));
  db.prepare('DELETE FROM embedding_outside').run();
  db.prepare('DELETE FROM embedding WHERE id NOT IN (SELECT embedding_id FROM chunk)').run();
  db.close();
  const { storeId, runId } = await imported(await exported(id));
  // Nothing is sent to an address in a file before somebody asks for it.
  expect(runId).toBeNull();
  const { texts } = suite.fake;
  expect(await there.upsertJson(storeId)).toMatchObject({ numAdded: CHUNKS });
  expect(suite.fake.texts).toBe(texts);
  const { vectorStoreConfig } = await there.store(storeId);
  expect(vectorStoreConfig?.config.qdrantCollection).toMatch(/-[0-9a-f]{8}$/);
  expect(await openQdrant({ url: qdrant.url, collection: 'ponds' }).count(never)).toBe(CHUNKS);
});

test('an archive of a store that is damaged, cut off or made to do harm is refused, and leaves nothing', async () => {
  const archive = await exported(await makeStore());
  const parts = unzipSync(archive);
  const manifest = JSON.parse(Buffer.from(parts['manifest.json'] ?? []).toString());
  const stored = (some: Record<string, Uint8Array>): Zippable =>
    Object.fromEntries(Object.entries(some).map(([name, bytes]) => [name, [bytes, { level: 0 }]]));
  const zip = (some: Record<string, Uint8Array>) => new Uint8Array(zipSync(stored(some)));
  const flip = (name: string) => zip({ ...parts, [name]: (parts[name] ?? new Uint8Array()).with(9, 1) });
  /** With other parts, of which the manifest knows. */
  const rewrite = async (changed: Record<string, string | Buffer>) => {
    const texts = Object.entries(changed).map(([name, text]) => [name, Buffer.from(text as string)] as const);
    const sums = await Promise.all(
      texts.map(async ([name, bytes]) => {
        const sha256 = Buffer.from(await crypto.subtle.digest('SHA-256', bytes)).toString('hex');
        return [name, { sizeBytes: bytes.length, sha256 }] as const;
      }),
    );
    const said = { ...manifest, parts: { ...manifest.parts, ...Object.fromEntries(sums) } };
    return zip({ ...parts, ...Object.fromEntries(texts), 'manifest.json': Buffer.from(JSON.stringify(said)) });
  };
  const text = (name: string) => Buffer.from(parts[name] ?? []).toString();
  const [line = ''] = text('chunks.jsonl').split('\n');
  const storeFile = JSON.parse(text('store.json'));
  const twice = { ...storeFile, loaders: [...storeFile.loaders, ...storeFile.loaders] };
  const vectors = Buffer.from(parts['vectors.f32'] ?? []);
  /** Of a text that somebody else may have. */
  const planted = Buffer.from(vectors);
  createHash('sha256').update('a text that is in no chunk').digest().copy(planted, 0, 0, 16);
  const [loader] = storeFile.loaders;
  const many = { ...storeFile, loaders: Array.from({ length: 20_000 }, () => ({ ...loader, files: [] })) };
  const { 'files/0': _, ...fewer } = parts;
  const storesBefore = (await there.get('/store')).body;
  const folder = join(elsewhere.dataDir, 'stores');
  const filesBefore = existsSync(folder) ? readdirSync(folder) : [];

  const bad: [Uint8Array<ArrayBuffer>, string][] = [
    [flip('files/0'), 'files/0 is damaged'],
    [flip('store.json'), 'store.json is damaged'],
    [zip(fewer), 'files/0 is missing'],
    [zip({ ...parts, 'files/1': Buffer.from('more') }), 'parts that do not belong'],
    [zip({ ...parts, '../evil.txt': Buffer.from('more') }), 'not an archive of Tributary'],
    [new Uint8Array(zipSync(parts)), 'files/0 is packed'],
    [archive.slice(0, archive.length / 2), 'not an archive of Tributary'],
    [await rewrite({ 'chunks.jsonl': `${line}\n${line}\n` }), 'not in their order'],
    [await rewrite({ 'chunks.jsonl': `${line}\n` }), 'it has 1 of 300 chunks'],
    [await rewrite({ 'chunks.jsonl': `${line.replace('"loader":0', '"loader":7')}\n` }), 'of no loader'],
    [await rewrite({ 'vectors.f32': 'x'.repeat(100) }), 'a vector is cut off'],
    [await rewrite({ 'store.json': JSON.stringify(twice) }), 'a file is named twice'],
    [await rewrite({ 'vectors.f32': planted }), 'it has vectors of no chunk'],
    [await rewrite({ 'vectors.f32': Buffer.concat([vectors, vectors]) }), 'it has more vectors than chunks'],
    [await rewrite({ 'store.json': JSON.stringify(many) }), 'store.json is not as it should be'],
    [await rewrite({ 'store.json': '{}' }), 'store.json is not as it should be'],
  ];
  for (const [bytes, reason] of bad) {
    const { body } = await send(bytes);
    expect(body, reason).toMatchObject({ code: 'FILE_CORRUPT', message: expect.stringContaining(reason) });
  }
  expect((await there.get('/store')).body).toEqual(storesBefore);
  await expect.poll(() => (existsSync(folder) ? readdirSync(folder) : [])).toEqual(filesBefore);
});
