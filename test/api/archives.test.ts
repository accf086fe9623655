import { unzipSync, zipSync } from 'fflate';
import { expect, test } from 'vitest';
import { type ImportedFlowArchive, ImportedFlowSchema } from '../../shared/api/archives.ts';
import { VectorQueryResultSchema } from '../../shared/api/vector.ts';
import { makeFlow } from '../helpers/builders/flows.ts';
import { setUpApiSuite } from '../helpers/servers/api-suite.ts';

const suite = setUpApiSuite();

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

async function importArchive(bytes: Uint8Array<ArrayBuffer>, name = '') {
  const form = new FormData();
  form.append('name', name);
  form.append('files', new Blob([bytes]), 'pond.zip');
  return await suite.api.call('POST', '/archives', { body: form });
}

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
  expect(name).toBe('Test flow 2');
  expect(suite.fake.texts).toBe(texts);
  const again = await suite.api.upsert(chatflowId, [FILE]);
  expect(again).toMatchObject({ numAdded: 0, numUpdated: 0, numDeleted: 0, numSkipped: 600 });
  expect(suite.fake.texts).toBe(texts);
  const { body: after } = await suite.api.json('POST', `/vector/query/${chatflowId}`, QUESTION);
  const contentsOf = (body: unknown) => VectorQueryResultSchema.parse(body).docs.map(({ pageContent }) => pageContent);
  expect(contentsOf(before)).not.toEqual([]);
  expect(contentsOf(after)).toEqual(contentsOf(before));
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

test('a flow that stores elsewhere or nowhere is not exported with its contents, nor is one that is not there', async () => {
  const nowhere = await suite.api.createFlow({ nodes: [], edges: [] });
  expect((await suite.api.get(`/archives/${nowhere.id}`)).body).toMatchObject({ code: 'NOT_EXPORTABLE' });
  expect((await suite.api.get('/archives/nobody')).body).toMatchObject({ code: 'CHATFLOW_NOT_FOUND' });
  expect((await suite.api.json('POST', '/archives', {})).body).toMatchObject({ code: 'NO_FILES' });
});
