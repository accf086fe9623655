import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { openReadOnly } from '../../electron/server/storage/database.ts';
import { ContentSourcesSchema, RemovedSourceSchema } from '../../shared/api/contents.ts';
import { StorageSchema } from '../../shared/api/storage.ts';
import { UpsertAcceptedSchema } from '../../shared/api/vector.ts';
import { folderFiles } from '../../shared/nodes/documentloaders/folder-files.ts';
import { makeFlow } from '../helpers/builders/flows.ts';
import { makeTemporaryFolder } from '../helpers/builders/temporary-folder.ts';
import { fields, setUpDocumentStoreSuite } from '../helpers/servers/document-store-suite.ts';

// The folder of originals is damaged here.
const suite = setUpDocumentStoreSuite({}, 'own');
const CONTENT = 'The garden gate is green, and the shed behind the house is red.';
const NOBODY = '00000000-0000-4000-8000-000000000000';

async function newFlow(records?: Readonly<Record<string, unknown>>): Promise<string> {
  const flow = makeFlow({ basepath: suite.fake.basepath, ...(records === undefined ? {} : { records }) });
  return (await suite.api.createFlow(flow)).id;
}

/** Files of all originals, by their path in the folder. */
function storedFiles(): string[] {
  const root = join(suite.server.dataDir, 'originals');
  if (!existsSync(root)) return [];
  return readdirSync(root).flatMap((group) => readdirSync(join(root, group)).map((name) => `${group}/${name}`));
}

function fileOf(content: string): string {
  const hash = createHash('sha256').update(content).digest('hex');
  return `${hash.slice(0, 2)}/${hash}`;
}

const addressOf = (id: string, what: string, source: string) =>
  `/originals/${id}/${what}?source=${encodeURIComponent(source)}`;

function download(id: string, source: string, headers: Record<string, string> = {}): Promise<Response> {
  return fetch(`${suite.server.url}/api/v1${addressOf(id, 'file', source)}`, { headers });
}

