import type { Database } from '../database.ts';
import { createChatUploadRepository } from './chat-upload-repository.ts';
import { createFeedbackRepository } from './feedback-repository.ts';
import { prepareForGiven } from './given-conditions.ts';
import { createRowTable, type Slice } from './row-repository.ts';

export interface ChatMessageRow {
  readonly id: string;
  readonly ownerId: string;
  readonly chatId: string;
  readonly sessionId: string;
  readonly role: string;
  readonly chatType: string;
  readonly content: string;
  /** JSON; null for a question. */
  readonly passages: string | null;
  /** JSON; null for a question. */
  readonly citations: string | null;
  /** JSON; null for a question. */
  readonly details: string | null;
  readonly outcome: string | null;
  readonly error: string | null;
  readonly leadEmail: string | null;
  /** JSON; null without any. */
  readonly fileUploads: string | null;
  readonly createdDate: string;
}

/** Which messages of a flow or store. What is not given is no condition. */
export interface ChatMessageConditions {
  readonly ownerId: string;
  readonly chatId?: string | undefined;
  readonly sessionId?: string | undefined;
  readonly messageId?: string | undefined;
  readonly chatType?: string | undefined;
  /** JSON list of ratings of their feedback. */
  readonly ratings?: string | undefined;
  /** JSON list. */
  readonly sessions?: string | undefined;
  /** Of the chat `replacedChat` only what is before this place. */
  readonly replacedFrom?: number | undefined;
  readonly replacedChat?: string | undefined;
  /** ISO instants, both inclusive. */
  readonly from?: string | undefined;
  readonly to?: string | undefined;
}

/** A question of a chat. */
type QuestionId = Pick<ChatMessageRow, 'ownerId' | 'chatId' | 'id'>;

/** Which messages are deleted. */
export interface RemovedMessages extends ChatMessageConditions {
  /** Places, both inclusive. */
  readonly fromSeq?: number | undefined;
  readonly toSeq?: number | undefined;
}

const CONDITIONS = {
  ownerId: 'owner_id = @ownerId',
  chatId: 'chat_id = @chatId',
  sessionId: 'session_id = @sessionId',
  messageId: 'id = @messageId',
  chatType: 'chat_type = @chatType',
  // The sign keeps SQLite from the index of types: that of the chat, or of the session, has fewer rows.
  alsoType: '+chat_type = @chatType',
  ratings: `EXISTS (SELECT 1 FROM feedback WHERE message_id = chat_message.id AND rating IN (SELECT value FROM json_each(@ratings)))`,
  sessions: 'session_id IN (SELECT value FROM json_each(@sessions))',
  replacedFrom: '(seq < @replacedFrom OR chat_id <> @replacedChat)',
  from: 'created_date >= @from',
  to: 'created_date <= @to',
  after: 'seq > @after',
  before: 'seq < @before',
  fromSeq: 'seq >= @fromSeq',
  toSeq: 'seq <= @toSeq',
  isLive: `NOT EXISTS (SELECT 1 FROM conversation c
    WHERE c.owner_id = chat_message.owner_id AND c.chat_id = chat_message.chat_id AND chat_message.seq <= c.binned_seq)`,
} as const;

/** Not those of conversations in the bin. */
const LIVE = { isLive: 1 };

/** Names of the conditions, as {@link prepareForGiven} chooses them. */
function chosen<Where extends ChatMessageConditions>(where: Where) {
  const isOfFew = where.chatType !== undefined && (where.chatId ?? where.sessionId) !== undefined;
  return isOfFew ? { ...where, chatType: undefined, alsoType: 1 } : where;
}

/** Of texts that are deleted in one transaction, at most 50 ms: their pages are overwritten. */
const REMOVED_BYTES = 256 * 1024;
/** The same in rows. */
const REPLACED_ROWS = 100;
const ROW_BYTES = ['content', 'passages', 'citations'].map((name) => `coalesce(octet_length(${name}), 0)`).join(' + ');

function prepareRows(db: Database) {
  return createRowTable<ChatMessageRow>(db, 'chat_message', {
    id: 'id',
    ownerId: 'owner_id',
    chatId: 'chat_id',
    sessionId: 'session_id',
    role: 'role',
    chatType: 'chat_type',
    content: 'content',
    passages: 'passages',
    citations: 'citations',
    details: 'details',
    outcome: 'outcome',
    error: 'error',
    leadEmail: 'lead_email',
    fileUploads: 'file_uploads',
    createdDate: 'created_date',
  });
}

type Rows = ReturnType<typeof prepareRows>;

function prepareReading(db: Database, rows: Rows) {
  const inOrder = (order: string) =>
    prepareForGiven(CONDITIONS, (where) => rows.prepareSelect<[object]>(`${where} ORDER BY seq ${order} LIMIT @limit`));
  return {
    oldestFirst: inOrder('ASC'),
    newestFirst: inOrder('DESC'),
    sessions: prepareForGiven(CONDITIONS, (where) =>
      db
        .prepare<[object], string>(
          `SELECT session_id FROM chat_message ${where} GROUP BY session_id ORDER BY max(seq) DESC LIMIT @limit OFFSET @offset`,
        )
        .pluck(),
    ),
    texts: db.prepare<[object], { readonly seq: number; readonly content: string }>(
      `SELECT seq, content FROM chat_message WHERE ${CONDITIONS.ownerId} AND ${CONDITIONS.chatId} AND ${CONDITIONS.after}
       ORDER BY seq LIMIT @limit`,
    ),
    place: db.prepare<[string], number>('SELECT seq FROM chat_message WHERE id = ?').pluck(),
  };
}

