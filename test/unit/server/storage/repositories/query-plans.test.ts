import { join } from 'node:path';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { type Database, openDatabase } from '../../../../../electron/server/storage/database.ts';
import { createChatMessageRepository } from '../../../../../electron/server/storage/repositories/chat-message-repository.ts';
import { createConversationRepository } from '../../../../../electron/server/storage/repositories/conversation-repository.ts';
import { createFeedbackRepository } from '../../../../../electron/server/storage/repositories/feedback-repository.ts';
import { createOriginalRepository } from '../../../../../electron/server/storage/repositories/original-repository.ts';
import { createRunRepository } from '../../../../../electron/server/storage/repositories/run-repository.ts';
import { makeTemporaryFolder } from '../../../../helpers/builders/temporary-folder.ts';

let folder: ReturnType<typeof makeTemporaryFolder>;
let db: Database;

beforeEach(() => {
  folder = makeTemporaryFolder();
  db = openDatabase(join(folder.path, 'test.sqlite'), () => new Date()).db;
});
afterEach(() => {
  db.close();
  folder.remove();
});

/** How SQLite does the last statement that the work prepares. */
function planOf(work: () => void, values: Readonly<Record<string, string | number>> = {}): string {
  const prepare = vi.spyOn(db, 'prepare');
  work();
  const sql = prepare.mock.lastCall?.[0];
  prepare.mockRestore();
  const steps = db.prepare<[object], { detail: string }>(`EXPLAIN QUERY PLAN ${sql}`).all(values);
  return steps.map(({ detail }) => detail).join('; ');
}

type Filter = Partial<Record<'chatId' | 'sessionId' | 'chatType', string>> & { readonly after?: number };

const ALL_RUNS = { ownerId: null, status: null, kind: null, from: null, to: null };
const SLICE = { before: null, limit: 50 };

test.each([
  ['all of them', {}, /^SCAN run$/],
  ['those of an owner', { ownerId: 'a' }, /^SEARCH run USING INDEX run_by_owner/],
  ['those in a state', { status: 'FAILED' }, /^SEARCH run USING INDEX run_by_status_and_seq/],
  ['those of a kind', { kind: 'store' }, /^SEARCH run USING INDEX run_by_kind/],
])('a list of runs, %s, is read from an index in its order', (_, chosen, expected) => {
  const runs = createRunRepository(db);
  expect(planOf(() => runs.list({ ...ALL_RUNS, ...chosen }, SLICE), { ...chosen, limit: 50 })).toMatch(expected);
});

test.each([
  ['all of it', {}, /^SCAN feedback USING INDEX feedback_by_date;/],
  ['of a rating', { rating: 'THUMBS_UP' }, /^SEARCH feedback USING INDEX feedback_by_rating/],
])('a list of feedback, %s, is read from an index in its order', (_, filter, expected) => {
  const feedback = createFeedbackRepository(db);
  const plan = planOf(() => feedback.listAll(filter, 50), { ...filter, limit: 50 });
  expect(plan).toMatch(expected);
  expect(plan).not.toMatch(/TEMP B-TREE|SCAN (?!feedback USING)/);
});

test.each([
  ['those of a chat', { chatId: 'chat-1' }, /USING INDEX chat_message_by_chat \(owner_id=\? AND chat_id=\?\)/],
  ['those of a session', { sessionId: 's' }, /USING INDEX chat_message_by_session \(owner_id=\? AND session_id=\?\)/],
  ['all of a flow', {}, /USING INDEX chat_message_by_owner \(owner_id=\?\)/],
  ['all of a type', { chatType: 'INTERNAL' }, /USING INDEX chat_message_by_type \(owner_id=\? AND chat_type=\?\)/],
  ['those of a chat and a type', { chatId: 'c', chatType: 'INTERNAL' }, /USING INDEX chat_message_by_chat \(/],
  ['those of a session and a type', { sessionId: 's', chatType: 'INTERNAL' }, /USING INDEX chat_message_by_session/],
  ['all of a flow from a message on', { after: 7 }, /USING INDEX chat_message_by_owner \(owner_id=\? AND seq>\?\)/],
])('a list of messages, %s, is read from an index in its order', (_, { after, ...filter }: Filter, expected) => {
  const messages = createChatMessageRepository(db);
  const values = {
    ownerId: 'a',
    ...filter,
    ...(after === undefined ? {} : { after }),
    limit: 50,
  };
  const plan = planOf(() => messages.list({ ownerId: 'a', ...filter }, 'ASC', after, 50), values);
  expect(plan).toMatch(expected);
  expect(plan).not.toContain('TEMP B-TREE');
});

test.each([
  ['all', {}, /^SCAN c USING INDEX conversation_by_last;/],
  ['those of a flow', { ownerId: 'a' }, /^SEARCH c USING INDEX conversation_by_owner \(owner_id=\?\);/],
  ['from one on', { before: 7 }, /^SEARCH c USING INDEX conversation_by_last \(last_seq<\?\);/],
  ['one of them', { ownerId: 'a', chatId: 'c' }, /^SEARCH c USING PRIMARY KEY \(owner_id=\? AND chat_id=\?\);/],
])('a list of conversations, %s, is read from an index in its order', (_, filter, expected) => {
  const conversations = createConversationRepository(db);
  const slice = { offset: 0, limit: 50 };
  const plan = planOf(() => conversations.list(filter, slice), { ...filter, ...slice });
  expect(plan).toMatch(expected);
  expect(plan).not.toMatch(/TEMP B-TREE FOR|SCAN (chat_message|m|chatflow|document_store)/);
});

test('the sum of all originals is read from an index alone', () => {
  const prepare = vi.spyOn(db, 'prepare');
  createOriginalRepository(db);
  const sql = prepare.mock.calls.map(([text]) => text).find((text) => /FROM original GROUP BY hash/.test(text));
  prepare.mockRestore();
  const [first] = db.prepare<[], { detail: string }>(`EXPLAIN QUERY PLAN ${sql}`).all().slice(1);
  expect(first?.detail).toBe('SCAN original USING COVERING INDEX original_by_hash');
});
