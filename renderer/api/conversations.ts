import { keepPreviousData, useInfiniteQuery, useMutation, useQueryClient } from '@tanstack/react-query';
import type { ChatMessage } from '../../shared/api/chat-messages.ts';
import type { FeedbackCreate } from '../../shared/api/feedback.ts';
import { api } from './client.ts';
import { queryKeys } from './query-keys.ts';

export type Rating = FeedbackCreate['rating'];

/** A conversation with a flow or document store. */
export interface ConversationOf {
  readonly ownerId: string;
  readonly chatId: string;
}

/** All of a conversation, also of one that was held by a script, oldest first, with its feedback. @throws ApiError */
export function readConversation({ ownerId, chatId }: ConversationOf): Promise<ChatMessage[]> {
  return api.call('listChatMessages', { params: { id: ownerId }, query: { chatId, feedback: true } });
}

/** The same of the conversation that was used last; empty where there is none. @throws ApiError */
export function readLastConversation(ownerId: string): Promise<ChatMessage[]> {
  // In the app a conversation is a session of its own.
  return api.call('listInternalChatMessages', {
    params: { id: ownerId },
    query: { feedback: true, page: 1, limit: 1 },
  });
}

/** What a person thinks of an answer. */
export interface AnswerFeedback {
  readonly id: string;
  readonly rating: Rating;
}

/**
 * Stores what a person thinks of an answer, in the place of what was stored before; undefined deletes that.
 * @throws ApiError
 */
export async function rateAnswer(
  messageId: string,
  before: AnswerFeedback | undefined,
  rating: Rating | undefined,
): Promise<AnswerFeedback | undefined> {
  if (rating === undefined) {
    if (before !== undefined) await api.call('deleteFeedback', { params: { id: before.id } });
    return undefined;
  }
  if (before === undefined) return api.call('createFeedback', { body: { messageId, rating } });
  await api.call('updateFeedback', { params: { id: before.id }, body: { rating } });
  return { id: before.id, rating };
}

/** Conversations that a list shows at first, and that each "more" adds. */
const CONVERSATIONS_A_PAGE = 30;

/** Which conversations are listed. */
export interface ConversationsOf {
  /** Only those with this flow or store. */
  readonly ownerId?: string | undefined;
  readonly search?: string;
  /** Those that are in the bin instead. */
  readonly inBin?: true;
}

/** Conversations, last used first, page after page. */
export function useConversations({ ownerId, search = '', inBin }: ConversationsOf) {
  const wanted = search.trim().slice(0, 255);
  return useInfiniteQuery({
    queryKey: [...queryKeys.conversations, ownerId, wanted, inBin],
    queryFn: ({ pageParam, signal }) => {
      const query = { ownerId, search: wanted, inBin, page: pageParam, limit: CONVERSATIONS_A_PAGE };
      return api.call('listConversations', { query, signal });
    },
    initialPageParam: 1,
    getNextPageParam: (last, _all, page) => (last.length < CONVERSATIONS_A_PAGE ? undefined : page + 1),
    placeholderData: keepPreviousData,
    // Questions come from other windows and from programs, too.
    refetchOnMount: 'always',
  });
}

/** What names a conversation, puts it into the bin, and brings it back. */
export function useConversationChanges() {
  const client = useQueryClient();
  const onSettled = async () => {
    const keys = [queryKeys.conversations, queryKeys.bin];
    await Promise.all(keys.map((queryKey) => client.invalidateQueries({ queryKey })));
  };
  return {
    rename: useMutation({
      mutationFn: ({ title, ownerId, chatId }: ConversationOf & { readonly title: string }) =>
        api.call('renameConversation', { params: { ownerId, chatId }, body: { title } }),
      onSettled,
    }),
    putIntoBin: useMutation({
      mutationFn: ({ ownerId, chatId }: ConversationOf) => api.call('binConversation', { params: { ownerId, chatId } }),
      onSettled,
    }),
    restore: useMutation({
      mutationFn: ({ ownerId, chatId }: ConversationOf) =>
        api.call('restoreConversation', { params: { ownerId, chatId } }),
      onSettled,
    }),
  };
}