describe('the originals of uploads', () => {
  test('are kept by their content, once for all flows, and described', async () => {
    const [first, second] = [await newFlow(), await newFlow({})];
    const content = `${CONTENT} Kept once.`;
    await suite.api.upsert(first, [{ name: 'gate.txt', content }]);
    await suite.api.upsert(second, [{ name: 'other/gate.txt', content }]);
    expect(storedFiles().filter((name) => name === fileOf(content))).toHaveLength(1);
    expect(readFileSync(join(suite.server.dataDir, 'originals', fileOf(content)), 'utf8')).toBe(content);
    expect((await suite.api.get(`/originals/${first}`)).body).toEqual({
      keepsOriginals: true,
      isFixed: false,
      files: 1,
      sizeBytes: content.length,
    });
    expect((await suite.api.get(addressOf(second, 'source', 'other/gate.txt'))).body).toMatchObject({
      place: 'kept',
      kind: 'text',
      sizeBytes: content.length,
      url: null,
    });
    const totals = z.object({ files: z.int(), sizeBytes: z.int() }).parse((await suite.api.get('/originals')).body);
    expect(totals.files).toBe(storedFiles().length);
  });

  test('can be downloaded whole and in part, and never run in a page', async () => {
    const id = await newFlow();
    const name = 'größe "x".html';
    await suite.api.upsert(id, [{ name: 'page.txt', content: CONTENT }]);
    await suite.api.upload(id, [{ name, content: `<script>alert(1)</script>${CONTENT}` }]);
    const whole = await download(id, 'page.txt');
    expect(whole.status).toBe(200);
    expect(await whole.text()).toBe(CONTENT);
    expect(whole.headers.get('content-disposition')).toContain('attachment; filename="page.txt"');
    expect(whole.headers.get('content-security-policy')).toBe("default-src 'none'; sandbox");
    expect(whole.headers.get('x-content-type-options')).toBe('nosniff');
    expect(whole.headers.get('accept-ranges')).toBe('bytes');
    const part = await download(id, 'page.txt', { range: 'bytes=4-9' });
    expect(part.status).toBe(206);
    expect(part.headers.get('content-range')).toBe(`bytes 4-9/${CONTENT.length}`);
    expect(await part.text()).toBe('garden');
    expect(await (await download(id, 'page.txt', { range: 'bytes=-4' })).text()).toBe('red.');
    expect((await download(id, 'page.txt', { range: 'bytes=900-' })).status).toBe(416);
  });

  test('are replaced by another file of the same name', async () => {
    const id = await newFlow({});
    await suite.api.upsert(id, [{ name: 'a.txt', content: `${CONTENT} First.` }]);
    await suite.api.upsert(id, [{ name: 'a.txt', content: `${CONTENT} Second.` }]);
    expect(await (await download(id, 'a.txt')).text()).toBe(`${CONTENT} Second.`);
  });

  test('are not kept by a flow that was told so, and those it has go at once', async () => {
    const id = await newFlow();
    const content = `${CONTENT} Not kept.`;
    await suite.api.upsert(id, [{ name: 'a.txt', content }]);
    expect(storedFiles()).toContain(fileOf(content));
    const off = await suite.api.json('PUT', `/originals/${id}`, { keepsOriginals: false });
    expect(off.body).toEqual({ keepsOriginals: false, isFixed: false, files: 0, sizeBytes: 0 });
    expect(storedFiles()).not.toContain(fileOf(content));
    await suite.api.upsert(id, [{ name: 'b.txt', content }]);
    expect(storedFiles()).not.toContain(fileOf(content));
    expect(await suite.api.get(addressOf(id, 'file', 'b.txt'))).toMatchObject({
      status: 404,
      body: { code: 'ORIGINAL_NOT_FOUND', message: expect.stringContaining('does not keep the originals') },
    });
  });

  test('go with their flow, unless another one has the same', async () => {
    const [first, second] = [await newFlow(), await newFlow()];
    const [own, shared] = [`${CONTENT} Own.`, `${CONTENT} Shared.`];
    await suite.api.upsert(first, [
      { name: 'own.txt', content: own },
      { name: 'shared.txt', content: shared },
    ]);
    await suite.api.upsert(second, [{ name: 'shared.txt', content: shared }]);
    await suite.api.call('DELETE', `/chatflows/${first}`);
    await expect.poll(() => storedFiles().includes(fileOf(own))).toBe(false);
    expect(await (await download(second, 'shared.txt')).text()).toBe(shared);
  });

  test('that are gone from the disk are told as gone', async () => {
    const id = await newFlow();
    const content = `${CONTENT} Gone.`;
    await suite.api.upsert(id, [{ name: 'a.txt', content }]);
    rmSync(join(suite.server.dataDir, 'originals', fileOf(content)));
    expect(await suite.api.get(addressOf(id, 'file', 'a.txt'))).toMatchObject({
      status: 404,
      body: { code: 'ORIGINAL_NOT_FOUND' },
    });
  });

  test('that can not be kept are left out with a notice, and the upsert succeeds', async () => {
    const id = await newFlow();
    const content = `${CONTENT} No room.`;
    const folder = join(suite.server.dataDir, 'originals', fileOf(content).slice(0, 2));
    rmSync(folder, { recursive: true, force: true });
    mkdirSync(join(folder, '..'), { recursive: true });
    writeFileSync(folder, 'a file where the folder has to be');
    expect((await suite.api.upsert(id, [{ name: 'a.txt', content }])).numAdded).toBe(1);
    expect((await suite.api.get('/notices')).body).toMatchObject([{ code: 'ORIGINAL_NOT_KEPT' }]);
    rmSync(folder);
    await suite.api.upsert(id, [{ name: 'a.txt', content }]);
    expect((await suite.api.get('/notices')).body).toEqual([]);
    expect(storedFiles()).toContain(fileOf(content));
  });
});

