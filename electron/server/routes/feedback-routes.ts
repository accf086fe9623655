import type { feedbackOperations } from '../../../shared/operations/feedback.ts';
import { readPaging } from './read-paging.ts';
import { DELETED } from './resource-routes.ts';
import type { RoutesOf } from './route.ts';
import { itsChats, itsFeedback, itsOwner } from './touches.ts';

/** `/feedback`: list of all chatflows or of one, create, change, delete. */
export const feedbackRoutes = {
  listAllFeedback: {
    touches: 'visibleChats',
    handle: ({ query, hiddenOwners }, { feedback }) => feedback.listAll(query, hiddenOwners),
  },
  listFeedback: {
    touches: itsChats,
    handle: ({ params, query }, { feedback }) => feedback.list(params.id, query, readPaging(query)),
  },
  createFeedback: {
    touches: {
      byBody: ({ chatflowid, messageId }, { chatMessages }) =>
        [chatflowid, chatMessages.ownerOf(messageId)].flatMap((id) => id ?? []),
    },
    handle: ({ body }, { feedback }) => feedback.create(body),
  },
  createFeedbackOf: {
    touches: itsOwner,
    handle: ({ params, body }, { feedback }) => feedback.create({ ...body, chatflowid: params.id }),
  },
  updateFeedback: {
    touches: itsFeedback,
    handle({ params, body }, { feedback }) {
      feedback.update(params.id, body);
      return { status: 'OK' } as const;
    },
  },
  deleteFeedback: {
    touches: { ...itsFeedback, isPrivate: true },
    handle({ params }, { feedback }) {
      feedback.remove(params.id);
      return DELETED;
    },
  },
} satisfies RoutesOf<typeof feedbackOperations>;
