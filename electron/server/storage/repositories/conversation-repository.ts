import type { Conversation } from '../../../../shared/api/conversations.ts';
import type { Database } from '../database.ts';
import { createChatMessageRepository } from './chat-message-repository.ts';
import { createChatUploadRepository } from './chat-upload-repository.ts';
import { prepareForGiven } from './given-conditions.ts';
import type { Slice } from './row-repository.ts';

/** Which chat of which flow or store. */
export type ConversationKey = Pick<Conversation, 'ownerId' | 'chatId'>;

export interface ConversationRow extends Omit<Conversation, 'goesDate'> {
  /** Place of its last message. */
  readonly lastSeq: number;
  /** Its messages are behind this place. */
  readonly binnedSeq: number;
  /** ISO; null if it is not in the bin. */
  readonly binnedDate: string | null;
}

/** Which conversations. */
export interface ConversationConditions {
  readonly ownerId?: string | undefined;
  readonly chatId?: string | undefined;
  /** JSON list of the owners that are left out. */
  readonly hidden?: string | undefined;
  /** Those whose last message is before this place. */
  readonly before?: number | undefined;
}

/** Which are deleted. */
export interface DroppedConversations extends Pick<ConversationConditions, 'ownerId' | 'hidden'> {
  /** ISO instant, inclusive. */
  readonly until: string;
}

const CONDITIONS = {
  ownerId: 'owner_id = @ownerId',
  chatId: 'chat_id = @chatId',
  hidden: 'owner_id NOT IN (SELECT value FROM json_each(@hidden))',
  before: 'last_seq < @before',
  isLive: 'messages > 0',
  isBinned: 'binned_date IS NOT NULL',
  binnedBefore: 'binned_date <= @until',
  // The signs keep SQLite from going through all owners, and sorting what it finds.
  isOwned: `owner_id NOT IN (SELECT owner_id FROM bin)
    AND (+owner_id IN (SELECT id FROM chatflow) OR +owner_id IN (SELECT id FROM document_store))`,
} as const;

/** Its first question stands for a title; of a long one the window shows so many characters. */
const TITLE_LETTERS = 80;
const SAME_CHAT = 'm.owner_id = c.owner_id AND m.chat_id = c.chat_id';
const IN_BIN = `${SAME_CHAT} AND m.seq <= c.binned_seq`;

const common = `owner_id AS ownerId, chat_id AS chatId, binned_date AS binnedDate,
  coalesce((SELECT name FROM chatflow WHERE id = owner_id), (SELECT name FROM document_store WHERE id = owner_id), '') AS ownerName`;
const titleOf = (
  side: '<=' | '>',
) => `coalesce(title, (SELECT substr(trim(content), 1, ${TITLE_LETTERS}) FROM chat_message m
  WHERE ${SAME_CHAT} AND m.seq ${side} c.binned_seq AND m.role = 'userMessage' ORDER BY m.seq LIMIT 1), '') AS title`;
const LIVE = `SELECT ${common}, ${titleOf('>')}, messages, last_seq AS lastSeq, binned_seq AS binnedSeq,
  coalesce((SELECT created_date FROM chat_message WHERE seq = last_seq), '') AS lastDate FROM conversation c`;
const BINNED = `SELECT ${common}, ${titleOf('<=')}, (SELECT count(*) FROM chat_message m WHERE ${IN_BIN}) AS messages,
  binned_seq AS lastSeq, 0 AS binnedSeq,
  coalesce((SELECT created_date FROM chat_message WHERE seq = binned_seq), '') AS lastDate FROM conversation c`;

