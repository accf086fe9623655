import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { Database } from '../../../../electron/server/storage/database.ts';
import {
  type ChatUploadRepository,
  createChatUploadRepository,
} from '../../../../electron/server/storage/repositories/chat-upload-repository.ts';
import { openNewDatabase } from '../../../helpers/builders/new-database.ts';
import { makeTemporaryFolder } from '../../../helpers/builders/temporary-folder.ts';

const DATE = '2025-01-15T10:30:00.000Z';
const LATER = '2025-01-16T10:30:00.000Z';

let folder: ReturnType<typeof makeTemporaryFolder>;
let db: Database;
let uploads: ChatUploadRepository;

beforeEach(() => {
  folder = makeTemporaryFolder();
  db = openNewDatabase(join(folder.path, 'test.db'));
  uploads = createChatUploadRepository(db);
});
afterEach(() => {
  db.close();
  folder.remove();
});

function put(id: string, ownerId: string, chatId: string, createdDate = DATE): void {
  uploads.put({ id, ownerId, chatId, name: 'a.txt', mime: 'text/plain', sizeBytes: 3, createdDate });
}

function say(ownerId: string, chatId: string): void {
  db.prepare(
    "INSERT INTO chat_message (id, owner_id, chat_id, session_id, role, chat_type, content, created_date) VALUES (?, ?, ?, 's', 'userMessage', 'EXTERNAL', 'Hello', ?)",
  ).run(`${ownerId}-${chatId}`, ownerId, chatId, DATE);
}

const left = () => [...uploads.ids()].sort();

test('a file takes the place of one of its name in its chat', () => {
  put('1', 'flow-1', 'a');
  put('2', 'flow-1', 'b');
  put('3', 'flow-1', 'a');
  expect(left()).toEqual(['2', '3']);
  expect(uploads.find({ ownerId: 'flow-1', chatId: 'a' }, 'a.txt')?.id).toBe('3');
  expect(uploads.find({ ownerId: 'flow-2', chatId: 'a' }, 'a.txt')).toBeUndefined();
  expect(uploads.totals({ ownerId: 'flow-1', chatId: 'a' })).toEqual({ files: 1, sizeBytes: 3 });
});

test('files go with their chat, and old ones that no question came after', () => {
  put('said', 'flow-1', 'a');
  put('silent', 'flow-1', 'b');
  put('of another', 'flow-2', 'b');
  put('new', 'flow-3', 'b', LATER);
  say('flow-1', 'a');
  uploads.removeSilentOf('flow-1', 'c');
  expect(left()).toHaveLength(4);
  uploads.removeSilentOf('flow-1', undefined);
  expect(left()).toEqual(['new', 'of another', 'said']);
  uploads.removeSilentBefore(LATER);
  expect(left()).toEqual(['new', 'said']);
});

test('files go with their flow or store', () => {
  db.prepare(
    "INSERT INTO chatflow (id, name, flow_data, type, created_date, updated_date) VALUES ('flow-1', 'Flow', '{}', 'CHATFLOW', ?, ?)",
  ).run(DATE, DATE);
  put('1', 'flow-1', 'a');
  put('2', 'flow-2', 'a');
  db.exec('DELETE FROM chatflow');
  expect(left()).toEqual(['2']);
});
