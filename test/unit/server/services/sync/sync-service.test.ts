import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { openLoader } from '../../../../../electron/server/nodes/open-loader.ts';
import { createZoneClock } from '../../../../../electron/server/services/sync/next-time.ts';
import { SyncService } from '../../../../../electron/server/services/sync/sync-service.ts';
import { pollEvery, timingOf } from '../../../../../electron/server/services/sync/sync-state.ts';
import type { SyncedLibraries, SyncedLibrary } from '../../../../../electron/server/services/sync/synced-library.ts';
import type { Database } from '../../../../../electron/server/storage/database.ts';
import { createSyncRepository } from '../../../../../electron/server/storage/repositories/sync-repository.ts';
import type { RunResult } from '../../../../../shared/api/runs.ts';
import { OperationalError } from '../../../../../shared/errors/errors.ts';
import { openNewDatabase } from '../../../../helpers/builders/new-database.ts';
import { silentLog } from '../../../../helpers/builders/silent-log.ts';
import { makeTemporaryFolder } from '../../../../helpers/builders/temporary-folder.ts';

const FLOW = '5f8b1c9e-3d2a-4e6f-9a7b-0c1d2e3f4a5b';
const NOTHING: RunResult = { numAdded: 0, numDeleted: 0, numUpdated: 0, numSkipped: 0 };
const DAILY = { every: 'day', at: '07:00' } as const;
const NOON = Date.parse('2026-03-10T12:00:00Z');

let temporary: ReturnType<typeof makeTemporaryFolder>;
let db: Database;
let started: SyncService[];
beforeEach(() => {
  temporary = makeTemporaryFolder();
  db = openNewDatabase(join(temporary.path, 'tributary.db'));
  started = [];
});
afterEach(async () => {
  for (const sync of started) {
    sync.close();
    await sync.settled();
  }
  db.close();
  temporary.remove();
});

interface Options {
  readonly refresh?: SyncedLibraries['sync'];
  readonly openFolder?: SyncedLibrary['loaders'][number]['openFolder'];
  readonly isOnBattery?: boolean;
  readonly nowMs?: () => number;
}

/** A service of one flow; the machine's power, its clock and what a refresh does are given. */
function open({ refresh = async () => NOTHING, openFolder, isOnBattery = false, nowMs = () => NOON }: Options = {}) {
  const loaders = [{ id: 'loader', label: 'Papers', openFolder, isBySource: true }];
  const libraries: SyncedLibraries = {
    has: (ownerId) => ownerId === FLOW,
    find: () => ({ name: 'Garden', kind: 'chatflow' }),
    describe: async () => ({ loaders, cleanup: 'incremental', fingerprint: 'as drawn' }),
    sync: refresh,
  };
  const sync = new SyncService({
    repository: createSyncRepository(db),
    libraries,
    isBinned: () => false,
    readPower: async () => isOnBattery,
    now: () => new Date(nowMs()),
    clock: nowMs,
    zone: createZoneClock('UTC'),
    log: silentLog,
    watch: () => {
      throw Object.assign(new Error('ENOSPC'), { code: 'ENOSPC', syscall: 'watch' });
    },
  });
  started.push(sync);
  return sync;
}

describe('a time that was missed', () => {
  test('is made up for once at the next start, however many were missed', async () => {
    await open().save(FLOW, { mode: 'schedule', schedule: DAILY, isPaused: false });
    const nowMs = () => NOON + 3 * 86_400_000;
    let refreshes = 0;
    const refresh = async () => {
      refreshes += 1;
      return NOTHING;
    };
    const later = open({ nowMs, refresh });
    await later.start();
    await expect.poll(() => later.log(FLOW, undefined, 10)).toMatchObject([{ trigger: 'missed' }]);
    await later.settled();
    expect(refreshes).toBe(1);
    expect(await later.read(FLOW)).toMatchObject({ nextRunDate: '2026-03-14T07:00:00.000Z', activity: 'idle' });
    later.close();
    const again = open({ nowMs, refresh });
    await again.start();
    await again.settled();
    expect(await again.log(FLOW, undefined, 10)).toHaveLength(1);
    expect(refreshes).toBe(1);
  });

  test('of what is paused is left out', async () => {
    await open().save(FLOW, { mode: 'schedule', schedule: DAILY, isPaused: true });
    const later = open({ nowMs: () => NOON + 3 * 86_400_000 });
    await later.start();
    await later.settled();
    expect(await later.log(FLOW, undefined, 10)).toEqual([]);
  });

  test('that was cut off is due at the start after it', async () => {
    await open().save(FLOW, { mode: 'schedule', schedule: DAILY, isPaused: false });
    const nowMs = () => NOON + 86_400_000;
    const reached = Promise.withResolvers<void>();
    const end = Promise.withResolvers<RunResult>();
    const cut = open({
      nowMs,
      refresh() {
        reached.resolve();
        return end.promise;
      },
    });
    await cut.start();
    await reached.promise;
    cut.close();
    end.reject(new OperationalError('RUN_CANCELLED', 'The server stops: start it again.'));
    await cut.settled();
    const later = open({ nowMs });
    await later.start();
    await expect.poll(() => later.log(FLOW, undefined, 10)).toMatchObject([{ trigger: 'missed' }]);
  });
});

