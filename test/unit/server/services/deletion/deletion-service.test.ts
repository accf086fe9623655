import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import BetterSqlite3 from 'better-sqlite3';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { createKeyedLock } from '../../../../../electron/server/common/keyed-lock.ts';
import type { DeletionOptions } from '../../../../../electron/server/services/deletion/deletion-service.ts';
import {
  createDeletionService,
  createRemoteDeletions,
} from '../../../../../electron/server/services/deletion/deletion-service.ts';
import { type Database, openDatabase } from '../../../../../electron/server/storage/database.ts';
import { createDeletionRepository } from '../../../../../electron/server/storage/repositories/deletion-repository.ts';
import { openNewDatabase } from '../../../../helpers/builders/new-database.ts';
import { silentLog } from '../../../../helpers/builders/silent-log.ts';
import { makeTemporaryFolder } from '../../../../helpers/builders/temporary-folder.ts';

/** A name that no file system takes, so that it can not be removed. */
const UNREMOVABLE = 'x'.repeat(300);

let folder: ReturnType<typeof makeTemporaryFolder>;
let db: Database;
let logged: object[];

beforeEach(() => {
  folder = makeTemporaryFolder();
  db = openNewDatabase(join(folder.path, 'test.sqlite'));
  logged = [];
});

afterEach(() => {
  db.close();
  folder.remove();
});

const inFolder = (...parts: readonly string[]) => join(folder.path, ...parts);
const owners = () =>
  createDeletionRepository(db)
    .list()
    .map(({ ownerId }) => ownerId);

function make(path: string): void {
  mkdirSync(path, { recursive: true });
  writeFileSync(join(path, 'text.txt'), 'words');
}

/** Without vectors and runs, of which these tests have none. */
function setUp(options: Partial<DeletionOptions> = {}) {
  const nothing = () => Promise.resolve();
  const never = () => {
    throw new Error('not asked for');
  };
  let onDone = () => undefined;
  const service = createDeletionService({
    db,
    deletions: createDeletionRepository(db),
    garbage: { releaseRemote: Object.assign(() => 0, { immediate: () => 0 }) as never },
    vectors: {
      removeChunks: () => [],
      openCollection: never,
      openMemoryStore: never,
      dropCollection: nothing,
      scrub: nothing,
    },
    runs: { cancelAllOf: nothing },
    prunes: {
      finish: (step) => {
        while ((step() ?? 0) > 0);
        return Promise.resolve();
      },
      everything: nothing,
      close: nothing,
    },
    checkpointer: { truncate: () => Promise.resolve(true) },
    originals: { removeOwner: nothing },
    recordLock: createKeyedLock(),
    sweepChunks: () => 0,
    folders: { files: inFolder('stores'), temporary: inFolder('tmp'), cache: inFolder('cache') },
    onDone: () => onDone(),
    log: { ...silentLog, error: (fields) => void logged.push(fields) },
    now: () => new Date(),
    remote: { remove: never, describe: never },
    ...options,
  });
  /** Resolves when so many deletions were carried out. */
  const done = (count: number) =>
    new Promise<void>((resolve) => {
      let left = count;
      onDone = () => {
        left -= 1;
        if (left === 0) resolve();
        return undefined;
      };
    });
  return { service, done };
}

const targets = { collections: [], namespaces: [], folders: ['run'] };

test('unreadable deletions are reported, stop nothing, and are retried', async () => {
  let isDamaged = true;
  const deletions = createDeletionRepository(db);
  const list = () => {
    if (isDamaged) throw new BetterSqlite3.SqliteError('database disk image is malformed', 'SQLITE_CORRUPT');
    return deletions.list();
  };
  const { service, done } = setUp({ deletions: { ...deletions, list } });
  service.resume();
  await expect.poll(() => logged).toMatchObject([{ err: { code: 'SQLITE_CORRUPT' } }]);
  isDamaged = false;
  const gone = done(1);
  service.begin('flow', targets, () => undefined);
  await gone;
  await service.close();
  expect(owners()).toEqual([]);
});

