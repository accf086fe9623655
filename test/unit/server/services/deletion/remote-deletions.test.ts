import BetterSqlite3 from 'better-sqlite3';
import { expect, test } from 'vitest';
import { createRemoteDeletions } from '../../../../../electron/server/services/deletion/remote-deletions.ts';
import { openDatabase } from '../../../../../electron/server/storage/database.ts';
import { createDeletionRepository } from '../../../../../electron/server/storage/repositories/deletion-repository.ts';
import { silentLog } from '../../../../helpers/builders/silent-log.ts';
import { makeTemporaryFolder } from '../../../../helpers/builders/temporary-folder.ts';

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

test('unreadable deletions are reported, stop nothing, and are retried', async () => {
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
