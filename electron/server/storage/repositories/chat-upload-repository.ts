import type { Database } from '../database.ts';
import { createRowTable } from './row-repository.ts';

/** A stored file of a chat. */
export interface ChatUploadRow {
  readonly id: string;
  readonly ownerId: string;
  readonly chatId: string;
  /** As it was sent: never a path. */
  readonly name: string;
  readonly mime: string;
  readonly sizeBytes: number;
  readonly createdDate: string;
}

export type Chat = Pick<ChatUploadRow, 'ownerId' | 'chatId'>;

/** Of chats in which nothing is said (any more). */
const SILENT = `NOT EXISTS (SELECT 1 FROM chat_message AS m WHERE m.owner_id = chat_upload.owner_id AND m.chat_id = chat_upload.chat_id)`;
/** Of conversations in the bin. What came behind that is of the one that goes on. */
const BINNED = `EXISTS (SELECT 1 FROM conversation AS c WHERE c.owner_id = chat_upload.owner_id AND c.chat_id = chat_upload.chat_id
  AND chat_upload.created_date <= c.binned_date)`;
const OF_CHAT = 'owner_id = @ownerId AND chat_id = @chatId';

/** Rows of `chat_upload`; they go with their messages, and with their chatflow or document store. */
export function createChatUploadRepository(db: Database) {
  const rows = createRowTable<ChatUploadRow>(db, 'chat_upload', {
    id: 'id',
    ownerId: 'owner_id',
    chatId: 'chat_id',
    name: 'name',
    mime: 'mime',
    sizeBytes: 'size_bytes',
    createdDate: 'created_date',
  });
  const named = (where: string) =>
    rows.prepareSelect<[Chat & Pick<ChatUploadRow, 'name'>]>(`WHERE ${OF_CHAT} AND name = @name ${where}`);
  const any = named('');
  const live = named(`AND NOT ${BINNED}`);
  const ids = db.prepare<[], string>('SELECT id FROM chat_upload').pluck();
  const totals = db.prepare<[Chat], { files: number; sizeBytes: number }>(
    `SELECT count(*) AS files, coalesce(sum(size_bytes), 0) AS sizeBytes FROM chat_upload WHERE ${OF_CHAT}`,
  );
  const removeSilentOf = db.prepare<[{ ownerId: string; chatId: string | null }]>(
    `DELETE FROM chat_upload WHERE owner_id = @ownerId AND (@chatId IS NULL OR chat_id = @chatId) AND ${SILENT}`,
  );
  const removeSilentBefore = db.prepare<[string]>(`DELETE FROM chat_upload WHERE created_date < ? AND ${SILENT}`);
  const removeBinned = db.prepare<[Chat]>(`DELETE FROM chat_upload WHERE ${OF_CHAT} AND ${BINNED}`);
  const put = db.transaction((row: ChatUploadRow): void => {
    const before = any.get(row);
    if (before !== undefined) rows.remove(before.id);
    rows.insert(row);
  });
  return {
    /** Takes the place of one of the same name in the chat. */
    put: (row: ChatUploadRow): void => put.immediate(row),
    /** Not one of a conversation in the bin. */
    find: (chat: Chat, name: string): ChatUploadRow | undefined => live.get({ ...chat, name }),
    totals: (chat: Chat) => totals.get(chat) ?? { files: 0, sizeBytes: 0 },
    ids: (): ReadonlySet<string> => new Set(ids.iterate()),
    /** Deletes those of an owner's chats without messages. @param chatId undefined: of all its chats */
    removeSilentOf: (ownerId: string, chatId: string | undefined): void =>
      void removeSilentOf.run({ ownerId, chatId: chatId ?? null }),
    /** Deletes those of a conversation in the bin. */
    removeBinned: ({ ownerId, chatId }: Chat): void => void removeBinned.run({ ownerId, chatId }),
    /** Deletes those of all chats without messages that were stored before a date (ISO). */
    removeSilentBefore: (date: string): void => void removeSilentBefore.run(date),
  };
}

export type ChatUploadRepository = ReturnType<typeof createChatUploadRepository>;
