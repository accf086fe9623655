import { existsSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test, vi } from 'vitest';
import { BackupInfoSchema, BackupListSchema } from '../../shared/api/backups.ts';
import { ContentEditsSchema } from '../../shared/api/content-edits.ts';
import {
  ContentChangeSchema,
  ContentChunksSchema,
  ContentSourcesSchema,
  RemovedSourceSchema,
} from '../../shared/api/contents.ts';
import { ServerSettingsSchema } from '../../shared/api/server-settings.ts';
import { type CleanablePart, type Storage, StorageSchema } from '../../shared/api/storage.ts';
import { makeFlow } from '../helpers/builders/flows.ts';
import { startFakeOpenAI } from '../helpers/fakes/fake-openai.ts';
import { setUpApiSuite } from '../helpers/servers/api-suite.ts';
import { paragraphs } from '../helpers/servers/document-store-suite.ts';

const suite = setUpApiSuite({}, 'own');

async function look(query = ''): Promise<Storage> {
  return StorageSchema.parse((await suite.api.get(`/storage${query}`)).body);
}

/** The picture once it was measured and nothing is under way. */
async function settled(query = ''): Promise<Storage> {
  await look(query);
  return await vi.waitFor(
    async () => {
      const storage = await look();
      expect(storage).toMatchObject({ isMeasuring: false, cleaning: null });
      return storage;
    },
    { timeout: 20_000 },
  );
}

function bytesOf({ parts }: Storage, name: string): number {
  return parts.find((part) => part.name === name)?.sizeBytes ?? -1;
}

async function cleanUp(part: CleanablePart): Promise<Storage> {
  expect((await suite.api.json('POST', '/storage/clean-up', { part })).status).toBe(202);
  return await settled();
}

test('what takes space is measured by part, without the caller waiting for it', async () => {
  const { id } = await suite.api.createFlow(makeFlow({ basepath: suite.fake.basepath }));
  await suite.api.upsert(id, [{ name: 'a.txt', content: 'The gate was green. '.repeat(400) }]);
  await suite.api.makeMessage(id);
  const first = await look('?fresh=true');
  expect(first.isMeasuring).toBe(true);
  const storage = await settled();
  expect(storage.dataDir).toBe(suite.server.dataDir);
  expect(storage.failure).toBeNull();
  expect(storage.freeBytes).toBeGreaterThan(0);
  for (const name of ['chats', 'texts', 'vectors', 'records', 'otherRows', 'other'])
    expect(bytesOf(storage, name), name).toBeGreaterThan(0);
  expect(bytesOf(storage, 'models')).toBe(0);
});

test('what was fetched is cleaned up, and only that', async () => {
  const { cache, models } = {
    cache: join(suite.server.dataDir, 'cache'),
    models: join(suite.server.dataDir, 'models'),
  };
  for (const folder of [cache, models]) {
    mkdirSync(join(folder, 'inner'), { recursive: true });
    writeFileSync(join(folder, 'inner', 'a'), Buffer.alloc(50_000));
  }
  expect(bytesOf(await settled('?fresh=true'), 'cache')).toBe(50_000);
  const after = await cleanUp('cache');
  expect(after.cleaned).toMatchObject({ part: 'cache', freedBytes: 50_000, failure: null });
  expect(bytesOf(after, 'cache')).toBe(0);
  expect(bytesOf(after, 'models')).toBe(50_000);
  expect(readdirSync(cache)).toEqual([]);
});

test('vectors that no chunk uses are cleaned up; those in use stay', async () => {
  const { id } = await suite.api.createFlow(makeFlow({ basepath: suite.fake.basepath }));
  await suite.api.upsert(id, [{ name: 'b.txt', content: 'The fence was low and white.' }]);
  const texts = Array.from({ length: 400 }, (_, row) => `Row ${row} of what was said about the pond.`).join('\n\n');
  const other = await suite.api.createFlow(makeFlow({ basepath: suite.fake.basepath }));
  await suite.api.upsert(other.id, [{ name: 'c.txt', content: texts }]);
  expect((await suite.api.call('DELETE', `/chatflows/${other.id}`)).status).toBe(200);
  const cleaned = await cleanUp('vectors');
  expect(cleaned.cleaned?.failure).toBeNull();
  const before = suite.fake.requests;
  await suite.api.upsert(id, [{ name: 'b.txt', content: 'The fence was low and white.' }]);
  expect(suite.fake.requests).toBe(before);
});

