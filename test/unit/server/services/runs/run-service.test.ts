import { join } from 'node:path';
import BetterSqlite3 from 'better-sqlite3';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { createActiveRuns } from '../../../../../electron/server/services/runs/active-runs.ts';
import { createRunService, type RunServiceOptions } from '../../../../../electron/server/services/runs/run-service.ts';
import type { Database } from '../../../../../electron/server/storage/database.ts';
import { createRunFileRepository } from '../../../../../electron/server/storage/repositories/run-file-repository.ts';
import { createRunRepository } from '../../../../../electron/server/storage/repositories/run-repository.ts';
import type { RunRequest } from '../../../../../electron/server/storage/repositories/run-request-repository.ts';
import { openNewDatabase } from '../../../../helpers/builders/new-database.ts';
import { silentLog } from '../../../../helpers/builders/silent-log.ts';
import { makeTemporaryFolder } from '../../../../helpers/builders/temporary-folder.ts';

const outcome = { counts: { numAdded: 0, numDeleted: 0, numUpdated: 0, numSkipped: 0 } };
const work = () => Promise.resolve(outcome);

let folder: ReturnType<typeof makeTemporaryFolder>;
let db: Database;
let logged: { runId?: string }[];

beforeEach(() => {
  folder = makeTemporaryFolder();
  db = openNewDatabase(join(folder.path, 'test.sqlite'));
  logged = [];
});

afterEach(() => {
  db.close();
  folder.remove();
});

function setUp(options: Partial<RunServiceOptions> = {}) {
  const counts: number[] = [];
  const active = createActiveRuns((count) => counts.push(count));
  const service = createRunService({
    active,
    runs: createRunRepository(db),
    runFiles: createRunFileRepository(db),
    temporary: join(folder.path, 'tmp'),
    resumable: { expire: () => Promise.resolve() },
    log: { ...silentLog, error: (fields) => void logged.push(fields) },
    now: () => new Date(),
    clock: () => performance.now(),
    onDisk: () => Promise.resolve(),
    onChanged: () => undefined,
    onDiskFull: () => undefined,
    assertRoom: () => undefined,
    ...options,
  });
  const start = async (run: Parameters<typeof service.start<typeof outcome>>[1] = work, request?: RunRequest) => {
    return service.start(
      { ownerId: 'flow', kind: 'flow', nodes: [], folder: await service.makeFolder(), request },
      run,
    );
  };
  return { service, counts, start };
}

const request: RunRequest = {
  overrides: {},
  isFromApp: false,
  files: [{ name: 'a.txt', file: 'a', sizeBytes: 1 }],
};

/** A repository whose writes of an end fail, as on a full disk, until there is room. */
function fullDisk() {
  const runs = createRunRepository(db);
  const disk = { isFull: true };
  const save: typeof runs.save = Object.assign((run: Parameters<typeof runs.save>[0]) => {
    if (disk.isFull) throw new BetterSqlite3.SqliteError('database or disk is full', 'SQLITE_FULL');
    runs.save(run);
  }, runs.save);
  return { disk, runs: { ...runs, save } };
}

const statusInDatabase = (id: string) => db.prepare('SELECT status FROM run WHERE id = ?').pluck().get(id);

test('a run whose files can not be removed ends all the same, and that is logged', async () => {
  const expire = () => Promise.reject(new Error('EBUSY: resource busy or locked'));
  const { service, counts, start } = setUp({ resumable: { expire } });
  const waiting = Promise.withResolvers<typeof outcome>();
  const { runId, result } = await start(() => waiting.promise, request);
  const cancelled = service.cancelAllOf('flow', 'withData');
  waiting.reject(new Error('no'));
  await expect(result).rejects.toMatchObject({ code: 'RUN_CANCELLED' });
  await cancelled;
  expect(counts.at(-1)).toBe(0);
  expect(logged).toMatchObject([{ runId }]);
  await service.close();
});

test('a run that failed on a full disk ends all the same when making room fails', async () => {
  const onDiskFull = () => {
    throw new Error('EBUSY: resource busy or locked');
  };
  const { service, counts, start } = setUp({ onDiskFull });
  const { runId, result } = await start(() =>
    Promise.reject(new BetterSqlite3.SqliteError('database or disk is full', 'SQLITE_FULL')),
  );
  await expect(result).rejects.toMatchObject({ code: 'DISK_FULL' });
  expect(service.find(runId)).toMatchObject({ status: 'FAILED', error: { code: 'DISK_FULL' } });
  expect(counts.at(-1)).toBe(0);
  await service.close();
});

test('an end that a full disk does not take is known, and written when the next run starts', async () => {
  const { disk, runs } = fullDisk();
  const { service, counts, start } = setUp({ runs });
  const first = await start();
  await first.result;
  expect(statusInDatabase(first.runId)).toBe('QUEUED');
  expect(service.find(first.runId).status).toBe('FINISHED');
  expect((await service.list({ ownerId: 'flow', limit: 10 })).map(({ status }) => status)).toEqual(['FINISHED']);
  expect(counts.at(-1)).toBe(0);
  disk.isFull = false;
  const second = await start();
  expect(statusInDatabase(first.runId)).toBe('FINISHED');
  await second.result;
  await service.close();
});

test('an end that waits for room is written at the stop of the server', async () => {
  const { disk, runs } = fullDisk();
  const { service, start } = setUp({ runs });
  const { runId, result } = await start();
  await result;
  disk.isFull = false;
  await service.close();
  expect(statusInDatabase(runId)).toBe('FINISHED');
});

test('a run that goes on keeps the service busy', async () => {
  const { counts, start } = setUp();
  const waiting = Promise.withResolvers<typeof outcome>();
  const { result } = await start(() => waiting.promise);
  expect(counts.at(-1)).toBe(1);
  waiting.resolve(outcome);
  await result;
  expect(counts.at(-1)).toBe(0);
});
