import BetterSqlite3 from 'better-sqlite3';
import { expect, test } from 'vitest';
import { applyMigrations } from '../../../../electron/server/storage/apply-migrations.ts';
import { migrations } from '../../../../electron/server/storage/migrations/index.ts';
import { createOriginalRepository } from '../../../../electron/server/storage/repositories/original-repository.ts';

const UP_TO_HERE = 29;
const now = () => new Date('2025-01-15T10:30:00.000Z');

test('sources that were in the bin before have the originals that were stored before their removal', () => {
  const db = new BetterSqlite3(':memory:');
  applyMigrations(db, migrations.slice(0, UP_TO_HERE - 1), now);
  const store = db.prepare(
    'INSERT INTO original VALUES (\'flow\', ?, ?, 1, \'{"name":"pdfFile","params":{}}\', NULL, ?)',
  );
  store.run('a.pdf', Buffer.from([1]), '2025-01-01');
  store.run('later.pdf', Buffer.from([2]), '2025-01-03');
  const remove = db.prepare(
    "INSERT INTO removed_source (id, owner_id, part_id, name, chunk_count, removed_date) VALUES (?, 'flow', 'flow', ?, 1, '2025-01-02')",
  );
  remove.run(1, 'a.pdf');
  remove.run(2, 'later.pdf');
  applyMigrations(db, migrations.slice(0, UP_TO_HERE), now);

  const originals = createOriginalRepository(db);
  const stored = originals.find('flow', 'a.pdf');
  originals.removeSome('flow');
  expect(originals.isUsed(Buffer.from([1]))).toBe(true);
  expect(originals.isUsed(Buffer.from([2]))).toBe(false);
  expect(originals.restoreSome({ removedId: 2 })).toEqual([]);
  expect(originals.restoreSome({ removedId: 1 })).toHaveLength(1);
  expect(originals.find('flow', 'a.pdf')).toEqual(stored);
  db.close();
});