describe('the originals of what comes back', () => {
  const RunIdSchema = UpsertAcceptedSchema.pick({ runId: true });
  const FULL = { cleanup: 'full' };
  const RECORDS = [['with records', FULL] as const, ['without records', undefined] as const];
  const first = 'The tower has 212 steps.';
  const second = 'A tower with 999 steps.';
  const original = async (id: string) => (await download(id, 'a.txt')).text();

  async function upsert(id: string, content: string, name = 'a.txt'): Promise<string> {
    return RunIdSchema.parse((await suite.api.upload(id, [{ name, content }])).body).runId;
  }
  const undo = async (runId: string) =>
    expect(await suite.api.json('POST', `/runs/${runId}/undo`, {})).toMatchObject({ status: 200 });

  async function remove(id: string): Promise<number> {
    const { sources } = ContentSourcesSchema.parse((await suite.api.get(`/contents/${id}/sources`)).body);
    const path = `/contents/${id}/sources/${sources.find(({ name }) => name === 'a.txt')?.id}`;
    return RemovedSourceSchema.parse((await suite.api.json('DELETE', path, {})).body).id;
  }
  const restore = async (id: string, removed: number) =>
    expect(await suite.api.json('POST', `/contents/${id}/removed/${removed}/restore`, {})).toMatchObject({
      status: 200,
    });

  /** Deletes what nothing needs; what it takes to undo runs stays. */
  async function prune(): Promise<void> {
    await suite.api.call('DELETE', `/chatflows/${await newFlow()}`);
    const db = openReadOnly(join(suite.server.dataDir, 'tributary.db'));
    const waiting = db.prepare<[], number>('SELECT count(*) FROM deletion').pluck();
    await expect.poll(() => waiting.get()).toBe(0);
    db.close();
  }
  /** The same, with what it takes to undo runs. */
  async function release(): Promise<void> {
    await suite.api.json('POST', '/storage/clean-up', { part: 'vectors' });
    await expect
      .poll(async () => StorageSchema.parse((await suite.api.get('/storage')).body).cleaning, { timeout: 30_000 })
      .toBeNull();
  }

  test.each(RECORDS)('are those of before an undone run, %s', async (kind, records) => {
    const other = `${second} ${kind}`;
    const id = await newFlow(records);
    const found = async (text: string) =>
      (await suite.api.json('POST', `/originals/${id}/passage`, { source: 'a.txt', text, metadata: {} })).body;
    await upsert(id, first);
    const then = await found(first);
    expect(then).toMatchObject({ found: 'whole' });
    const run = await upsert(id, other);
    await prune();
    await undo(run);
    expect(await original(id)).toBe(first);
    expect(await found(first)).toEqual(then);
    await prune();
    expect(storedFiles()).not.toContain(fileOf(other));
    await upsert(id, other);
    expect(await original(id)).toBe(other);
  });

  test('are gone after the undoing of the run that stored the first one of its source', async () => {
    const id = await newFlow(FULL);
    await suite.api.json('PUT', `/originals/${id}`, { keepsOriginals: false });
    await upsert(id, first);
    await suite.api.json('PUT', `/originals/${id}`, { keepsOriginals: true });
    await undo(await upsert(id, second));
    expect((await download(id, 'a.txt')).status).toBe(404);
  });

  test('are those of files that a full cleanup deleted, and go with them when it can not be undone any more', async () => {
    const id = await newFlow(FULL);
    const [content, other] = [`${first} Cleaned up.`, `${second} In its place.`];
    await upsert(id, content);
    const run = await upsert(id, other, 'b.txt');
    await prune();
    await undo(run);
    expect(await original(id)).toBe(content);
    expect((await download(id, 'b.txt')).status).toBe(404);
    await upsert(id, other, 'b.txt');
    await release();
    expect(storedFiles()).not.toContain(fileOf(content));
    expect((await download(id, 'a.txt')).status).toBe(404);
  });

  test('are those of a source in the bin, whose name was upserted again and undone', async () => {
    const id = await newFlow(FULL);
    await upsert(id, first);
    const removed = await remove(id);
    await undo(await upsert(id, second));
    await restore(id, removed);
    expect(await original(id)).toBe(first);
  });

  test.each(RECORDS)('are those of each of two sources of one name in the bin, %s', async (_, records) => {
    const id = await newFlow(records);
    await upsert(id, first);
    const one = await remove(id);
    await upsert(id, second);
    const other = await remove(id);
    await release();
    await restore(id, one);
    expect(await original(id)).toBe(first);
    await remove(id);
    await restore(id, other);
    expect(await original(id)).toBe(second);
  });

  test('go when neither a run that can be undone nor the bin has them', async () => {
    const id = await newFlow(FULL);
    const [binned, replaced, last] = [`${first} Binned.`, `${first} Replaced.`, `${first} Last.`];
    const isStored = (content: string) => storedFiles().includes(fileOf(content));
    await upsert(id, binned);
    const removed = await remove(id);
    await upsert(id, replaced);
    await upsert(id, last);
    await prune();
    expect([binned, replaced, last].map(isStored)).toEqual([true, true, true]);
    await release();
    expect([binned, replaced, last].map(isStored)).toEqual([true, false, true]);
    await suite.api.call('DELETE', `/contents/${id}/removed/${removed}`);
    await prune();
    expect(isStored(binned)).toBe(false);
    expect(await original(id)).toBe(last);
  });

  test('of earlier runs go with those that a flow has when it is to keep none', async () => {
    const id = await newFlow(FULL);
    const [before, now] = [`${first} Off.`, `${second} Off.`];
    await upsert(id, before);
    await upsert(id, now);
    expect(storedFiles()).toContain(fileOf(before));
    await suite.api.json('PUT', `/originals/${id}`, { keepsOriginals: false });
    expect(storedFiles()).not.toContain(fileOf(before));
    expect(storedFiles()).not.toContain(fileOf(now));
  });
});

