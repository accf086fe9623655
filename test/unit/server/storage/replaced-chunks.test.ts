import BetterSqlite3 from 'better-sqlite3';
import { expect, test } from 'vitest';
import { applyMigrations } from '../../../../electron/server/storage/apply-migrations.ts';
import { migrations } from '../../../../electron/server/storage/migrations/index.ts';
import { createReplacedChunkRepository } from '../../../../electron/server/storage/repositories/replaced-chunk-repository.ts';

const UP_TO_HERE = 27;
const now = () => new Date('2025-01-15T10:30:00.000Z');

test('what runs had replaced and what was in the bin is in one table, in its order and with its vectors', () => {
  const db = new BetterSqlite3(':memory:');
  applyMigrations(db, migrations.slice(0, UP_TO_HERE - 1), now);
  const replace = db.prepare(
    `INSERT INTO run_replaced (id, run_seq, kind, chunk_uuid, chunk_no, metadata, content, embedding_id, content_key, metadata_hash, source, last_run)
     VALUES (?, 7, ?, x'01', ?, '{"a":1}', ?, ?, x'02', x'03', 's.txt', 6)`,
  );
  replace.run(1, 3, 2, 'deleted', 11);
  replace.run(2, 1, 1, null, null);
  const remove = db.prepare(
    `INSERT INTO removed_chunk (id, removed_id, source, chunk_no, metadata, content, embedding_id) VALUES (?, 7, 's.txt', ?, '{}', ?, ?)`,
  );
  remove.run(1, 1, 'first', 12);
  remove.run(2, 2, 'second', null);
  applyMigrations(db, migrations.slice(0, UP_TO_HERE), now);

  const chunks = createReplacedChunkRepository(db);
  const [deleted] = chunks.ofRun(7, ['deleted'], 10);
  expect(deleted).toMatchObject({ chunkNo: 2, content: 'deleted', embeddingId: 11, source: 's.txt', lastRun: 6 });
  expect(deleted?.contentKey).toEqual(Buffer.from([2]));
  expect(chunks.ofRun(7, ['updated', 'moved'], 10)).toMatchObject([{ chunkNo: 1, content: null, metadata: '{"a":1}' }]);
  const removed = chunks.ofRemoved(7, 10);
  expect(removed.map(({ content, embeddingId }) => [content, embeddingId])).toEqual([
    ['first', 12],
    ['second', null],
  ]);
  const unused = () => db.prepare('SELECT embedding_id FROM embedding_unused ORDER BY seq').pluck().all();
  expect(unused()).toEqual([]);

  expect(chunks.dropSome({ removedId: 7 }, 1)).toBe(1);
  expect(chunks.unpin(7, 10)).toBe(1);
  expect(unused()).toEqual([12, 11]);
  expect(chunks.ofRemoved(7, 10).map(({ content }) => content)).toEqual(['second']);
  expect(chunks.dropSome({ runSeq: 7 }, 10)).toBe(2);
  db.close();
});
