import type { chatMessageOperations } from '../../../shared/operations/chat-message.ts';
import { readPaging } from './read-paging.ts';
import type { RoutesOf } from './route.ts';
import { itsChats, usedOwner } from './touches.ts';

/** `/chatmessage/{id}`: lists, deletion, and stopping what is being answered. */
export const chatMessageRoutes = {
  listChatMessages: {
    touches: itsChats,
    handle: ({ params, query }, { chatMessages }) => ({
      json: chatMessages.listJson(params.id, query, readPaging(query)),
    }),
  },
  listInternalChatMessages: {
    touches: itsChats,
    handle: ({ params, query }, { chatMessages }) => ({
      json: chatMessages.listJson(params.id, { ...query, chatType: ['INTERNAL'] }, readPaging(query)),
    }),
  },
  deleteChatMessages: {
    touches: itsChats,
    handle: async ({ params, query }, { chatMessages }) => ({
      raw: [],
      affected: await chatMessages.remove(params.id, query),
    }),
  },
  abortChatMessage: {
    touches: usedOwner,
    async handle({ params }, { answers, libraries }) {
      await answers.abort(libraries.find(params.id).id, params.chatId);
      return { status: 200, message: 'Chat message aborted' } as const;
    },
  },
} satisfies RoutesOf<typeof chatMessageOperations>;
