import { statSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { createCheckpointer } from '../../../../electron/server/storage/checkpointer.ts';
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
  const longest = { bytes: 0 };
  const write = (index: number) => {
    db.transaction(() => insert.run(`key ${index}`, 'x'.repeat(2 * MB)))();
    checkpointer.committed();
    longest.bytes = Math.max(longest.bytes, statSync(`${file}-wal`).size);
  };
  for (let index = 0; index < 60; index += 1) {
    write(index);
    await new Promise(setImmediate);
  }
  await checkpointer.close();
  expect(longest.bytes).toBeLessThan(110 * MB);
  db.close();
  const reader = openReadOnly(file);
  expect(reader.prepare('SELECT count(*) FROM setting').pluck().get()).toBe(60);
  reader.close();
});
