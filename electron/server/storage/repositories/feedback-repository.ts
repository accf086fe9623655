import type { Feedback } from '../../../../shared/api/feedback.ts';
import type { Database } from '../database.ts';
import { createRowTable, type Slice } from './row-repository.ts';

/** Which feedback of a chatflow. Null: no limit on that side. */
export interface FeedbackFilter {
  readonly chatflowid: string;
  readonly chatId: string | null;
  /** ISO instants, both inclusive. */
  readonly from: string | null;
  readonly to: string | null;
}

const MATCHES = `WHERE chatflowid = @chatflowid AND (@chatId IS NULL OR chat_id = @chatId)
  AND (@from IS NULL OR created_date >= @from) AND (@to IS NULL OR created_date <= @to)`;

/** Rows of the `feedback` table; they go with their chatflow. */
export function createFeedbackRepository(db: Database) {
  const rows = createRowTable<Feedback>(db, 'feedback', {
    id: 'id',
    chatflowid: 'chatflowid',
    chatId: 'chat_id',
    messageId: 'message_id',
    rating: 'rating',
    content: 'content',
    createdDate: 'created_date',
  });
  const ofMessage = rows.prepareSelect<[string]>('WHERE message_id = ?');
  const oldestFirst = rows.prepareSelect<[FeedbackFilter & Slice]>(
    `${MATCHES} ORDER BY created_date, rowid LIMIT @limit OFFSET @offset`,
  );
  const newestFirst = rows.prepareSelect<[FeedbackFilter & Slice]>(
    `${MATCHES} ORDER BY created_date DESC, rowid DESC LIMIT @limit OFFSET @offset`,
  );
  const count = db.prepare<[FeedbackFilter], { total: number }>(`SELECT count(*) AS total FROM feedback ${MATCHES}`);
  return {
    insert: rows.insert,
    update: rows.update,
    find: rows.find,
    findByMessage: (messageId: string): Feedback | undefined => ofMessage.get(messageId),
    list: (filter: FeedbackFilter, order: 'ASC' | 'DESC', slice: Slice): Feedback[] =>
      (order === 'ASC' ? oldestFirst : newestFirst).all({ ...filter, ...slice }),
    count: (filter: FeedbackFilter): number => count.get(filter)?.total ?? 0,
  };
}

export type FeedbackRepository = ReturnType<typeof createFeedbackRepository>;
