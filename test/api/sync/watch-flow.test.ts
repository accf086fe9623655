import { renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { openReadOnly } from '../../../electron/server/storage/database.ts';
import { BinSourcesSchema } from '../../../shared/api/bin.ts';
import { SyncLogEntrySchema, type SyncState, SyncStateSchema } from '../../../shared/api/sync.ts';
import { nodeDefinitions } from '../../../shared/nodes/registry.ts';
import { makeFlow } from '../../helpers/builders/flows.ts';
import { readChunks } from '../../helpers/builders/inspect-store.ts';
import { makePdf } from '../../helpers/builders/office-fixtures.ts';
import { setUpSyncSuite } from '../../helpers/servers/sync-suite.ts';

/** Files are followed within 5 s on a quiet machine; tests share theirs. */
const SOON = { timeout: 20_000, interval: 50 };

const setup = setUpSyncSuite();
const { suite } = setup;

interface FlowOptions {
  readonly records?: Record<string, unknown>;
  readonly loader?: Record<string, unknown>;
}

async function newFlow({ records = { cleanup: 'incremental' }, loader = {} }: FlowOptions = {}): Promise<string> {
  const loaderInputs = { folderPath: setup.papers, recursive: true, ...loader };
  const flow = makeFlow({ basepath: suite.fake.basepath, loader: nodeDefinitions.folderFiles, loaderInputs, records });
  return (await suite.api.createFlow(flow)).id;
}

async function state(id: string): Promise<SyncState> {
  return SyncStateSchema.parse((await suite.api.get(`/sync/${id}`)).body);
}

async function log(id: string) {
  return z.array(SyncLogEntrySchema).parse((await suite.api.get(`/sync/${id}/log`)).body);
}

async function watch(id: string): Promise<void> {
  const answer = await suite.api.json('PUT', `/sync/${id}`, { mode: 'watch' });
  expect(answer.status, JSON.stringify(answer.body)).toBe(200);
}

/** The texts of a flow's chunks by their sources. */
function stored(id: string): Record<string, string> {
  const entries = readChunks(suite.server.dataDir, id).map(({ content, metadata }) => [
    JSON.parse(metadata).source,
    content,
  ]);
  return Object.fromEntries(entries);
}

function texts(...paths: readonly string[]): Record<string, string> {
  return Object.fromEntries(paths.map((path) => [path, `This is ${path}`]));
}

describe('a flow whose folder is watched', () => {
  test('has what is in the folder, and follows what comes, changes, moves and goes', async () => {
    setup.put('a.txt');
    setup.put('deep/b.txt');
    const id = await newFlow();
    await watch(id);
    await expect.poll(() => stored(id), SOON).toEqual(texts('a.txt', 'deep/b.txt'));

    setup.put('new folder/c.txt');
    await expect.poll(() => stored(id), SOON).toEqual(texts('a.txt', 'deep/b.txt', 'new folder/c.txt'));
    setup.put('new folder/c.txt', 'Changed');
    await expect.poll(() => stored(id)['new folder/c.txt'], SOON).toBe('Changed');

    const embedded = suite.fake.texts;
    renameSync(join(setup.papers, 'new folder'), join(setup.papers, 'renamed'));
    await expect.poll(() => Object.keys(stored(id)).sort(), SOON).toEqual(['a.txt', 'deep/b.txt', 'renamed/c.txt']);
    expect(suite.fake.texts).toBe(embedded);

    rmSync(join(setup.papers, 'deep'), { recursive: true });
    await expect.poll(() => Object.keys(stored(id)).sort(), SOON).toEqual(['a.txt', 'renamed/c.txt']);
    setup.put('renamed/d.txt');
    await expect.poll(() => stored(id)['renamed/d.txt'], SOON).toBe('This is renamed/d.txt');
    await expect
      .poll(() => state(id), SOON)
      .toMatchObject({ activity: 'idle', notes: [], folders: [{ fileCount: 3 }] });
    const [last] = await log(id);
    expect(last).toMatchObject({ trigger: 'watch', outcome: 'finished', result: { numAdded: 1 } });
  });
});

describe('a file that is gone from a watched folder', () => {
  test('is in the bin of sources, comes back from there, and is not embedded again, whoever brings it back', async () => {
    setup.put('a.txt');
    setup.put('b.txt');
    const id = await newFlow();
    await watch(id);
    await expect.poll(() => stored(id), SOON).toEqual(texts('a.txt', 'b.txt'));
    const embedded = suite.fake.texts;
    const binned = async () => BinSourcesSchema.parse((await suite.api.get(`/bin/sources?ownerId=${id}`)).body).sources;
    setup.put('b.txt', 'Another text');
    await expect.poll(() => stored(id)['b.txt'], SOON).toBe('Another text');
    expect(await binned()).toEqual([]);

    for (const count of [1, 2]) {
      rmSync(join(setup.papers, 'a.txt'));
      await expect.poll(() => Object.keys(stored(id)), SOON).toEqual(['b.txt']);
      expect(await binned()).toMatchObject(Array(count).fill({ name: 'a.txt', chunks: 1 }));
      if (count === 1) setup.put('a.txt');
      if (count === 1) await expect.poll(() => stored(id)['a.txt'], SOON).toBe('This is a.txt');
    }
    const [newest, first] = await binned();
    await expect.poll(() => state(id), SOON).toMatchObject({ activity: 'idle' });
    const back = (removed: number | undefined) =>
      suite.api.json('POST', `/contents/${id}/removed/${removed}/restore`, {});
    expect((await back(newest?.id)).status).toBe(200);
    expect((await back(first?.id)).body).toMatchObject({ code: 'SOURCE_STORED_AGAIN' });
    expect(suite.fake.texts).toBe(embedded + 1);

    // What a person has brought back stays, though the folder does not have it.
    setup.put('c.txt');
    await expect.poll(() => stored(id), SOON).toEqual({ ...texts('a.txt', 'c.txt'), 'b.txt': 'Another text' });
  });
});

describe('the settings of a flow that is synced', () => {
  test('say why a flow can not be', async () => {
    setup.put('a.txt');
    const save = async (id: string, body: object) => (await suite.api.json('PUT', `/sync/${id}`, body)).body;
    const flow = makeFlow({
      basepath: suite.fake.basepath,
      loader: nodeDefinitions.folderFiles,
      loaderInputs: { folderPath: setup.papers },
    });
    const withoutRecords = (await suite.api.createFlow(flow)).id;
    expect((await state(withoutRecords)).obstacle).toContain('record manager');
    expect(await save(withoutRecords, { mode: 'watch' })).toMatchObject({ code: 'MISSING_INPUT' });
    const uploads = (await suite.api.createFlow(makeFlow({ basepath: suite.fake.basepath, records: {} }))).id;
    expect(await save(uploads, { mode: 'watch' })).toMatchObject({ code: 'MISSING_INPUT' });
    const id = await newFlow();
    expect(await save(id, { mode: 'schedule' })).toMatchObject({
      code: 'INVALID_INPUT',
      details: { path: 'schedule' },
    });
    expect((await suite.api.get('/sync/none')).body).toMatchObject({ code: 'CHATFLOW_NOT_FOUND' });
  });
});

describe('the sync of a flow', () => {
  test('reads only what has changed, and leaves the chunks of uploads alone', async () => {
    for (const name of ['a', 'b', 'c']) setup.put(`${name}.txt`);
    const id = await newFlow({ records: { cleanup: 'full' } });
    await watch(id);
    await expect.poll(() => Object.keys(stored(id)).length, SOON).toBe(3);
    setup.put('b.txt', 'Other');
    await expect.poll(() => stored(id), SOON).toEqual({ ...texts('a.txt', 'c.txt'), 'b.txt': 'Other' });
    await expect
      .poll(async () => (await log(id))[0]?.message, SOON)
      .toBe('1 file new or changed: 1 chunk added, 1 chunk deleted.');
    const run = await suite.api.run((await log(id))[0]?.runId ?? '');
    expect(run).toMatchObject({ status: 'FINISHED', result: { numAdded: 1, numDeleted: 1, numSkipped: 0 } });
    expect(run.nodes.find(({ nodeId }) => nodeId === 'folderFiles_0')).toMatchObject({ unit: 'documents', total: 1 });
  });

  test('waits while it is paused, and follows what it missed when it goes on', async () => {
    setup.put('a.txt');
    const id = await newFlow();
    await watch(id);
    await expect.poll(() => stored(id), SOON).toEqual(texts('a.txt'));
    await expect.poll(async () => (await state(id)).activity, SOON).toBe('idle');
    await suite.api.json('PUT', `/sync/${id}`, { mode: 'watch', isPaused: true });
    expect(await state(id)).toMatchObject({ activity: 'paused', folders: [] });
    setup.put('b.txt');
    rmSync(join(setup.papers, 'a.txt'));
    const before = await log(id);
    await suite.api.json('PUT', `/sync/${id}`, { mode: 'watch' });
    await expect.poll(() => stored(id), SOON).toEqual(texts('b.txt'));
    await expect
      .poll(async () => (await log(id)).slice(0, -before.length), SOON)
      .toMatchObject([{ trigger: 'start', outcome: 'finished' }]);
  });

  test('keeps what is stored while the folder is not there, and says so', async () => {
    setup.put('a.txt');
    const id = await newFlow();
    await watch(id);
    await expect.poll(() => stored(id), SOON).toEqual(texts('a.txt'));
    const away = `${setup.papers}-away`;
    renameSync(setup.papers, away);
    await expect.poll(async () => (await state(id)).activity, SOON).toBe('waiting');
    expect((await state(id)).folders[0]?.problem).toContain('is not there');
    expect((await log(id))[0]).toMatchObject({ outcome: 'noted' });
    expect(stored(id)).toEqual(texts('a.txt'));
    renameSync(away, setup.papers);
    setup.put('b.txt');
    await suite.api.json('POST', `/sync/${id}/run`, {});
    await expect.poll(() => stored(id), SOON).toEqual(texts('a.txt', 'b.txt'));
    expect((await state(id)).folders[0]?.problem).toBeNull();
  });

  test('deletes nothing when all files are gone at once, until somebody says so', async () => {
    const names = Array.from({ length: 12 }, (_, index) => `${index}.txt`);
    for (const name of names) setup.put(name);
    const id = await newFlow();
    await watch(id);
    await expect.poll(() => Object.keys(stored(id)).length, SOON).toBe(12);
    for (const name of names) rmSync(join(setup.papers, name));
    await expect.poll(async () => (await log(id))[0]?.outcome, SOON).toBe('held');
    await suite.api.json('POST', `/sync/${id}/run`, {});
    await expect.poll(async () => (await log(id))[0]?.trigger, SOON).toBe('person');
    expect(Object.keys(stored(id)).length).toBe(12);
    await suite.api.json('POST', `/sync/${id}`, { answer: 'gone' });
    await expect.poll(() => stored(id), SOON).toEqual({});
  });

  test('leaves a damaged file out, and stores it when it is mended', async () => {
    setup.put('a.txt');
    const id = await newFlow();
    await watch(id);
    await expect.poll(() => stored(id), SOON).toEqual(texts('a.txt'));
    setup.put('b.pdf', '%PDF-1.7 damaged');
    setup.put('c.txt');
    await expect.poll(() => stored(id), SOON).toEqual(texts('a.txt', 'c.txt'));
    await expect
      .poll(async () => (await log(id)).some(({ message }) => message.includes('Could not be read: b.pdf')), SOON)
      .toBe(true);
    writeFileSync(join(setup.papers, 'b.pdf'), await makePdf(['Mended page']));
    await expect.poll(() => stored(id)['b.pdf'], SOON).toBe('Mended page');
  });

  test('ends with the flow, and leaves nothing of it', async () => {
    setup.put('secret name.txt');
    const id = await newFlow();
    await watch(id);
    await expect.poll(() => Object.keys(stored(id)).length, SOON).toBe(1);
    await expect.poll(async () => (await state(id)).activity, SOON).toBe('idle');
    await suite.api.call('DELETE', `/chatflows/${id}`);
    const db = openReadOnly(join(suite.server.dataDir, 'tributary.db'));
    try {
      for (const table of ['sync', 'sync_file', 'sync_log']) {
        const count = db.prepare<[string], number>(`SELECT count(*) FROM ${table} WHERE owner_id = ?`).pluck();
        await expect.poll(() => count.get(id), SOON).toBe(0);
      }
    } finally {
      db.close();
    }
  });
});
