import { execFileSync } from 'node:child_process';
import { mkdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { SyncLogEntrySchema, type SyncState, SyncStateSchema } from '../../../shared/api/sync.ts';
import { nodeDefinitions } from '../../../shared/nodes/registry.ts';
import { makeFlow } from '../../helpers/builders/flows.ts';
import { readChunks } from '../../helpers/builders/inspect-store.ts';
import { callCli } from '../../helpers/servers/run-cli.ts';
import { canMount, mountMemory, type SmallDisk } from '../../helpers/servers/small-disk.ts';
import { createStoreClient } from '../../helpers/servers/store-client.ts';
import { setUpSyncSuite } from '../../helpers/servers/sync-suite.ts';

const SOON = { timeout: 20_000, interval: 50 };
const DISK_BYTES = 8 * 1024 * 1024;

const setup = setUpSyncSuite();
const { suite } = setup;
const at = (...names: readonly string[]) => join(setup.papers, ...names);

async function watchedFlow(folderPath: string, cleanup = 'incremental'): Promise<string> {
  const loaderInputs = { folderPath, recursive: true };
  const flow = makeFlow({
    basepath: suite.fake.basepath,
    loader: nodeDefinitions.folderFiles,
    loaderInputs,
    records: { cleanup },
  });
  const { id } = await suite.api.createFlow(flow);
  await lookAt(id);
  return id;
}

async function state(id: string): Promise<SyncState> {
  return SyncStateSchema.parse((await suite.api.get(`/sync/${id}`)).body);
}

/** Looks through its folders as a start of the server does, and waits until that has ended. */
async function lookAt(id: string): Promise<SyncState> {
  const { status, body } = await suite.api.json('PUT', `/sync/${id}`, { mode: 'watch' });
  expect(status, JSON.stringify(body)).toBe(200);
  await expect.poll(async () => (await state(id)).activity, SOON).toBe('idle');
  return state(id);
}

async function answer(id: string, body: object): Promise<{ readonly status: number; readonly body: unknown }> {
  return suite.api.json('POST', `/sync/${id}`, body);
}

const sources = (id: string): string[] =>
  readChunks(suite.server.dataDir, id)
    .map(({ metadata }) => z.object({ source: z.string() }).parse(JSON.parse(metadata)).source)
    .toSorted();

function fill(folder: string, count: number): void {
  mkdirSync(folder, { recursive: true });
  for (let index = 0; index < count; index += 1)
    writeFileSync(join(folder, `${index}.txt`), `This is number ${index}.`);
}

/** A drive: what is on it stays while it is connected nowhere. */
describe.skipIf(!canMount(mountMemory))('a drive that is away', () => {
  let disk: SmallDisk;
  let connectedAt: string | undefined;
  function connect(path: string): void {
    mkdirSync(path, { recursive: true });
    execFileSync('mount', ['--bind', disk.path, path], { stdio: 'pipe' });
    connectedAt = path;
  }
  function disconnect(): void {
    if (connectedAt !== undefined) execFileSync('umount', ['--lazy', connectedAt], { stdio: 'pipe' });
    connectedAt = undefined;
  }
  beforeEach(() => {
    disk = mountMemory(DISK_BYTES);
  });
  afterEach(() => {
    disconnect();
    disk.remove();
  });

  test.each([
    ['is the folder', 5, '', 0, 'incremental'],
    ['lies in a subfolder', 20, 'drive', 3, 'incremental'],
    ['lies in a subfolder, and the clean-up is full', 20, 'drive', 3, 'full'],
    ['covers a folder with a note', 12, '', 1, 'full'],
  ])('takes nothing along that is stored, where it %s', async (_, onDrive, place, beside, cleanup) => {
    fill(disk.path, onDrive);
    const folder = at('papers');
    if (place !== '') fill(folder, beside);
    connect(join(folder, place));
    const id = await watchedFlow(folder, cleanup);
    const before = sources(id);
    expect(before).toHaveLength(onDrive + (place === '' ? 0 : beside));

    disconnect();
    if (place === '') fill(folder, beside);
    const held = { count: onDrive, answer: null, why: expect.stringContaining('the drive that they were on is not') };
    // A note of the same name as a file of the drive is that file, changed.
    const missing = place === '' ? onDrive - beside : onDrive;
    expect(await lookAt(id)).toMatchObject({ held: [{ ...held, count: missing }] });
    expect(sources(id)).toEqual(before);
    writeFileSync(join(folder, 'new.txt'), 'This came meanwhile.');
    await expect.poll(() => sources(id), SOON).toEqual([...before, 'new.txt'].toSorted());
    expect(await answer(id, { answer: 'away' })).toMatchObject({ status: 200, body: { held: [{ answer: 'away' }] } });
    await suite.api.call('POST', `/sync/${id}/run`);
    await expect.poll(async () => (await state(id)).activity, SOON).toBe('idle');
    expect(sources(id)).toEqual([...before, 'new.txt'].toSorted());
    const embedded = suite.fake.texts;

    connect(join(folder, place));
    expect(await lookAt(id)).toMatchObject({ held: [] });
    // What came to the place of the drive lies below it now.
    expect(sources(id)).toEqual(place === '' ? before : [...before, 'new.txt'].toSorted());
    expect(suite.fake.texts).toBe(embedded);
    expect(await answer(id, { answer: 'gone' })).toMatchObject({ status: 409, body: { code: 'NOTHING_HELD' } });
  });

  test('takes what is stored along once somebody says that it is gone for good', async () => {
    fill(disk.path, 12);
    fill(at('papers'), 2);
    connect(at('papers', 'drive'));
    const id = await watchedFlow(at('papers'));
    disconnect();
    expect((await lookAt(id)).held).toMatchObject([{ count: 12 }]);
    expect(await answer(id, { answer: 'gone', loaderId: 'other' })).toMatchObject({ status: 409 });
    expect(await answer(id, { answer: 'gone' })).toMatchObject({ status: 200 });
    await expect.poll(() => sources(id), SOON).toEqual(['0.txt', '1.txt']);
    expect(await lookAt(id)).toMatchObject({ held: [] });
    // The folder that is there now is the one that counts.
    rmSync(at('papers', '1.txt'));
    expect(await lookAt(id)).toMatchObject({ held: [] });
    expect(sources(id)).toEqual(['0.txt']);
  });
});

test('a folder that a link no longer leads to keeps what is stored of it', async () => {
  fill(at('2025'), 30);
  fill(at('2026'), 0);
  symlinkSync(at('2025'), at('papers'));
  const id = await watchedFlow(at('papers'));
  rmSync(at('papers'));
  symlinkSync(at('2026'), at('papers'));
  const { held } = await lookAt(id);
  expect(held).toMatchObject([{ count: 30, why: '30 files are missing: another folder is in the place of theirs.' }]);
  expect(sources(id)).toHaveLength(30);
  const log = z.array(SyncLogEntrySchema).parse((await suite.api.get(`/sync/${id}/log`)).body);
  expect(log.filter(({ outcome }) => outcome === 'held')).toHaveLength(1);
});

test('a few files in a folder that is another one now are asked about, too', async () => {
  fill(at('2025'), 6);
  symlinkSync(at('2025'), at('papers'));
  const id = await watchedFlow(at('papers'));
  fill(at('2026'), 2);
  rmSync(at('papers'));
  symlinkSync(at('2026'), at('papers'));
  const why = '4 files are missing: another folder is in the place of theirs.';
  expect(await lookAt(id)).toMatchObject({ held: [{ count: 4, why }] });
});

describe('files that are deleted', () => {
  test('go from what is stored, unless they are more than half of ten or more: then somebody is asked', async () => {
    fill(at('papers'), 12);
    const id = await watchedFlow(at('papers'));
    for (const index of [0, 1]) rmSync(at('papers', `${index}.txt`));
    expect(await lookAt(id)).toMatchObject({ held: [] });
    expect(sources(id)).toHaveLength(10);
    for (const index of [2, 3, 4, 5, 6, 7]) rmSync(at('papers', `${index}.txt`));
    expect((await lookAt(id)).held).toMatchObject([{ count: 6, why: '6 of 10 files are missing, all at once.' }]);
    expect(sources(id)).toHaveLength(10);
    // The rest is still to be answered for when some are back.
    for (const index of [2, 3, 4]) writeFileSync(at('papers', `${index}.txt`), `This is number ${index}.`);
    expect((await lookAt(id)).held).toMatchObject([{ count: 3, why: '3 of 10 files are missing.' }]);
    for (const index of [2, 3, 4]) rmSync(at('papers', `${index}.txt`));
    expect((await lookAt(id)).held).toMatchObject([{ count: 6 }]);
    expect(sources(id)).toHaveLength(10);
    // More than what the answer was about is asked anew.
    expect(await answer(id, { answer: 'away' })).toMatchObject({ status: 200 });
    rmSync(at('papers', '8.txt'));
    expect((await lookAt(id)).held).toMatchObject([{ count: 7, answer: null }]);
  });

  test('are not asked about where they were moved', async () => {
    fill(at('papers'), 12);
    const id = await watchedFlow(at('papers'));
    mkdirSync(at('papers', 'deep'));
    for (let index = 0; index < 12; index += 1) {
      const text = readFileSync(at('papers', `${index}.txt`));
      writeFileSync(at('papers', 'deep', `${index}.txt`), text);
      rmSync(at('papers', `${index}.txt`));
    }
    expect(await lookAt(id)).toMatchObject({ held: [] });
    expect(sources(id).every((source) => source.startsWith('deep/'))).toBe(true);
  });
});

test('a document store keeps what is missing, too, when it is refreshed', async () => {
  fill(at('papers'), 12);
  const vectors = {
    embeddingConfig: { name: 'openAIEmbeddings', config: { basepath: suite.fake.basepath } },
    vectorStoreConfig: { name: 'hnsw', config: {} },
  };
  const stores = createStoreClient(suite.server.url);
  const { id } = await stores.create(vectors);
  const loader = { name: 'folderFiles', config: { folderPath: at('papers') } };
  expect(await stores.upsertJson(id, { loader })).toMatchObject({ numAdded: 12 });
  await lookAt(id);
  for (let index = 0; index < 7; index += 1) rmSync(at('papers', `${index}.txt`));
  expect((await lookAt(id)).held).toMatchObject([{ count: 7 }]);
  writeFileSync(at('papers', 'new.txt'), 'This came meanwhile.');
  expect((await suite.api.call('POST', `/sync/${id}/run`)).status).toBe(202);
  await expect.poll(async () => (await stores.chunks(id)).count, SOON).toBe(13);
  await expect.poll(async () => (await state(id)).activity, SOON).toBe('idle');
  expect(await answer(id, { answer: 'gone' })).toMatchObject({ status: 200 });
  await expect.poll(async () => (await stores.chunks(id)).count, SOON).toBe(6);
});

test('the command line shows what is missing, and answers', async () => {
  fill(at('papers'), 12);
  const id = await watchedFlow(at('papers'));
  const sync = (...args: readonly string[]) => callCli(['sync', ...args, '--data-dir', suite.server.dataDir]);
  for (let index = 0; index < 12; index += 1) rmSync(at('papers', `${index}.txt`));
  await lookAt(id);
  const question = '"Folder with Files": 12 of 12 files are missing, all at once.';
  expect((await sync()).stdout).toContain(question);
  expect(await sync('--answer', 'away')).toMatchObject({ code: 2 });
  expect(await sync(id, '--answer', 'perhaps')).toMatchObject({ code: 2 });
  expect((await sync(id, '--answer', 'away')).stdout).toContain(`${question} Answer: away.`);
  expect(sources(id)).toHaveLength(12);
  expect(await sync(id, '--answer', 'gone', '--json')).toMatchObject({ code: 0 });
  await expect.poll(() => sources(id), SOON).toEqual([]);
  await expect.poll(async () => (await sync(id, '--answer', 'gone')).code, SOON).toBe(1);
});