test('a cache that cannot be removed is reported and retried alone', async () => {
  make(inFolder('tmp', 'run'));
  make(inFolder('stores', 'flow'));
  const cache = inFolder(UNREMOVABLE);
  const folders = { files: inFolder('stores'), temporary: inFolder('tmp'), cache };
  const { service, done } = setUp({ folders });
  const gone = done(1);
  service.begin('flow', targets, () => undefined);
  await gone;
  await service.close();
  expect(existsSync(inFolder('tmp', 'run'))).toBe(false);
  expect(existsSync(inFolder('stores', 'flow'))).toBe(false);
  expect(logged).toMatchObject([{ path: cache }]);
  expect(owners()).toEqual(['shared']);

  make(inFolder('cache'));
  const next = setUp();
  const emptied = next.done(1);
  next.service.resume();
  await emptied;
  await next.service.close();
  expect(existsSync(inFolder('cache'))).toBe(false);
  expect(owners()).toEqual([]);
});

test('an upload that can not be removed stays promised, and the others go', async () => {
  make(inFolder('tmp', 'run'));
  make(inFolder('cache'));
  const { service, done } = setUp();
  const gone = done(1);
  service.begin('flow', { ...targets, folders: [UNREMOVABLE, 'run'] }, () => undefined);
  await gone;
  await service.close();
  expect(existsSync(inFolder('tmp', 'run'))).toBe(false);
  expect(existsSync(inFolder('cache'))).toBe(false);
  expect(owners()).toEqual(['flow']);
});

test('a log of the database that others read is emptied at the next try', async () => {
  const answers = [false, true];
  const checkpointer = { truncate: () => Promise.resolve(answers.shift() ?? true) };
  const { service, done } = setUp({ checkpointer });
  const gone = done(1);
  service.begin('flow', targets, () => undefined);
  await gone;
  expect(owners()).toEqual(['shared']);
  const emptied = done(1);
  service.resume();
  await emptied;
  await service.close();
  expect(owners()).toEqual([]);
});

test('a store that fails at five starts is given up, its records go, and a notice says so', async () => {
  const folder = makeTemporaryFolder();
  const { db } = openDatabase(`${folder.path}/test.sqlite`, () => new Date());
  const deletions = createDeletionRepository(db);
  const dropped: string[] = [];
  const outside = [{ sealed: '', namespaces: ['records'] }];
  const targets = { collections: [], namespaces: [], folders: [], outside, isLocalDone: true };
  deletions.insert('flow', targets, new Date().toISOString());
  const start = async (): Promise<string> => {
    const service = createRemoteDeletions({
      db,
      deletions,
      log: silentLog,
      signal: new AbortController().signal,
      remote: {
        remove: () => Promise.reject(new Error('It does not answer')),
        describe: () => ({ name: 'Birds', place: 'Qdrant at qdrant.example:6333' }),
      },
      dropRecords: async (namespaces) => void dropped.push(...namespaces),
    });
    service.start();
    service.start();
    await service.settled();
    return service
      .notices()
      .map(({ message }) => message)
      .join();
  };
  for (const number of [1, 2, 3, 4]) expect(await start()).toContain(`try ${number} of 5 failed`);
  expect([deletions.list().length, dropped]).toEqual([1, []]);
  expect(await start()).toContain('“Birds” stored in Qdrant at qdrant.example:6333 could not be deleted in 5 tries');
  expect([deletions.list().length, dropped]).toEqual([0, ['records']]);
  db.close();
  folder.remove();
});

test('unreadable remote deletions are reported, stop nothing, and are retried', async () => {
  const logged: object[] = [];
  let isDamaged = true;
  const service = createRemoteDeletions({
    db: new BetterSqlite3(':memory:'),
    deletions: {
      list() {
        if (isDamaged) throw new BetterSqlite3.SqliteError('database disk image is malformed', 'SQLITE_CORRUPT');
        logged.push({ read: true });
        return [];
      },
      update: () => undefined,
      remove: () => undefined,
    },
    remote: { remove: () => Promise.reject(new Error('not asked')), describe: () => ({ name: '', place: '' }) },
    dropRecords: () => Promise.resolve(),
    signal: new AbortController().signal,
    log: { ...silentLog, error: (fields) => void logged.push(fields) },
  });
  service.start();
  await service.settled();
  isDamaged = false;
  service.start();
  await service.settled();
  expect(logged).toMatchObject([{ err: { code: 'SQLITE_CORRUPT' } }, { read: true }]);
});
