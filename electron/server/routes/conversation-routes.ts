import type { conversationOperations } from '../../../shared/operations/conversation.ts';
import type { RoutesOf } from './route.ts';

/** The flow or store whose conversation is named. */
const itsOwner = {
  byAddress: ({ params }: { readonly params: { readonly ownerId: string } }) => [params.ownerId],
  isPrivate: true,
} as const;

/** `/conversations`: list, name, delete, bring back. */
export const conversationRoutes = {
  listConversations: {
    touches: 'visibleChats',
    handle: ({ query, hiddenOwners }, { conversations }) => conversations.list(query, hiddenOwners),
  },
  clearConversations: {
    touches: 'visibleChats',
    handle: async ({ query, hiddenOwners }, { conversations }) => ({
      raw: [],
      affected: await conversations.clear(query, hiddenOwners),
    }),
  },
  renameConversation: {
    touches: itsOwner,
    handle: ({ params, body }, { conversations }) => conversations.rename(params, body.title),
  },
  binConversation: {
    touches: itsOwner,
    handle: ({ params }, { conversations }) => conversations.bin(params),
  },
  restoreConversation: {
    touches: itsOwner,
    handle: ({ params }, { conversations }) => conversations.restore(params),
  },
} satisfies RoutesOf<typeof conversationOperations>;
