import BetterSqlite3 from 'better-sqlite3';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { applyMigrations } from '../../../../electron/server/storage/apply-migrations.ts';
import { migrations } from '../../../../electron/server/storage/migrations/index.ts';

const DATE = '2025-01-15T10:30:00.000Z';
const now = () => new Date(DATE);
const UP_TO_HERE = 4;

let db: BetterSqlite3.Database;

beforeEach(() => {
  db = new BetterSqlite3(':memory:');
  db.pragma('foreign_keys = ON');
  applyMigrations(db, migrations.slice(0, UP_TO_HERE - 1), now);
});

afterEach(() => {
  db.close();
});

function insertRun(id: string, ownerId: string): void {
  db.prepare("INSERT INTO run (id, chatflow_id, status, created_date, nodes) VALUES (?, ?, 'FINISHED', ?, '[]')").run(
    id,
    ownerId,
    DATE,
  );
}

const count = (table: string) => db.prepare(`SELECT count(*) FROM ${table}`).pluck().get();

test('upserts from before the history are in it', () => {
  insertRun('run-1', 'flow-1');
  applyMigrations(db, migrations.slice(0, UP_TO_HERE), now);
  expect(db.prepare('SELECT flow_data FROM upsert_history').pluck().all()).toEqual(['[]']);
});

test.each([
  {
    table: 'chatflow',
    insert: `INSERT INTO chatflow (id, name, flow_data, type, created_date, updated_date) VALUES (?, 'n', '{}', 'CHATFLOW', '', '')`,
  },
  {
    table: 'document_store',
    insert: `INSERT INTO document_store (id, name, created_date, updated_date) VALUES (?, 'n', '', '')`,
  },
])('what upserts leave goes with the $table, and only with its own', ({ table, insert }) => {
  applyMigrations(db, migrations.slice(0, UP_TO_HERE), now);
  for (const owner of ['one', 'two']) {
    db.prepare(insert).run(owner);
    insertRun(`run-${owner}`, owner);
    db.prepare("INSERT INTO upsert_history (run_seq, flow_data) SELECT seq, '[]' FROM run WHERE id = ?").run(
      `run-${owner}`,
    );
    db.prepare("INSERT INTO run_request (run_id, request) VALUES (?, '{}')").run(`run-${owner}`);
    db.prepare("INSERT INTO idempotency_key VALUES (?, 'key', x'00', ?, 200, null, '')").run(owner, `run-${owner}`);
  }
  db.prepare(`DELETE FROM ${table} WHERE id = ?`).run('one');
  expect(['upsert_history', 'run_request', 'idempotency_key'].map(count)).toEqual([1, 1, 1]);
  expect(db.prepare('SELECT owner_id FROM idempotency_key').pluck().get()).toBe('two');
  expect(count('run')).toBe(2);
});
