import { setImmediate as nextTurn } from 'node:timers/promises';
import { BIN_KEPT_MS } from '../../../../shared/api/bin.ts';
import type { Conversation, ConversationQuery, ConversationsClearQuery } from '../../../../shared/api/conversations.ts';
import { UserError } from '../../../../shared/errors/errors.ts';
import { foldText } from '../../../../shared/text/words.ts';
import { commitSteps, type PageCommits } from '../../storage/commit-pages.ts';
import type { ChatMessageRepository } from '../../storage/repositories/chat-message-repository.ts';
import type {
  ConversationConditions,
  ConversationKey,
  ConversationRepository,
  ConversationRow,
} from '../../storage/repositories/conversation-repository.ts';
import { hiddenCondition } from '../../storage/repositories/given-conditions.ts';
import { sliceOf } from '../../storage/repositories/row-repository.ts';
import type { Libraries } from '../libraries/libraries.ts';
import type { AnswerService } from './answer-service.ts';

export interface ConversationServiceOptions {
  readonly conversations: ConversationRepository;
  readonly messages: Pick<ChatMessageRepository, 'texts'>;
  readonly answers: Pick<AnswerService, 'abort'>;
  readonly libraries: Pick<Libraries, 'find'>;
  readonly commits: PageCommits;
  /** Settles when what was deleted is so on the disk; the next backup no longer holds it. */
  readonly onRemoved: () => Promise<void>;
  readonly now: () => Date;
}

/** Conversations, and texts of one, that are searched between two other calls: a few ms. */
const PIECE = 50;
const DAY_MS = 24 * 60 * 60_000;

function toConversation({ lastSeq, binnedSeq, binnedDate, ...row }: ConversationRow): Conversation {
  return { ...row, title: row.title.replaceAll(/\s+/g, ' ') };
}

function toBinned(row: ConversationRow): Conversation {
  return { ...toConversation(row), goesDate: new Date(Date.parse(row.binnedDate ?? '') + BIN_KEPT_MS).toISOString() };
}

/** Whether title or a message has a text, which is folded. */
async function hasText(
  { messages }: Pick<ConversationServiceOptions, 'messages'>,
  { ownerId, chatId, title, binnedSeq }: ConversationRow,
  text: string,
): Promise<boolean> {
  if (foldText(title).includes(text)) return true;
  for (let after = binnedSeq; ; await nextTurn()) {
    const piece = messages.texts(ownerId, chatId, after, PIECE);
    if (piece.some(({ content }) => foldText(content).includes(text))) return true;
    if (piece.length < PIECE) return false;
    after = piece.at(-1)?.seq ?? after;
  }
}

/** Those with a text, last used first, as many as a page reaches. */
async function search(
  deps: Pick<ConversationServiceOptions, 'conversations' | 'messages'>,
  where: ConversationConditions,
  text: string,
  most: number,
): Promise<ConversationRow[]> {
  const found: ConversationRow[] = [];
  for (let before: number | undefined; ; await nextTurn()) {
    const rows = deps.conversations.list({ ...where, before }, { offset: 0, limit: PIECE });
    for (const row of rows) if (await hasText(deps, row, text)) found.push(row);
    if (rows.length < PIECE || found.length >= most) return found.slice(0, most);
    before = rows.at(-1)?.lastSeq;
  }
}

/** Chats as people see them: a list over all flows and stores, with a title and a bin. */
export function createConversationService(options: ConversationServiceOptions) {
  const { conversations, answers, libraries, now } = options;
  const one = (rows: readonly ConversationRow[]): ConversationRow => {
    const [row] = rows;
    if (row !== undefined) return row;
    throw new UserError(
      'NOT_FOUND',
      'There is no such conversation here: see GET /api/v1/conversations for those that are.',
    );
  };
  const ONE = { offset: 0, limit: 1 };

  return {
    /** @param hidden owners whose conversations are left out */
    async list(query: ConversationQuery, hidden: ReadonlySet<string>): Promise<Conversation[]> {
      const { ownerId, search: text = '', inBin = false } = query;
      const where = { ownerId, ...hiddenCondition(hidden) };
      const slice = sliceOf(query);
      if (inBin) return conversations.listBinned(where, slice).map(toBinned);
      if (text === '') return conversations.list(where, slice).map(toConversation);
      const found = await search(options, where, foldText(text), slice.offset + slice.limit);
      return found.slice(slice.offset).map(toConversation);
    },

    /** Deletes conversations for good, those in the bin too. @param hidden owners whose conversations stay @returns how many messages */
    async clear({ ownerId, olderThanDays = 0 }: ConversationsClearQuery, hidden: ReadonlySet<string>): Promise<number> {
      const until = new Date(now().getTime() - olderThanDays * DAY_MS).toISOString();
      const where = { ownerId, ...hiddenCondition(hidden), until };
      let removed = 0;
      for (const drop of [conversations.dropExpired, conversations.dropOld]) {
        removed += await commitSteps(options.commits, () => drop(where, PIECE));
      }
      if (removed > 0) await options.onRemoved();
      return removed;
    },

    /** @throws UserError CHATFLOW_NOT_FOUND; NOT_FOUND, as all of these */
    rename({ ownerId, chatId }: ConversationKey, title: string): Conversation {
      const key = { ownerId: libraries.find(ownerId).id, chatId };
      conversations.rename(key, title);
      return toConversation(one(conversations.list(key, ONE)));
    },

    /** Stops what is being answered in it first, so that no answer comes behind. */
    async bin({ ownerId, chatId }: ConversationKey): Promise<Conversation> {
      const key = { ownerId: libraries.find(ownerId).id, chatId };
      await answers.abort(ownerId, chatId);
      one(conversations.list(key, ONE));
      conversations.bin(key, now().toISOString());
      return toBinned(one(conversations.listBinned(key, ONE)));
    },

    restore({ ownerId, chatId }: ConversationKey): Conversation {
      const key = { ownerId: libraries.find(ownerId).id, chatId };
      one(conversations.listBinned(key, ONE));
      conversations.restore(key);
      return toConversation(one(conversations.list(key, ONE)));
    },
  };
}

export type ConversationService = ReturnType<typeof createConversationService>;