describe('the originals of a document store', () => {
  test('are the files that its loaders keep', async () => {
    const id = await suite.newStore();
    await suite.stores.upsert(id, [{ name: 'fence.txt', content: CONTENT }], fields);
    expect((await suite.api.get(`/originals/${id}`)).body).toEqual({
      keepsOriginals: true,
      isFixed: true,
      files: 1,
      sizeBytes: CONTENT.length,
    });
    expect(await (await download(id, 'fence.txt')).text()).toBe(CONTENT);
    expect(await suite.api.json('PUT', `/originals/${id}`, { keepsOriginals: false })).toMatchObject({ status: 400 });
  });
});

describe('the originals of a folder', () => {
  test('are read where they lie, but nothing else', async () => {
    const folder = makeTemporaryFolder();
    mkdirSync(join(folder.path, 'docs/deep'), { recursive: true });
    writeFileSync(join(folder.path, 'docs/deep/rules.md'), '# Rules');
    writeFileSync(join(folder.path, 'docs/.hidden.md'), 'hidden');
    writeFileSync(join(folder.path, 'secret.md'), 'secret');
    symlinkSync(join(folder.path, 'secret.md'), join(folder.path, 'docs/link.md'));
    const flow = makeFlow({
      basepath: suite.fake.basepath,
      loader: folderFiles,
      loaderInputs: { folderPath: join(folder.path, 'docs'), recursive: true },
    });
    const { id } = await suite.api.createFlow(flow);
    expect((await suite.api.get(addressOf(id, 'source', 'deep/rules.md'))).body).toMatchObject({
      place: 'folder',
      kind: 'markdown',
      message: expect.stringContaining('rules.md'),
      path: join(folder.path, 'docs', 'deep', 'rules.md'),
    });
    expect(await (await download(id, 'deep/rules.md')).text()).toBe('# Rules');
    for (const source of ['../secret.md', '.hidden.md', 'link.md', join(folder.path, 'secret.md'), 'deep', 'no.md']) {
      expect((await download(id, source)).status, source).toBe(404);
    }
    folder.remove();
  });
});

describe('originals elsewhere', () => {
  test('of the web are named with their address', async () => {
    const id = await newFlow();
    expect((await suite.api.get(addressOf(id, 'source', 'https://example.org/a'))).body).toMatchObject({
      place: 'web',
      url: 'https://example.org/a',
    });
    expect((await suite.api.get(addressOf(id, 'source', 'notes.txt'))).body).toMatchObject({ place: 'none' });
    expect(await suite.api.get(`/originals/${NOBODY}`)).toMatchObject({ status: 404 });
  });

  test('of a flow that is bound to a key need that key', async () => {
    const { apiKey, id: keyId } = z
      .object({ apiKey: z.string(), id: z.string() })
      .parse((await suite.api.json('POST', '/apikey', { keyName: 'For originals' })).body);
    const id = await newFlow();
    await suite.api.upsert(id, [{ name: 'a.txt', content: CONTENT }]);
    await suite.api.json('PUT', `/chatflows/${id}`, { apikeyid: keyId });
    expect((await download(id, 'a.txt')).status).toBe(401);
    expect((await download(id, 'a.txt', { authorization: `Bearer ${apiKey}` })).status).toBe(200);
  });
});
