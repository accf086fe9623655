import { statSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { commitRelaxed, createCheckpointer } from '../../../../electron/server/storage/checkpointer.ts';
import { openDatabase, openReadOnly } from '../../../../electron/server/storage/database.ts';
import { silentLog } from '../../../helpers/builders/silent-log.ts';
import { makeTemporaryFolder } from '../../../helpers/builders/temporary-folder.ts';
import { canMount, mountMemory } from '../../../helpers/servers/small-disk.ts';

let folder: ReturnType<typeof makeTemporaryFolder>;

beforeEach(() => {
  folder = makeTemporaryFolder();
});

afterEach(() => folder.remove());

const MB = 1024 * 1024;

test('a long write does not let the log grow without end, and all of it is in the database', async () => {
  const file = join(folder.path, 'tributary.db');
  const { db } = openDatabase(file, () => new Date());
  const checkpointer = createCheckpointer(db, silentLog);
  const insert = db.prepare('INSERT INTO setting VALUES (?, ?)');
  let longestBytes = 0;
  for (let index = 0; index < 60; index += 1) {
    commitRelaxed(db, () => insert.run(`key ${index}`, 'x'.repeat(2 * MB)));
    longestBytes = Math.max(longestBytes, statSync(`${file}-wal`).size);
    await checkpointer.committed();
  }
  await checkpointer.settle();
  await checkpointer.close();
  expect(longestBytes).toBeLessThan(40 * MB);
  expect(db.pragma('synchronous', { simple: true })).toBe(2);
  db.close();
  const reader = openReadOnly(file);
  expect(reader.prepare('SELECT count(*) FROM setting').pluck().get()).toBe(60);
  reader.close();
});

test.skipIf(!canMount(mountMemory))(
  'on a disk with little room the log is copied before it takes what the database needs',
  async () => {
    const disk = mountMemory(44 * MB);
    try {
      const { db } = openDatabase(join(disk.path, 'tributary.db'), () => new Date());
      const checkpointer = createCheckpointer(db, silentLog);
      const insert = db.prepare('INSERT INTO setting VALUES (?, ?)');
      for (let index = 0; index < 34; index += 1) {
        commitRelaxed(db, () => insert.run(`key ${index}`, 'x'.repeat(MB)));
        await checkpointer.committed();
      }
      expect(db.prepare('SELECT count(*) FROM setting').pluck().get()).toBe(34);
      await checkpointer.close();
      db.close();
    } finally {
      disk.remove();
    }
  },
);

test('a relaxed transaction that fails leaves the next one strict', () => {
  const { db } = openDatabase(join(folder.path, 'tributary.db'), () => new Date());
  expect(() =>
    commitRelaxed(db, () => {
      expect(db.pragma('synchronous', { simple: true })).toBe(1);
      throw new Error('no');
    }),
  ).toThrow('no');
  expect(db.pragma('synchronous', { simple: true })).toBe(2);
  db.close();
});

test('what is committed is on the disk for all who wait at once; a log that is not there is told, and tried again', async () => {
  const file = join(folder.path, 'tributary.db');
  const { db } = openDatabase(file, () => new Date());
  const checkpointer = createCheckpointer(db, silentLog);
  db.close();
  await expect(Promise.all([checkpointer.onDisk(), checkpointer.onDisk()])).rejects.toThrow('ENOENT');
  const { db: again } = openDatabase(file, () => new Date());
  commitRelaxed(again, () => again.prepare('INSERT INTO setting VALUES (?, ?)').run('first', 'x'));
  await Promise.all([checkpointer.onDisk(), checkpointer.onDisk()]);
  await checkpointer.onDisk();
  await checkpointer.close();
  again.close();
});

test('the log is emptied, unless somebody reads what was before; a stop ends the waiting', async () => {
  const file = join(folder.path, 'tributary.db');
  const { db } = openDatabase(file, () => new Date());
  const checkpointer = createCheckpointer(db, silentLog);
  const insert = db.prepare('INSERT INTO setting VALUES (?, ?)');
  const going = new AbortController();
  insert.run('first', 'x');
  expect(await checkpointer.truncate(going.signal)).toBe(true);
  expect(statSync(`${file}-wal`).size).toBe(0);

  const reader = openReadOnly(file);
  reader.exec('BEGIN');
  reader.prepare('SELECT count(*) FROM setting').get();
  insert.run('second', 'x');
  const giving = checkpointer.truncate(going.signal);
  const stopping = new AbortController();
  const stopped = checkpointer.truncate(stopping.signal);
  stopping.abort();
  await expect(stopped).rejects.toThrow();
  expect(await giving).toBe(false);
  expect(statSync(`${file}-wal`).size).toBeGreaterThan(0);

  reader.exec('COMMIT');
  reader.close();
  expect(await checkpointer.truncate(going.signal)).toBe(true);
  expect(statSync(`${file}-wal`).size).toBe(0);
  await checkpointer.close();
  db.close();
}, 30_000);
