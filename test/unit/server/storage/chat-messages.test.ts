import BetterSqlite3 from 'better-sqlite3';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { applyMigrations } from '../../../../electron/server/storage/apply-migrations.ts';
import { migrations } from '../../../../electron/server/storage/migrations/index.ts';
import { createChatMessageRepository } from '../../../../electron/server/storage/repositories/chat-message-repository.ts';

const DATE = '2025-01-15T10:30:00.000Z';
const UP_TO_HERE = 30;

let db: BetterSqlite3.Database;

function insertFeedback(id: string, ownerId: string): void {
  db.prepare("INSERT INTO feedback VALUES (?, ?, 'chat-1', ?, 'THUMBS_UP', 'Good', ?)").run(id, ownerId, id, DATE);
}

const ids = () => db.prepare('SELECT id FROM feedback ORDER BY id').pluck().all();

beforeEach(() => {
  db = new BetterSqlite3(':memory:');
  db.pragma('foreign_keys = ON');
  applyMigrations(db, migrations.slice(0, UP_TO_HERE - 1), () => new Date(DATE));
  db.prepare(
    "INSERT INTO chatflow (id, name, flow_data, type, created_date, updated_date) VALUES ('flow-1', 'Flow', '{}', 'CHATFLOW', ?, ?)",
  ).run(DATE, DATE);
  insertFeedback('before', 'flow-1');
  applyMigrations(db, migrations.slice(0, UP_TO_HERE), () => new Date(DATE));
});
afterEach(() => {
  db.close();
});

test('how people can be reached goes with the flow', () => {
  const insert = db.prepare(
    "INSERT INTO lead (id, owner_id, chat_id, name, created_date) VALUES (?, ?, 'c', 'Ada', ?)",
  );
  for (const owner of ['flow-1', 'store-1']) insert.run(owner, owner, DATE);
  db.exec('DELETE FROM chatflow');
  expect(db.prepare('SELECT id FROM lead').pluck().all()).toEqual(['store-1']);
});

test('feedback of before chat messages stays, and still goes with its flow', () => {
  expect(db.prepare('SELECT * FROM feedback').get()).toEqual({
    ...{ id: 'before', chatflowid: 'flow-1', chat_id: 'chat-1', message_id: 'before' },
    ...{ rating: 'THUMBS_UP', content: 'Good', created_date: DATE },
  });
  insertFeedback('of-a-store', 'store-1');
  db.exec('DELETE FROM chatflow');
  expect(ids()).toEqual(['of-a-store']);
});

test('messages are deleted in pieces of bytes, not only of rows, and always at least one', () => {
  applyMigrations(db, migrations, () => new Date(DATE));
  const messages = createChatMessageRepository(db);
  const row = { ownerId: 'flow-1', chatId: 'c', sessionId: 'c', role: 'apiMessage', chatType: 'EXTERNAL', content: '' };
  const nothing = { citations: null, details: null, outcome: null, error: null, leadEmail: null, fileUploads: null };
  for (const [id, bytes] of [40_000, 40_000, 300_000, 900_000, 10, 10, 10].entries()) {
    const passages = JSON.stringify([{ id: '', metadata: {}, pageContent: 'x'.repeat(bytes) }]);
    messages.insert({ ...row, ...nothing, passages, id: `${id}`, createdDate: DATE });
  }
  const pieces: number[] = [];
  for (let some = 2; some > 0; some = messages.removeSome({ ownerId: 'flow-1' }, 2)) pieces.push(some);
  expect(pieces.slice(1)).toEqual([2, 1, 1, 2, 1]);
});

test('a list goes on behind a message that is deleted meanwhile', () => {
  applyMigrations(db, migrations, () => new Date(DATE));
  const messages = createChatMessageRepository(db);
  const row = { ownerId: 'flow-1', chatId: 'c', sessionId: 'c', role: 'userMessage', chatType: 'EXTERNAL' };
  const nothing = {
    passages: null,
    citations: null,
    details: null,
    outcome: null,
    error: null,
    leadEmail: null,
    fileUploads: null,
  };
  for (const id of ['1', '2', '3']) messages.insert({ ...row, ...nothing, id, content: id, createdDate: DATE });
  const first = messages.list({ ownerId: 'flow-1' }, 'ASC', undefined, 2);
  expect(first.messages.map(({ id }) => id)).toEqual(['1', '2']);
  db.exec("DELETE FROM chat_message WHERE id = '2'");
  const rest = messages.list({ ownerId: 'flow-1' }, 'ASC', first.last, 2);
  expect(rest.messages.map(({ id }) => id)).toEqual(['3']);
});

test.each([
  ['answered', '', []],
  ['stopped', 'It', []],
  ['stopped', '', ['a', 'A', 'b', 'B']],
  ['failed', 'It', ['a', 'A', 'b', 'B']],
])(
  'what a question replaces goes in pieces with its answer, which is %s with "%s", or stays',
  (outcome, content, left) => {
    applyMigrations(db, migrations, () => new Date(DATE));
    const messages = createChatMessageRepository(db);
    const row = (id: string, role: string, more: object = {}) => ({
      ...{
        ownerId: 'flow-1',
        chatId: 'c',
        sessionId: 'c',
        chatType: 'EXTERNAL',
        content: 'x',
        passages: null,
        id,
        role,
      },
      ...{ citations: null, details: null, outcome: null, error: null, leadEmail: null, fileUploads: null },
      ...{ createdDate: DATE, ...more },
    });
    const big = { passages: JSON.stringify([{ id: '', metadata: {}, pageContent: 'x'.repeat(300_000) }]) };
    for (const id of ['z', 'a', 'b']) {
      messages.insert(row(id, 'userMessage'));
      messages.insert(row(id.toUpperCase(), 'apiMessage', big));
    }
    messages.insert(row('elsewhere', 'userMessage', { chatId: 'd' }));
    const question = row('q', 'userMessage');
    messages.insert(question);
    const place = messages.placeOf({ ...question, id: 'a' }) ?? 0;
    const isReplacing = messages.insertAnswer(row('Q', 'apiMessage', { outcome, content }), 'q', place);
    expect(isReplacing).toBe(left.length === 0);
    const pieces: number[] = [];
    while (isReplacing && pieces.at(-1) !== 0) pieces.push(messages.removeReplaced(question, place));
    if (isReplacing) expect(pieces).toEqual([2, 0]);
    const ids = messages.list({ ownerId: 'flow-1' }, 'ASC', undefined, 20).messages.map(({ id }) => id);
    expect(ids).toEqual(['z', 'Z', ...left, 'elsewhere', 'q', 'Q']);
  },
);