function createWriting(db: Database, rows: Rows) {
  const feedback = createFeedbackRepository(db);
  const uploads = createChatUploadRepository(db);
  const hasAnswer = db.prepare<[object]>(
    `SELECT 1 FROM chat_message WHERE ${CONDITIONS.ownerId} AND ${CONDITIONS.chatId} AND ${CONDITIONS.fromSeq} AND ${CONDITIONS.toSeq}
     AND role = 'apiMessage' AND content <> ''`,
  );
  const questionOf = db
    .prepare<[object], number>(
      `SELECT seq FROM chat_message WHERE ${CONDITIONS.ownerId} AND ${CONDITIONS.chatId} AND ${CONDITIONS.messageId}
       AND role = 'userMessage' AND ${CONDITIONS.isLive}`,
    )
    .pluck();
  const take = prepareForGiven(CONDITIONS, (where) =>
    db
      .prepare<[object], string>(
        `DELETE FROM chat_message WHERE seq IN (
           SELECT seq FROM (SELECT seq, sum(bytes) OVER (ORDER BY seq) - bytes AS before
             FROM (SELECT seq, ${ROW_BYTES} AS bytes FROM chat_message ${where} ORDER BY seq LIMIT @limit))
           WHERE before < @bytes) RETURNING id`,
      )
      .pluck(),
  );

  function remove(where: RemovedMessages, limit: number, bytes: number): number {
    const ids = take(chosen(where)).all({ ...where, limit, bytes });
    feedback.removeOfMessages(ids);
    uploads.removeSilentOf(where.ownerId, where.chatId);
    return ids.length;
  }

  const placeOf = ({ id: messageId, ownerId, chatId }: QuestionId) => questionOf.get({ ownerId, chatId, messageId });

  function replaced({ ownerId, chatId, id }: QuestionId, fromSeq: number) {
    const place = placeOf({ ownerId, chatId, id });
    return place === undefined ? undefined : { ownerId, chatId, fromSeq, toSeq: place - 1 };
  }

  function removeReplaced(question: QuestionId, fromSeq: number): number {
    const where = replaced(question, fromSeq);
    return where === undefined ? 0 : remove(where, REPLACED_ROWS, REMOVED_BYTES);
  }

  const insertAnswer = db.transaction((answer: ChatMessageRow, id: string, fromSeq: number | undefined): boolean => {
    const question = { ...answer, id };
    if (placeOf(question) === undefined) return false;
    // Before the removal: a conversation without messages would lose its title.
    rows.insert(answer);
    if (fromSeq === undefined) return false;
    const isAnswer = answer.outcome === 'answered' || (answer.outcome === 'stopped' && answer.content !== '');
    if (!isAnswer && hasAnswer.get(replaced(question, fromSeq) ?? {}) !== undefined) return false;
    return removeReplaced(question, fromSeq) > 0;
  });
  return { placeOf, insertAnswer, removeReplaced: db.transaction(removeReplaced), removeSome: db.transaction(remove) };
}

/** Rows of `chat_message`. */
export function createChatMessageRepository(db: Database) {
  const rows = prepareRows(db);
  const sql = prepareReading(db, rows);
  const { placeOf, insertAnswer, removeReplaced, removeSome } = createWriting(db, rows);
  return {
    insert: rows.insert,
    /** The place of a question of a chat; undefined where that has no such question, or it is in the bin. */
    placeOf,
    /**
     * Stores an answer, unless its question has been deleted, or put into the bin, meanwhile. What the question replaces, all between a place and the question, begins to go
     * in the same transaction, unless the answer failed, or has no text, and there is an answer to lose.
     * @param replacedFrom the place; undefined: nothing is replaced
     * @returns whether the rest is to be deleted with {@link removeReplaced}
     */
    insertAnswer: (answer: ChatMessageRow, questionId: string, replacedFrom?: number): boolean =>
      insertAnswer.immediate(answer, questionId, replacedFrom),
    /** Deletes some of what a question replaces, as {@link removeSome}. @returns 0 when none is left */
    removeReplaced: (question: QuestionId, replacedFrom: number): number =>
      removeReplaced.immediate(question, replacedFrom),
    find: rows.find,
    /**
     * @param last the place behind which it goes on
     * @returns messages, and the place of the last one, which holds also when that is deleted
     */
    list(
      where: ChatMessageConditions,
      order: 'ASC' | 'DESC',
      last: number | undefined,
      limit: number,
    ): { readonly messages: readonly ChatMessageRow[]; readonly last: number | undefined } {
      const isRising = order === 'ASC';
      const given = { ...where, ...LIVE, [isRising ? 'after' : 'before']: last };
      const messages = (isRising ? sql.oldestFirst : sql.newestFirst)(chosen(given)).all({ ...given, limit });
      return { messages, last: sql.place.get(messages.at(-1)?.id ?? '') };
    },
    /** Sessions with such messages, last used first. */
    sessions: (where: ChatMessageConditions, slice: Slice): string[] =>
      sql.sessions(chosen({ ...where, ...LIVE })).all({ ...where, ...slice }),
    /** Texts of a chat behind a place, oldest first. */
    texts: (ownerId: string, chatId: string, after: number, limit: number) =>
      sql.texts.all({ ownerId, chatId, after, limit }),
    /** Deletes some, those in the bin too, with their feedback, and the files of chats without others: as many as take a few ms. @param limit rows @returns 0 when none is left */
    removeSome: (where: RemovedMessages, limit: number): number => removeSome.immediate(where, limit, REMOVED_BYTES),
  };
}

export type ChatMessageRepository = ReturnType<typeof createChatMessageRepository>;