test('never two refreshes at once: what is asked meanwhile follows as one', async () => {
  let [now, most, all] = [0, 0, 0];
  let end = Promise.withResolvers<RunResult>();
  const sync = open({
    async refresh() {
      now += 1;
      all += 1;
      most = Math.max(most, now);
      const result = await end.promise;
      now -= 1;
      return result;
    },
  });
  await sync.refresh(FLOW);
  await expect.poll(() => all).toBe(1);
  for (const _ of [1, 2, 3]) await sync.refresh(FLOW);
  const first = end;
  end = Promise.withResolvers<RunResult>();
  first.resolve(NOTHING);
  await expect.poll(() => all).toBe(2);
  end.resolve(NOTHING);
  await sync.settled();
  expect([all, most]).toEqual([2, 1]);
});

describe('on battery', () => {
  test('everything waits longer', () => {
    const [mains, battery] = [timingOf(false), timingOf(true)];
    for (const wait of ['quietMs', 'longestWaitMs', 'pollMs', 'sweepMs'] as const)
      expect(battery[wait]).toBeGreaterThan(mains[wait]);
    // Somebody at the machine sees a change within 5 s, with what reading and embedding take.
    expect(mains.longestWaitMs).toBeLessThan(5000);
    expect(pollEvery(mains, 60_000)).toBe(20 * 60_000);
  });

  test.each([
    [false, 30, []],
    [true, 300, ['On battery, changes are followed less often.']],
  ])('%s: a folder is looked through every %i s, and it says so', async (isOnBattery, everySeconds, notes) => {
    const papers = join(temporary.path, 'papers');
    mkdirSync(papers);
    writeFileSync(join(papers, 'a.txt'), 'Herons wait.');
    const loader = await openLoader('folderFiles', { folderPath: papers, recursive: true });
    if (loader === undefined || !('openFolder' in loader)) throw new Error('It opens no folder.');
    const openFolder = loader.openFolder;
    if (openFolder === undefined) throw new Error('It opens no folder.');
    const sync = open({ isOnBattery, openFolder: () => openFolder(join(temporary.path, 'data', 'cache')) });
    await sync.start();
    await sync.save(FLOW, { mode: 'watch', isPaused: false });
    await sync.settled();
    expect(await sync.log(FLOW, undefined, 10)).toMatchObject([{ trigger: 'start', outcome: 'unchanged' }]);
    expect(await sync.read(FLOW)).toMatchObject({
      isOnBattery,
      notes,
      folders: [{ fileCount: 1, everySeconds, reason: expect.stringContaining('watches no more folders') }],
    });
  });
});

test('the first look after an update deletes nothing: which drive a file was on was not noted', async () => {
  const papers = join(temporary.path, 'papers');
  mkdirSync(papers);
  for (const name of ['a.txt', 'b.txt', 'c.txt']) writeFileSync(join(papers, name), name);
  const loader = await openLoader('folderFiles', { folderPath: papers });
  if (loader === undefined || !('loadOrigin' in loader)) throw new Error('No loader that fetches');
  const openFolder = () =>
    loader.openFolder?.(join(temporary.path, 'data', 'cache')) ?? Promise.reject(new Error('No folder'));
  const gone: string[] = [];
  const refresh: SyncedLibraries['sync'] = async (_, { byLoader }) => {
    for (const change of byLoader.values()) gone.push(...change.gone);
    return NOTHING;
  };
  const before = open({ openFolder, refresh });
  await before.refresh(FLOW);
  await before.settled();
  before.close();
  db.exec('DELETE FROM sync_folder');
  rmSync(join(papers, 'b.txt'));
  const after = open({ openFolder, refresh });
  await after.refresh(FLOW);
  await after.settled();
  const { held } = await after.read(FLOW);
  expect(held).toMatchObject([
    { count: 1, label: 'Papers', why: '1 file is missing, and an earlier version did not note which drive it was on.' },
  ]);
  expect(after.notices(new Set())).toEqual([]);
  await after.save(FLOW, { mode: 'watch', isPaused: true });
  expect(after.notices(new Set())).toMatchObject([{ code: 'FILES_MISSING', owner: { id: FLOW, kind: 'flow' } }]);
  expect(after.notices(new Set([FLOW]))).toEqual([]);
  expect(gone).toEqual([]);
  await after.answer(FLOW, { answer: 'gone' });
  await after.settled();
  expect(gone).toEqual(['b.txt']);
  expect((await after.read(FLOW)).held).toEqual([]);
});
