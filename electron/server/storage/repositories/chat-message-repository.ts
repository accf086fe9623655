import type { Database } from '../database.ts';
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
  /** JSON list. */
  readonly chatTypes?: string | undefined;
  /** JSON list of ratings of their feedback. */
  readonly ratings?: string | undefined;
  /** JSON list. */
  readonly sessions?: string | undefined;
  /** ISO instants, both inclusive. */
  readonly from?: string | undefined;
  readonly to?: string | undefined;
}

const CONDITIONS = {
  ownerId: 'owner_id = @ownerId',
  chatId: 'chat_id = @chatId',
  sessionId: 'session_id = @sessionId',
  messageId: 'id = @messageId',
  chatTypes: 'chat_type IN (SELECT value FROM json_each(@chatTypes))',
  ratings: `EXISTS (SELECT 1 FROM feedback WHERE message_id = chat_message.id AND rating IN (SELECT value FROM json_each(@ratings)))`,
  sessions: 'session_id IN (SELECT value FROM json_each(@sessions))',
  from: 'created_date >= @from',
  to: 'created_date <= @to',
  after: 'seq > @after',
  before: 'seq < @before',
} as const;

/** Rows of `chat_message`. */
export function createChatMessageRepository(db: Database) {
  const feedback = createFeedbackRepository(db);
  const rows = createRowTable<ChatMessageRow>(db, 'chat_message', {
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
  const inOrder = (order: string) =>
    prepareForGiven(CONDITIONS, (where) => rows.prepareSelect<[object]>(`${where} ORDER BY seq ${order} LIMIT @limit`));
  const oldestFirst = inOrder('ASC');
  const newestFirst = inOrder('DESC');
  const sessionsOf = prepareForGiven(CONDITIONS, (where) =>
    db
      .prepare<[object], string>(
        `SELECT session_id FROM chat_message ${where} GROUP BY session_id ORDER BY max(seq) DESC LIMIT @limit OFFSET @offset`,
      )
      .pluck(),
  );
  const take = prepareForGiven(CONDITIONS, (where) =>
    db
      .prepare<[object], string>(
        `DELETE FROM chat_message WHERE seq IN (SELECT seq FROM chat_message ${where} LIMIT @limit) RETURNING id`,
      )
      .pluck(),
  );
  const placeOf = db.prepare<[string], number>('SELECT seq FROM chat_message WHERE id = ?').pluck();
  const insertAnswer = db.transaction((answer: ChatMessageRow, questionId: string): void => {
    if (rows.find(questionId) !== undefined) rows.insert(answer);
  });
  const removeSome = db.transaction((where: ChatMessageConditions, limit: number): number => {
    const ids = take(where).all({ ...where, limit });
    feedback.removeOfMessages(ids);
    return ids.length;
  });
  return {
    insert: rows.insert,
    /** Stores an answer, unless its question has been deleted meanwhile. */
    insertAnswer: (answer: ChatMessageRow, questionId: string): void => insertAnswer.immediate(answer, questionId),
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
      const given = { ...where, [isRising ? 'after' : 'before']: last };
      const messages = (isRising ? oldestFirst : newestFirst)(given).all({ ...given, limit });
      return { messages, last: placeOf.get(messages.at(-1)?.id ?? '') };
    },
    /** Sessions with such messages, last used first. */
    sessions: (where: ChatMessageConditions, slice: Slice): string[] => sessionsOf(where).all({ ...where, ...slice }),
    /** Deletes some of them with their feedback. @returns how many */
    removeSome: (where: ChatMessageConditions, limit: number): number => removeSome.immediate(where, limit),
  };
}

export type ChatMessageRepository = ReturnType<typeof createChatMessageRepository>;
