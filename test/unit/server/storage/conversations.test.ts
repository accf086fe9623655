import BetterSqlite3 from 'better-sqlite3';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { applyMigrations } from '../../../../electron/server/storage/apply-migrations.ts';
import { conversations } from '../../../../electron/server/storage/migrations/0032-conversations.ts';
import { migrations } from '../../../../electron/server/storage/migrations/index.ts';

const BEFORE = migrations.indexOf(conversations);
const DATE = '2025-01-15T10:30:00.000Z';

let db: BetterSqlite3.Database;
let nextId = 0;

function insert(chatId: string, ownerId = 'flow-1'): void {
  nextId += 1;
  db.prepare(
    `INSERT INTO chat_message (id, owner_id, chat_id, session_id, role, chat_type, content, created_date)
     VALUES (?, ?, ?, ?, 'userMessage', 'EXTERNAL', '', ?)`,
  ).run(`${nextId}`, ownerId, chatId, chatId, DATE);
}

const rows = () =>
  db.prepare('SELECT chat_id, messages, last_seq, binned_seq FROM conversation ORDER BY chat_id').raw().all();
const bin = (chatId: string) =>
  db
    .prepare("UPDATE conversation SET binned_seq = last_seq, binned_date = '', messages = 0 WHERE chat_id = ?")
    .run(chatId);
const remove = (seq: number) => db.prepare('DELETE FROM chat_message WHERE seq = ?').run(seq);

beforeEach(() => {
  db = new BetterSqlite3(':memory:');
  applyMigrations(db, migrations.slice(0, BEFORE), () => new Date(DATE));
  insert('a');
  insert('b');
  insert('a');
  applyMigrations(db, migrations, () => new Date(DATE));
});
afterEach(() => {
  db.close();
});

test('chats of before are conversations, and the rows follow the messages', () => {
  expect(rows()).toEqual([
    ['a', 2, 3, 0],
    ['b', 1, 2, 0],
  ]);
  insert('b');
  remove(3);
  expect(rows()).toEqual([
    ['a', 1, 1, 0],
    ['b', 2, 4, 0],
  ]);
  remove(1);
  expect(rows()).toEqual([['b', 2, 4, 0]]);
});

test('a message with the number of one that is deleted from the bin is not in the bin', () => {
  insert('a');
  bin('a');
  expect(rows()[0]).toEqual(['a', 0, 4, 4]);
  remove(4);
  expect(rows()[0]).toEqual(['a', 0, 3, 3]);
  insert('a');
  expect(rows()[0]).toEqual(['a', 1, 4, 3]);
});
