import { Readable } from 'node:stream';
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { z } from 'zod';
import {
  type ChatMessage,
  type ChatMessageFilter,
  type ChatMessageQuery,
  ChatMessageSchema,
} from '../../../shared/api/chat-messages.ts';
import { endOfDate } from '../common/dates.ts';
import { commitSteps, type PageCommits } from '../storage/commit-pages.ts';
import type {
  ChatMessageConditions,
  ChatMessageRepository,
  ChatMessageRow,
} from '../storage/repositories/chat-message-repository.ts';
import type { FeedbackRepository } from '../storage/repositories/feedback-repository.ts';
import { type Page, sliceOf } from '../storage/repositories/row-repository.ts';
import { sourceDocumentsOf } from './answers/answer-service.ts';
import type { UploadService } from './answers/upload-service.ts';
import type { Libraries } from './libraries/libraries.ts';

export interface ChatMessageServiceOptions {
  readonly messages: ChatMessageRepository;
  readonly feedback: Pick<FeedbackRepository, 'findByMessage'>;
  readonly libraries: Pick<Libraries, 'find'>;
  readonly uploads: Pick<UploadService, 'sweep'>;
  readonly commits: PageCommits;
  /** Settles when what was deleted is so on the disk; the next backup no longer holds it. */
  readonly onRemoved: () => Promise<void>;
}

/** Rows that are read, or deleted, at a time: a few ms. */
const PIECE = 200;

/** What is stored of a message as JSON; null for a message that has none. */
function stored<Schema extends z.ZodType>(text: string | null, schema: Schema): z.output<Schema> | null {
  return text === null ? null : schema.parse(JSON.parse(text));
}

const { role, chatType, outcome, passages, citations, details, fileUploads } = ChatMessageSchema.shape;

function toMessage(row: ChatMessageRow): ChatMessage {
  const found = stored(row.passages, passages.unwrap());
  return {
    id: row.id,
    role: role.parse(row.role),
    chatflowid: row.ownerId,
    content: row.content,
    chatType: chatType.parse(row.chatType),
    chatId: row.chatId,
    sessionId: row.sessionId,
    leadEmail: row.leadEmail,
    createdDate: row.createdDate,
    outcome: outcome.parse(row.outcome),
    error: row.error,
    sourceDocuments: found === null ? null : sourceDocumentsOf(found),
    passages: found,
    citations: stored(row.citations, citations.unwrap()),
    details: stored(row.details, details.unwrap()),
    fileUploads: stored(row.fileUploads, fileUploads.unwrap()),
  };
}

const listOf = (values: readonly string[] | undefined) => (values === undefined ? undefined : JSON.stringify(values));

/** The one type that is wanted; both are no condition. */
function onlyOf(types: readonly string[] | undefined): string | undefined {
  const [only, ...others] = new Set(types);
  return others.length === 0 ? only : undefined;
}

function conditionsOf(ownerId: string, filter: ChatMessageFilter): ChatMessageConditions {
  return {
    ownerId,
    chatId: filter.chatId,
    sessionId: filter.sessionId,
    chatType: onlyOf(filter.chatType),
    from: filter.startDate === undefined ? undefined : new Date(filter.startDate).toISOString(),
    to: filter.endDate === undefined ? undefined : endOfDate(filter.endDate),
  };
}

/** What was asked and answered: lists and deletion. */
export function createChatMessageService(options: ChatMessageServiceOptions) {
  const { messages, feedback, libraries, uploads } = options;
  async function* write(where: ChatMessageConditions, query: ChatMessageQuery): AsyncGenerator<Buffer> {
    const toAnswer = (row: ChatMessageRow) => ({
      ...toMessage(row),
      ...(query.feedback === true ? { feedback: feedback.findByMessage(row.id) ?? null } : {}),
    });
    let last: number | undefined;
    for (let before = '['; ; before = ',') {
      const piece = messages.list(where, query.order, last, PIECE);
      const rows = piece.messages;
      yield Buffer.from(rows.length === 0 ? '' : before + JSON.stringify(rows.map(toAnswer)).slice(1, -1));
      if (rows.length < PIECE) {
        yield Buffer.from(last === undefined && rows.length === 0 ? '[]' : ']');
        return;
      }
      last = piece.last;
      await nextTurn();
    }
  }

  return {
    /**
     * The messages of a flow or store as JSON, however many they are.
     * @param page of sessions, last used first; undefined: all
     * @throws UserError CHATFLOW_NOT_FOUND
     */
    listJson(ownerId: string, query: ChatMessageQuery, page: Page | undefined): Readable {
      const where = {
        ...conditionsOf(libraries.find(ownerId).id, query),
        messageId: query.messageId,
        ratings: listOf(query.feedbackType),
      };
      const sessions = page === undefined ? undefined : messages.sessions(where, sliceOf(page));
      return Readable.from(write({ ...where, sessions: listOf(sessions) }, query), { objectMode: false });
    },

    /** @returns how many there were. @throws UserError CHATFLOW_NOT_FOUND */
    async remove(ownerId: string, filter: ChatMessageFilter): Promise<number> {
      const where = conditionsOf(libraries.find(ownerId).id, filter);
      const removed = await commitSteps(options.commits, () => messages.removeSome(where, PIECE));
      await uploads.sweep();
      if (removed > 0) await options.onRemoved();
      return removed;
    },

    /** Id of the chatflow or store that was asked; undefined for a message that is not there. */
    ownerOf: (messageId: string): string | undefined => messages.find(messageId)?.ownerId,
  };
}

export type ChatMessageService = ReturnType<typeof createChatMessageService>;
