import { randomUUID } from 'node:crypto';
import {
  type AllFeedbackAnswer,
  type AllFeedbackQuery,
  type Feedback,
  type FeedbackCreate,
  type FeedbackListQuery,
  type FeedbackUpdate,
  MOST_FEEDBACK_COUNTED,
} from '../../../shared/api/feedback.ts';
import { UserError } from '../../../shared/errors/errors.ts';
import { endOfDate } from '../common/dates.ts';
import type { ChatMessageRepository } from '../storage/repositories/chat-message-repository.ts';
import type {
  AllFeedbackFilter,
  FeedbackFilter,
  FeedbackPlace,
  FeedbackRepository,
} from '../storage/repositories/feedback-repository.ts';
import { hiddenCondition } from '../storage/repositories/given-conditions.ts';
import type { Page } from '../storage/repositories/row-repository.ts';
import { type ListAnswer, listRows } from './resource-service.ts';

export interface FeedbackServiceOptions {
  readonly feedback: FeedbackRepository;
  readonly messages: Pick<ChatMessageRepository, 'find'>;
  /** Throws for a chatflow or document store that is not there. */
  readonly requireOwner: (id: string) => unknown;
  readonly now: () => Date;
}

function readFilter({ chatflowid, rating, startDate, endDate }: AllFeedbackQuery): AllFeedbackFilter {
  return {
    ...(chatflowid === undefined ? {} : { chatflowid }),
    ...(rating === undefined ? {} : { rating }),
    ...(startDate === undefined ? {} : { from: new Date(startDate).toISOString() }),
    ...(endDate === undefined ? {} : { to: endOfDate(endDate) }),
  };
}

function readPlace(cursor: string | undefined): Partial<FeedbackPlace> {
  const [createdDate, id] = cursor?.split('~') ?? [];
  return createdDate === undefined || id === undefined ? {} : { createdDate, id };
}

/**
 * Where the message of a new feedback belongs.
 * @throws UserError CHATFLOW_NOT_FOUND, MESSAGE_NOT_FOUND
 */
function placeOf(
  { messageId, ...given }: FeedbackCreate,
  { messages, requireOwner }: Pick<FeedbackServiceOptions, 'messages' | 'requireOwner'>,
): Pick<Feedback, 'chatflowid' | 'chatId'> {
  const message = messages.find(messageId);
  const { chatflowid = message?.ownerId, chatId = message?.chatId } = given;
  if (chatflowid !== undefined) requireOwner(chatflowid);
  if (
    chatflowid === undefined ||
    chatId === undefined ||
    message?.ownerId !== chatflowid ||
    message.chatId !== chatId ||
    message.role !== 'apiMessage'
  ) {
    throw new UserError(
      'MESSAGE_NOT_FOUND',
      'There is no such answer in this chat: send the chatMessageId of an answer as messageId.',
    );
  }
  return { chatflowid, chatId };
}

/** What people say of answers: thumbs up or down, and a text. */
export function createFeedbackService({ feedback, messages, requireOwner, now }: FeedbackServiceOptions) {
  function find(id: string): Feedback {
    const row = feedback.find(id);
    if (row === undefined) {
      throw new UserError(
        'FEEDBACK_NOT_FOUND',
        `There is no feedback ${id}: look up its id with GET /api/v1/feedback/{chatflowId}.`,
      );
    }
    return row;
  }

  return {
    /** Of a chatflow that is not there: none. */
    list(chatflowid: string, query: FeedbackListQuery, page: Page | undefined): ListAnswer<Feedback> {
      const filter: FeedbackFilter = {
        chatflowid,
        chatId: query.chatId ?? null,
        from: query.startDate === undefined ? null : new Date(query.startDate).toISOString(),
        to: query.endDate === undefined ? null : endOfDate(query.endDate),
      };
      return listRows(
        page,
        (slice) => feedback.list(filter, query.order, slice),
        () => feedback.count(filter),
      );
    },

    /** Of all chatflows, newest first, in pages. @param hidden chatflows whose feedback is left out */
    listAll(query: AllFeedbackQuery, hidden: ReadonlySet<string>): AllFeedbackAnswer {
      const filter = { ...readFilter(query), ...hiddenCondition(hidden) };
      const found = feedback.listAll({ ...filter, ...readPlace(query.cursor) }, query.limit + 1);
      const data = found.slice(0, query.limit);
      const last = found.length > data.length ? data.at(-1) : undefined;
      const total = feedback.countAll(filter, MOST_FEEDBACK_COUNTED);
      return { data, total, next: last === undefined ? null : `${last.createdDate}~${last.id}` };
    },

    /** Id of the chatflow that feedback is on; undefined for feedback that is not there. */
    ownerOf: (id: string): string | undefined => feedback.find(id)?.chatflowid,

    /** @throws UserError FEEDBACK_NOT_FOUND */
    remove(id: string): void {
      find(id);
      feedback.remove(id);
    },

    /** @throws UserError CHATFLOW_NOT_FOUND, MESSAGE_NOT_FOUND, FEEDBACK_EXISTS (409) for a second one on the same message */
    create(fields: FeedbackCreate): Feedback {
      const { chatflowid, chatId } = placeOf(fields, { messages, requireOwner });
      const existing = feedback.findByMessage(fields.messageId);
      if (existing !== undefined) {
        throw new UserError(
          'FEEDBACK_EXISTS',
          `The message ${fields.messageId} has feedback already: change it with PUT /api/v1/feedback/${existing.id}.`,
          { details: { id: existing.id } },
        );
      }
      const row: Feedback = {
        ...fields,
        ...{ id: randomUUID(), chatflowid, chatId },
        content: fields.content ?? null,
        createdDate: now().toISOString(),
      };
      feedback.insert(row);
      return row;
    },

    /** @throws UserError FEEDBACK_NOT_FOUND, INVALID_INPUT when the call names another message, chat or chatflow */
    update(id: string, fields: FeedbackUpdate): void {
      const row = find(id);
      for (const key of ['chatflowid', 'chatId', 'messageId'] as const) {
        if (fields[key] !== undefined && fields[key] !== row[key]) {
          throw new UserError(
            'INVALID_INPUT',
            `${key} in the body is not that of this feedback: leave it out, or create another feedback.`,
            {
              details: { path: key },
            },
          );
        }
      }
      feedback.update({
        ...row,
        rating: fields.rating ?? row.rating,
        content: fields.content === undefined ? row.content : fields.content,
      });
    },
  };
}

export type FeedbackService = ReturnType<typeof createFeedbackService>;
