import { createHash } from 'node:crypto';
import { existsSync, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { unzipSync, zipSync } from 'fflate';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { z } from 'zod';
import { type ImportedFlowArchive, ImportedFlowSchema } from '../../shared/api/archives.ts';
import { ContentSourcesSchema } from '../../shared/api/contents.ts';
import { VectorQueryResultSchema } from '../../shared/api/vector.ts';
import { nodeDefinitions } from '../../shared/nodes/registry.ts';
import { rewriteArchive, sendArchive, textOf } from '../helpers/builders/archives.ts';
import { makeFlow } from '../helpers/builders/flows.ts';
import { type ApiClient, createApiClient } from '../helpers/servers/api-client.ts';
import { setUpApiSuite } from '../helpers/servers/api-suite.ts';
import { startTestServer, type TestServer } from '../helpers/servers/test-server.ts';

const suite = setUpApiSuite();

/** With another data folder. */
let elsewhere: TestServer;
let there: ApiClient;

beforeAll(async () => {
  elsewhere = await startTestServer();
  there = createApiClient(elsewhere.url);
});
afterAll(() => elsewhere.close());

const TEXT = Array.from({ length: 600 }, (_, row) => `Row ${row}: what was said about the pond and its frogs.`).join(
  '\n\n',
);
const FILE = { name: 'pond.txt', content: TEXT };

const flowOf = (store: Parameters<typeof makeFlow>[0] = {}) =>
  makeFlow({
    basepath: suite.fake.basepath,
    splitter: { chunkSize: 80, chunkOverlap: 0 },
    records: { cleanup: 'full' },
    ...store,
  });

async function makeFilled(): Promise<string> {
  const { id } = await suite.api.createFlow(flowOf());
  expect((await suite.api.upsert(id, [FILE])).numAdded).toBe(600);
  return id;
}

async function exportFlow(id: string): Promise<Uint8Array<ArrayBuffer>> {
  const response = await fetch(`${suite.server.url}/api/v1/archives/${id}`);
  expect(response.status).toBe(200);
  expect(response.headers.get('content-type')).toBe('application/zip');
  return new Uint8Array(await response.arrayBuffer());
}

const importArchive = (bytes: Uint8Array<ArrayBuffer>, api: ApiClient = suite.api, name = '') =>
  sendArchive(api, bytes, name);

async function imported(bytes: Uint8Array<ArrayBuffer>): Promise<ImportedFlowArchive> {
  const answer = await importArchive(bytes);
  expect(answer.body).toMatchObject({ chunks: 600 });
  return ImportedFlowSchema.parse(answer.body);
}

const QUESTION = { query: 'Row 17: what was said about the pond and its frogs.' };

test('a flow is exported and imported with its chunks, and nothing is embedded again', async () => {
  const id = await makeFilled();
  const archive = await exportFlow(id);
  const { body: before } = await suite.api.json('POST', `/vector/query/${id}`, QUESTION);
  const { texts } = suite.fake;
  const { chatflowId, name, sources } = await imported(archive);
  expect(sources).toBe(1);
  // Other files of the worker have flows of that name, too.
  expect(name).toMatch(/^Test flow \d+$/);
  expect(suite.fake.texts).toBe(texts);
  const again = await suite.api.upsert(chatflowId, [FILE]);
  expect(again).toMatchObject({ numAdded: 0, numUpdated: 0, numDeleted: 0, numSkipped: 600 });
  expect(suite.fake.texts).toBe(texts);
  const { body: after } = await suite.api.json('POST', `/vector/query/${chatflowId}`, QUESTION);
  const contentsOf = (body: unknown) => VectorQueryResultSchema.parse(body).docs.map(({ pageContent }) => pageContent);
  expect(contentsOf(before)).not.toEqual([]);
  expect(contentsOf(after)).toEqual(contentsOf(before));
});

test('chunks without a record come without one, and a record without its chunk does not come', async () => {
  const parts = unzipSync(await exportFlow(await makeFilled()));
  const records = textOf(parts['records.jsonl']).trimEnd().split('\n');
  const lost = { ...JSON.parse(records[0] ?? ''), source: 'lost.txt', key: '0'.repeat(32), chunk: 'nowhere' };
  const changed = [...records.slice(10), JSON.stringify(lost)].map((line) => `${line}\n`).join('');
  const { chatflowId, sources } = await imported(rewriteArchive(parts, { 'records.jsonl': changed }));
  expect(sources).toBe(1);
  // What has no record is nobody's to delete, and is not known again.
  const again = await suite.api.upsert(chatflowId, [FILE]);
  expect(again).toMatchObject({ numAdded: 10, numDeleted: 0, numSkipped: 590 });
});

test('vectors come from the archive where the text was never embedded here, and are gone with the flow', async () => {
  const id = await makeFilled();
  const archive = await exportFlow(id);
  await suite.api.call('DELETE', `/chatflows/${id}`);
  const { texts } = suite.fake;
  const { chatflowId } = await imported(archive);
  expect((await suite.api.upsert(chatflowId, [FILE])).numSkipped).toBe(600);
  expect(suite.fake.texts).toBe(texts);
  expect((await suite.api.call('DELETE', `/chatflows/${chatflowId}`)).status).toBe(200);
});

test('what is brought to another vector store is not embedded again', async () => {
  const id = await makeFilled();
  const { texts } = suite.fake;
  const moved = flowOf({ store: { collection: 'another-place' }, records: { cleanup: 'full', namespace: 'moved' } });
  const saved = await suite.api.json('PUT', `/chatflows/${id}`, { flowData: JSON.stringify(moved) });
  expect(saved.status).toBe(200);
  expect((await suite.api.upsert(id, [FILE])).numAdded).toBe(600);
  expect(suite.fake.texts).toBe(texts);
});

test('an archive that is damaged, cut off or none at all is refused, and leaves nothing', async () => {
  const id = await makeFilled();
  const archive = await exportFlow(id);
  const count = async () => ((await suite.api.get('/chatflows')).body as unknown[]).length;
  const before = await count();
  const parts = unzipSync(archive);
  const change = (name: string, edit: (bytes: Uint8Array) => Uint8Array) =>
    new Uint8Array(zipSync({ ...parts, [name]: edit(parts[name] ?? new Uint8Array()) }));
  const flipped = change('vectors.f32', (bytes) => bytes.with(1000, (bytes[1000] ?? 0) ^ 1));
  const shorter = change('chunks.jsonl', (bytes) => bytes.subarray(0, bytes.length - 50));
  const { 'records.jsonl': _, ...fewer } = parts;
  const bad: [Uint8Array<ArrayBuffer>, string][] = [
    [flipped, 'vectors.f32 is damaged'],
    [shorter, 'chunks.jsonl is damaged'],
    [new Uint8Array(zipSync(fewer)), 'records.jsonl is missing'],
    [archive.slice(0, archive.length / 2), 'it is not an archive of Tributary'],
    [new Uint8Array(Buffer.from('no archive')), 'it is not an archive of Tributary'],
  ];
  for (const [bytes, reason] of bad) {
    const answer = await importArchive(bytes);
    expect(answer.body).toMatchObject({ code: 'FILE_CORRUPT', message: expect.stringContaining(reason) });
  }
  expect(await count()).toBe(before);
});

const uploads = [
  { name: 'ponds/pond.txt', content: 'The pond is deep, and it has frogs.' },
  { name: 'ponds/copy.txt', content: 'The pond is deep, and it has frogs.' },
  { name: 'gärten/gate.txt', content: 'The garden gate is green.' },
  { name: 'gone.txt', content: 'This one is lost from the disk.' },
  { name: 'removed.txt', content: 'This one is in the bin.' },
];
const [pond, copy, gate] = uploads as [FileOf, FileOf, FileOf];
type FileOf = (typeof uploads)[number];

const hashOf = (content: string | Uint8Array) => createHash('sha256').update(content).digest('hex');

/** Files of all originals of a data folder, by their hash. */
function keptIn({ dataDir }: TestServer): string[] {
  const root = join(dataDir, 'originals');
  return existsSync(root) ? readdirSync(root).flatMap((group) => readdirSync(join(root, group))) : [];
}

const original = (server: TestServer, id: string, source: string) =>
  fetch(`${server.url}/api/v1/originals/${id}/file?source=${encodeURIComponent(source)}`);

/** Of a flow with uploads, of which one is gone from the disk and one is in the bin. */
async function exportUploads(): Promise<Uint8Array<ArrayBuffer>> {
  const { id } = await suite.api.createFlow(flowOf());
  await suite.api.upsert(id, uploads);
  const hash = hashOf('This one is lost from the disk.');
  rmSync(join(suite.server.dataDir, 'originals', hash.slice(0, 2), hash));
  const { sources } = ContentSourcesSchema.parse((await suite.api.get(`/contents/${id}/sources`)).body);
  const removed = sources.find(({ name }) => name === 'removed.txt');
  expect((await suite.api.json('DELETE', `/contents/${id}/sources/${removed?.id}`, {})).status).toBe(200);
  return await exportFlow(id);
}

test('the originals of uploads come along, each content once, and go with the imported flow', async () => {
  const archive = await exportUploads();
  const parts = unzipSync(archive);
  expect(Object.keys(parts).filter((name) => name.startsWith('files/'))).toEqual(['files/0', 'files/1']);
  const { chatflowId } = ImportedFlowSchema.parse((await importArchive(archive, there)).body);
  for (const { name, content } of [pond, copy, gate]) {
    expect(await (await original(elsewhere, chatflowId, name)).text(), name).toBe(content);
  }
  for (const name of ['gone.txt', 'removed.txt']) {
    expect((await original(elsewhere, chatflowId, name)).status, name).toBe(404);
  }
  expect((await there.get(`/originals/${chatflowId}`)).body).toMatchObject({ keepsOriginals: true, files: 2 });
  expect(keptIn(elsewhere).toSorted()).toEqual([pond, gate].map(({ content }) => hashOf(content)).toSorted());
  // Pruning takes originals whose chunks are gone: it must not take these.
  await there.json('POST', '/storage/clean-up', { part: 'vectors' });
  expect(await (await original(elsewhere, chatflowId, copy.name)).text()).toBe(copy.content);
  await there.call('DELETE', `/chatflows/${chatflowId}`);
  await expect.poll(() => keptIn(elsewhere)).toEqual([]);
});

test('the archive of a flow that is bound to a key needs that key', async () => {
  const { id } = await suite.api.createFlow(flowOf());
  const { apiKey, id: keyId } = z
    .object({ apiKey: z.string(), id: z.string() })
    .parse((await suite.api.json('POST', '/apikey', { keyName: 'For archives' })).body);
  await suite.api.json('PUT', `/chatflows/${id}`, { apikeyid: keyId });
  expect(await suite.api.get(`/archives/${id}`)).toMatchObject({ status: 401, body: { code: 'UNAUTHORIZED' } });
  const headers = { authorization: `Bearer ${apiKey}` };
  expect((await suite.api.call('GET', `/archives/${id}`, { headers })).status).toBe(200);
});

test('an archive of a flow without originals, as they were before, is imported', async () => {
  const parts = unzipSync(await exportUploads());
  const none = Object.fromEntries(
    Object.keys(parts)
      .filter((name) => name === 'originals.jsonl' || name.startsWith('files/'))
      .map((name) => [name, undefined]),
  );
  const { body } = await importArchive(rewriteArchive(parts, none), there);
  const { chatflowId } = ImportedFlowSchema.parse(body);
  expect(body).toMatchObject({ chunks: 4, sources: 4 });
  expect((await original(elsewhere, chatflowId, pond.name)).status).toBe(404);
});

test('originals that are damaged, missing or made to do harm are refused, and nothing is left', async () => {
  const archive = await exportUploads();
  const parts = unzipSync(archive);
  const flowsBefore = (await there.get('/chatflows')).body;
  const keptBefore = keptIn(elsewhere);
  const text = textOf(parts['originals.jsonl']);
  const [line = ''] = text.split('\n');
  const withLoader = (loader: object) => `${text}${JSON.stringify({ ...JSON.parse(line), source: 'x', loader })}\n`;
  const { 'files/1': _, ...fewer } = parts;
  const flip = { ...parts, 'files/0': (parts['files/0'] ?? new Uint8Array()).with(9, 1) };
  const originals = (lines: string) => rewriteArchive(parts, { 'originals.jsonl': lines });
  const bad: [Uint8Array<ArrayBuffer>, string][] = [
    [rewriteArchive(flip, {}), 'files/0 is damaged'],
    [rewriteArchive(fewer, {}), 'files/1 is missing'],
    [rewriteArchive({ ...parts, 'files/2': Buffer.from('more') }, {}), 'parts that do not belong'],
    [rewriteArchive(parts, { 'files/2': 'more' }), 'a file is of no source'],
    [rewriteArchive(parts, { 'originals.jsonl': undefined }), 'parts that do not belong'],
    [new Uint8Array(zipSync(parts)), 'is packed'],
    [originals(`${text}${line}\n`), 'an original is named twice'],
    [
      originals(`${text}${line.replace(/files\/\d/, 'files/7')}\n`.replace('"source":"', '"source":"x')),
      'files/7 is missing',
    ],
    [originals(`${text}{}\n`), 'an original is not as it should be'],
    [originals(`${line.replace(/files\/\d/, '../evil')}\n`), 'an original is not as it should be'],
    [originals(withLoader({ name: 'nobody', params: {} })), 'no loader of uploads'],
    [originals(withLoader({ name: 'folderFiles', params: { folderPath: '/' } })), 'no loader of uploads'],
    [originals(withLoader({ name: 'csvFile', params: { columnName: 7 } })), 'the loader of an original'],
  ];
  for (const [bytes, reason] of bad) {
    const { body } = await importArchive(bytes, there);
    expect(body, reason).toMatchObject({ code: 'FILE_CORRUPT', message: expect.stringContaining(reason) });
  }
  expect((await there.get('/chatflows')).body).toEqual(flowsBefore);
  await expect.poll(() => keptIn(elsewhere)).toEqual(keptBefore);
});

test('a flow that stores elsewhere or nowhere is not exported with its contents, nor is one that is not there', async () => {
  const nowhere = await suite.api.createFlow({ nodes: [], edges: [] });
  expect((await suite.api.get(`/archives/${nowhere.id}`)).body).toMatchObject({ code: 'NOT_EXPORTABLE' });
  const inMemory = await suite.api.createFlow(makeFlow({ storeNode: nodeDefinitions.memoryVectorStore, records: {} }));
  expect((await suite.api.get(`/archives/${inMemory.id}`)).body).toMatchObject({ code: 'NOT_EXPORTABLE' });
  expect((await suite.api.get('/archives/nobody')).body).toMatchObject({ code: 'CHATFLOW_NOT_FOUND' });
  expect((await suite.api.json('POST', '/archives', {})).body).toMatchObject({ code: 'NO_FILES' });
});
