import { IdParamsSchema } from '../../../shared/api/common.ts';
import {
  FeedbackCreateSchema,
  FeedbackListAnswerSchema,
  FeedbackListQuerySchema,
  FeedbackSchema,
  FeedbackUpdateAnswerSchema,
  FeedbackUpdateSchema,
} from '../../../shared/api/feedback.ts';
import { readPaging } from './read-paging.ts';
import { route } from './route.ts';

const tag = 'Feedback';

/** `/feedback`: list of a chatflow, create, change. */
export const feedbackRoutes = [
  route({
    method: 'GET',
    path: '/feedback/:id',
    operationId: 'listFeedback',
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
];