function createDropping(db: Database) {
  const messages = createChatMessageRepository(db);
  const uploads = createChatUploadRepository(db);
  const expired = prepareForGiven(CONDITIONS, (where) =>
    db.prepare<[object], ConversationKey & { readonly toSeq: number }>(
      `SELECT owner_id AS ownerId, chat_id AS chatId, binned_seq AS toSeq FROM conversation ${where} LIMIT 1`,
    ),
  );
  const oldest = prepareForGiven(CONDITIONS, (where) =>
    db.prepare<[object], ConversationKey & { readonly lastDate: string }>(
      `SELECT owner_id AS ownerId, chat_id AS chatId, (SELECT created_date FROM chat_message WHERE seq = last_seq) AS lastDate
       FROM conversation ${where} ORDER BY last_seq LIMIT 1`,
    ),
  );
  const forget = db.prepare<[object]>(
    'UPDATE conversation SET binned_seq = 0, binned_date = NULL WHERE owner_id = @ownerId AND chat_id = @chatId',
  );
  const dropExpired = db.transaction((where: DroppedConversations, limit: number): number => {
    const next = expired({ ...where, isBinned: 1, binnedBefore: 1 }).get(where);
    if (next === undefined) return 0;
    uploads.removeBinned(next);
    return messages.removeSome(next, limit) || forget.run(next).changes;
  });
  const dropOld = db.transaction((where: DroppedConversations, limit: number): number => {
    const next = oldest({ ...where, isLive: 1 }).get(where);
    return next === undefined || next.lastDate > where.until ? 0 : messages.removeSome({ ...next }, limit);
  });
  return { dropExpired, dropOld };
}

/** Rows of `conversation`, which triggers make and delete with the messages. */
export function createConversationRepository(db: Database) {
  const live = prepareForGiven(CONDITIONS, (where) =>
    db.prepare<[object], ConversationRow>(`${LIVE} ${where} ORDER BY last_seq DESC LIMIT @limit OFFSET @offset`),
  );
  const binned = prepareForGiven(CONDITIONS, (where) =>
    db.prepare<[object], ConversationRow>(`${BINNED} ${where} ORDER BY binned_date DESC LIMIT @limit OFFSET @offset`),
  );
  const rename = db.prepare<[object]>(
    'UPDATE conversation SET title = @title WHERE owner_id = @ownerId AND chat_id = @chatId AND messages > 0',
  );
  const bin = db.prepare<[object]>(
    `UPDATE conversation SET binned_seq = last_seq, binned_date = @date, messages = 0
     WHERE owner_id = @ownerId AND chat_id = @chatId AND messages > 0`,
  );
  const restore = db.prepare<[object]>(
    `UPDATE conversation AS c SET binned_seq = 0, binned_date = NULL, messages = (SELECT count(*) FROM chat_message m WHERE ${SAME_CHAT})
     WHERE owner_id = @ownerId AND chat_id = @chatId AND binned_date IS NOT NULL`,
  );
  const wasChanged = (statement: typeof rename, values: object) => statement.run(values).changes === 1;
  const { dropExpired, dropOld } = createDropping(db);
  return {
    /** Last used first; not those whose flow or store is deleted or in the bin. */
    list: (where: ConversationConditions, slice: Slice): ConversationRow[] =>
      live({ ...where, isLive: 1, isOwned: 1 }).all({ ...where, ...slice }),
    /** Those in the bin, the last deleted first. */
    listBinned: (where: Omit<ConversationConditions, 'before'>, slice: Slice): ConversationRow[] =>
      binned({ ...where, isBinned: 1, isOwned: 1 }).all({ ...where, ...slice }),
    /** @returns whether there is such a conversation, as all of these */
    rename: (key: ConversationKey, title: string): boolean => wasChanged(rename, { ...key, title }),
    bin: (key: ConversationKey, date: string): boolean => wasChanged(bin, { ...key, date }),
    restore: (key: ConversationKey): boolean => wasChanged(restore, key),
    /** Deletes files and some messages of conversations that came into the bin until a date. @returns 0 when nothing is left */
    dropExpired: (where: DroppedConversations, limit: number): number => dropExpired.immediate(where, limit),
    /** The same of those that were last used until a date. */
    dropOld: (where: DroppedConversations, limit: number): number => dropOld.immediate(where, limit),
  };
}

export type ConversationRepository = ReturnType<typeof createConversationRepository>;