test('vectors of a removed source stay until it is deleted for good: bringing it back embeds nothing', async () => {
  const splitter = { chunkSize: 100, chunkOverlap: 0 };
  const flow = makeFlow({ basepath: suite.fake.basepath, splitter, records: { cleanup: 'incremental' } });
  const { id } = await suite.api.createFlow(flow);
  const file = { name: 'd.txt', content: paragraphs(3, 'Willow') };
  await suite.api.upsert(id, [file]);
  const remove = async () => {
    const { sources } = ContentSourcesSchema.parse((await suite.api.get(`/contents/${id}/sources`)).body);
    const removed = await suite.api.call('DELETE', `/contents/${id}/sources/${sources[0]?.id}`);
    await cleanUp('vectors');
    return `/contents/${id}/removed/${RemovedSourceSchema.parse(removed.body).id}`;
  };
  const embedded = suite.fake.texts;
  expect((await suite.api.json('POST', `${await remove()}/restore`, {})).status).toBe(200);
  expect(await suite.api.upsert(id, [file])).toMatchObject({ numAdded: 0, numSkipped: 3 });
  expect(suite.fake.texts).toBe(embedded);

  expect((await suite.api.call('DELETE', await remove())).status).toBe(200);
  await cleanUp('vectors');
  await suite.api.upsert(id, [file]);
  expect(suite.fake.texts).toBe(embedded + 3);
});

test('an edit whose vector was cleaned up is not lost when its text can not be embedded', async () => {
  let fails = false;
  const fake = await startFakeOpenAI({ reply: () => (fails ? { status: 400, body: {} } : undefined) });
  onTestFinished(() => fake.close());
  const splitter = { chunkSize: 100, chunkOverlap: 0 };
  const flow = makeFlow({ basepath: fake.basepath, splitter, records: { cleanup: 'incremental' } });
  const { id } = await suite.api.createFlow(flow);
  const text = paragraphs(10, 'Alpha');
  const chunks = async () =>
    ContentChunksSchema.parse((await suite.api.get(`/contents/${id}/chunks?limit=200`)).body).chunks;
  const changed = async () =>
    ContentEditsSchema.parse((await suite.api.get(`/contents/${id}/edits?changed=true`)).body).edits;
  const keep = (editId: number | null) =>
    suite.api.json('POST', `/contents/${id}/edits/${editId}/decide`, { keep: 'edit' });

  await suite.api.upsert(id, [{ name: 'a.txt', content: text }]);
  const [, , chunk] = await chunks();
  const edit = await suite.api.json('PUT', `/contents/${id}/chunks/${chunk?.id}`, {
    pageContent: 'Mine of the third.',
  });
  const { editId } = ContentChangeSchema.parse(edit.body);
  await suite.api.upsert(id, [{ name: 'a.txt', content: text.replace('Alpha 2 is', 'Alpha 2 was') }]);
  // A vector that is left of the edit would be taken.
  await cleanUp('vectors');
  fails = true;
  expect((await keep(editId)).status).toBeGreaterThanOrEqual(400);
  expect(await changed()).toMatchObject([{ id: editId, edited: 'Mine of the third.' }]);
  fails = false;
  expect((await keep(editId)).status).toBe(200);
  expect(await changed()).toEqual([]);
  expect((await chunks())[2]?.pageContent).toBe('Mine of the third.');
});

test('uploads of runs that ended are cleaned up: they can not be resumed any more', async () => {
  const { id } = await suite.api.createFlow(makeFlow({ basepath: 'http://127.0.0.1:9' }));
  const failed = await suite.api.upload(id, [{ name: 'd.txt', content: 'The shed was locked. '.repeat(500) }]);
  expect(failed.status).toBeGreaterThanOrEqual(400);
  const [run] = (await suite.api.get(`/runs?chatflowId=${id}`)).body as { id: string }[];
  const storage = await settled('?fresh=true');
  const uploads = storage.parts.find(({ name }) => name === 'uploads');
  expect(uploads?.freeableBytes).toBeGreaterThan(10_000);
  const after = await cleanUp('uploads');
  expect(after.cleaned?.freedBytes).toBeGreaterThan(10_000);
  const resumed = await suite.api.json('POST', `/runs/${run?.id}/resume`, {});
  expect(resumed.body).toMatchObject({ code: 'RUN_NOT_RESUMABLE' });
});

test('a part that is not one to clean up is refused', async () => {
  expect((await suite.api.json('POST', '/storage/clean-up', { part: 'backups' })).status).toBe(400);
});

test('a backup is made when it is asked for, listed, and deleted', async () => {
  const made = BackupInfoSchema.parse((await suite.api.json('POST', '/backups', {})).body);
  const list = async () => BackupListSchema.parse((await suite.api.get('/backups')).body).backups;
  expect(await list()).toContainEqual(made);
  const file = join(suite.server.dataDir, 'backups', made.name);
  expect(existsSync(file)).toBe(true);
  expect((await suite.api.call('DELETE', `/backups/${made.name}`)).status).toBe(200);
  expect(existsSync(file)).toBe(false);
  expect(await list()).not.toContainEqual(made);
  const missing = await suite.api.call('DELETE', `/backups/${encodeURIComponent('../tributary.db')}`);
  expect(missing.body).toMatchObject({ code: 'NOT_FOUND' });
});

test('the settings of the start are told with what has set them', async () => {
  const settings = ServerSettingsSchema.parse((await suite.api.get('/server-settings')).body);
  expect(settings.dataDir).toBe(suite.server.dataDir);
  expect(settings.settings).toContainEqual({ name: 'port', value: 0, setBy: '--port' });
  expect(settings.settings).toContainEqual({ name: 'requireApiKey', value: false, setBy: null });
});
