import type { Feedback } from '../../../../shared/api/feedback.ts';
import type { Database } from '../database.ts';
import { prepareForGiven } from './given-conditions.ts';
import { createRowTable, type Slice } from './row-repository.ts';

/** Which feedback of a chatflow. Null: no limit on that side. */
export interface FeedbackFilter {
  readonly chatflowid: string;
  readonly chatId: string | null;
  /** ISO instants, both inclusive. */
  readonly from: string | null;
  readonly to: string | null;
}

/** Which feedback of all chatflows. */
export interface AllFeedbackFilter {
  readonly chatflowid?: string | undefined;
  readonly rating?: string | undefined;
  /** ISO instants, both inclusive. */
  readonly from?: string | undefined;
  readonly to?: string | undefined;
  /** JSON list of the chatflows that are left out. */
  readonly hidden?: string | undefined;
}

/** Where a page begins: behind this row. */
export interface FeedbackPlace {
  readonly createdDate: string;
  readonly id: string;
}

/** Neither of a flow or store in the bin, nor of a conversation there. */
const IS_LIVE = `chatflowid NOT IN (SELECT owner_id FROM bin) AND NOT EXISTS (
  SELECT 1 FROM chat_message m JOIN conversation c ON c.owner_id = m.owner_id AND c.chat_id = m.chat_id
  WHERE m.id = feedback.message_id AND m.seq <= c.binned_seq)`;

const CONDITIONS = {
  chatflowid: 'chatflowid = @chatflowid',
  rating: 'rating = @rating',
  from: 'created_date >= @from',
  to: 'created_date <= @to',
  hidden: 'chatflowid NOT IN (SELECT value FROM json_each(@hidden))',
  createdDate: '(created_date, id) < (@createdDate, @id)',
  isLive: IS_LIVE,
} as const;

const MATCHES = `WHERE chatflowid = @chatflowid AND (@chatId IS NULL OR chat_id = @chatId)
  AND (@from IS NULL OR created_date >= @from) AND (@to IS NULL OR created_date <= @to)
  AND ${IS_LIVE}`;

/** Rows of the `feedback` table; they go with their chatflow or document store. */
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
  const removeOf = db.prepare<[string]>('DELETE FROM feedback WHERE message_id IN (SELECT value FROM json_each(?))');
  const ofMessage = rows.prepareSelect<[string]>('WHERE message_id = ?');
  const oldestFirst = rows.prepareSelect<[FeedbackFilter & Slice]>(
    `${MATCHES} ORDER BY created_date, rowid LIMIT @limit OFFSET @offset`,
  );
  const newestFirst = rows.prepareSelect<[FeedbackFilter & Slice]>(
    `${MATCHES} ORDER BY created_date DESC, rowid DESC LIMIT @limit OFFSET @offset`,
  );
  const count = db.prepare<[FeedbackFilter], { total: number }>(`SELECT count(*) AS total FROM feedback ${MATCHES}`);
  const pageOf = prepareForGiven(CONDITIONS, (where) =>
    rows.prepareSelect<[object]>(`${where} ORDER BY created_date DESC, id DESC LIMIT @limit`),
  );
  const countOf = prepareForGiven(CONDITIONS, (where) =>
    db.prepare<[object], { total: number }>(
      `SELECT count(*) AS total FROM (SELECT 1 FROM feedback ${where} LIMIT @most)`,
    ),
  );
  return {
    insert: rows.insert,
    remove: rows.remove,
    removeOfMessages: (messageIds: readonly string[]): void => void removeOf.run(JSON.stringify(messageIds)),
    /** Of all chatflows, newest first; from behind a place on, if one is given. */
    listAll: (filter: AllFeedbackFilter & Partial<FeedbackPlace>, limit: number): Feedback[] =>
      pageOf({ ...filter, isLive: 1 }).all({ ...filter, limit }),
    /** Counts up to `most`. */
    countAll: (filter: AllFeedbackFilter, most: number): number =>
      countOf({ ...filter, isLive: 1 }).get({ ...filter, most })?.total ?? 0,
    update: rows.update,
    find: rows.find,
    findByMessage: (messageId: string): Feedback | undefined => ofMessage.get(messageId),
    list: (filter: FeedbackFilter, order: 'ASC' | 'DESC', slice: Slice): Feedback[] =>
      (order === 'ASC' ? oldestFirst : newestFirst).all({ ...filter, ...slice }),
    count: (filter: FeedbackFilter): number => count.get(filter)?.total ?? 0,
  };
}

export type FeedbackRepository = ReturnType<typeof createFeedbackRepository>;
