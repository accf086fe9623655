import { DeleteResultSchema, IdParamsSchema } from '../../../shared/api/common.ts';
import {
  AllFeedbackAnswerSchema,
  AllFeedbackQuerySchema,
  FeedbackCreateSchema,
  FeedbackListAnswerSchema,
  FeedbackListQuerySchema,
  FeedbackSchema,
  FeedbackUpdateAnswerSchema,
  FeedbackUpdateSchema,
} from '../../../shared/api/feedback.ts';
import { readPaging } from './read-paging.ts';
import { DELETED } from './resource-routes.ts';
import { route } from './route.ts';
import { itsFeedback, itsOwner } from './touches.ts';

const tag = 'Feedback';

/** `/feedback`: list of all chatflows or of one, create, change, delete. */
export const feedbackRoutes = [
  route({
    method: 'GET',
    path: '/feedback',
    operationId: 'listAllFeedback',
    touches: 'visible',
    summary: 'List the feedback of all chatflows, newest first',
    tag,
    querystring: AllFeedbackQuerySchema,
    answers: { 200: AllFeedbackAnswerSchema },
    errors: ['INVALID_INPUT'],
    handle: ({ query, hiddenOwners }, { feedback }) => feedback.listAll(query, hiddenOwners),
  }),
  route({
    method: 'GET',
    path: '/feedback/:id',
    operationId: 'listFeedback',
    touches: itsOwner,
    summary: 'List the feedback of a chatflow',
    description: 'The id is that of the chatflow.',
    tag,
    params: IdParamsSchema,
    querystring: FeedbackListQuerySchema,
    answers: {
      200: FeedbackListAnswerSchema,
    },
    errors: ['INVALID_INPUT', 'NEGATIVE_PAGING'],
    handle: ({ params, query }, { feedback }) => feedback.list(params.id, query, readPaging(query)),
  }),
  route({
    method: 'POST',
    path: '/feedback',
    operationId: 'createFeedback',
    touches: { byBody: ({ chatflowid }) => [chatflowid] },
    summary: 'Create feedback on a message',
    tag,
    body: FeedbackCreateSchema,
    answers: { 200: FeedbackSchema },
    errors: ['INVALID_INPUT', 'CHATFLOW_NOT_FOUND', 'FEEDBACK_EXISTS'],
    handle: ({ body }, { feedback }) => feedback.create(body),
  }),
  route({
    method: 'PUT',
    path: '/feedback/:id',
    operationId: 'updateFeedback',
    touches: itsFeedback,
    summary: 'Change rating or content of feedback',
    tag,
    params: IdParamsSchema,
    body: FeedbackUpdateSchema,
    answers: { 200: FeedbackUpdateAnswerSchema },
    errors: ['INVALID_INPUT', 'FEEDBACK_NOT_FOUND'],
    handle({ params, body }, { feedback }) {
      feedback.update(params.id, body);
      return { status: 'OK' } as const;
    },
  }),
  route({
    method: 'DELETE',
    path: '/feedback/:id',
    operationId: 'deleteFeedback',
    touches: itsFeedback,
    summary: 'Delete feedback',
    tag,
    params: IdParamsSchema,
    answers: { 200: DeleteResultSchema },
    errors: ['FEEDBACK_NOT_FOUND'],
    handle({ params }, { feedback }) {
      feedback.remove(params.id);
      return DELETED;
    },
  }),
];
