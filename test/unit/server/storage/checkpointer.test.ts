import { statSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { commitRelaxed, createCheckpointer } from '../../../../electron/server/storage/checkpointer.ts';
import { openDatabase, openReadOnly } from '../../../../electron/server/storage/database.ts';
import { silentLog } from '../../../helpers/silent-log.ts';
import { makeTemporaryFolder } from '../../../helpers/temporary-folder.ts';

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
