import { DeleteResultSchema, IdParamsSchema } from '../api/common.ts';
import {
  AllFeedbackAnswerSchema,
  AllFeedbackQuerySchema,
  FeedbackCreateSchema,
  FeedbackListAnswerSchema,
  FeedbackListQuerySchema,
  FeedbackSchema,
  FeedbackUpdateAnswerSchema,
  FeedbackUpdateSchema,
} from '../api/feedback.ts';
import type { Operations } from './operation.ts';

const tag = 'Feedback';

const created = {
  method: 'POST',
  tag,
  body: FeedbackCreateSchema,
  answers: { 200: FeedbackSchema },
  errors: ['UNAUTHORIZED', 'INVALID_INPUT', 'CHATFLOW_NOT_FOUND', 'MESSAGE_NOT_FOUND', 'FEEDBACK_EXISTS'],
} as const;

/** `/feedback`: list of all chatflows or of one, create, change, delete. */
export const feedbackOperations = {
  listAllFeedback: {
    method: 'GET',
    path: '/feedback',
    tag,
    summary: 'List all feedback, newest first',
    query: AllFeedbackQuerySchema,
    answers: { 200: AllFeedbackAnswerSchema },
    errors: ['FOREIGN_ORIGIN', 'INVALID_INPUT'],
  },
  listFeedback: {
    method: 'GET',
    path: '/feedback/{id}',
    tag,
    summary: 'List the feedback of a chatflow or a document store',
    description: 'The id is that of the chatflow or the document store.',
    params: IdParamsSchema,
    query: FeedbackListQuerySchema,
    answers: {
      200: FeedbackListAnswerSchema,
    },
    errors: ['UNAUTHORIZED', 'FOREIGN_ORIGIN', 'INVALID_INPUT', 'NEGATIVE_PAGING'],
  },
  createFeedback: {
    ...created,
    path: '/feedback',
    summary: 'Create feedback on an answer',
  },
  createFeedbackOf: {
    ...created,
    path: '/feedback/{id}',
    summary: 'Create feedback on an answer, as a chat on a page of others does',
    description: 'The id is that of the chatflow or the document store.',
    params: IdParamsSchema,
  },
  updateFeedback: {
    method: 'PUT',
    path: '/feedback/{id}',
    tag,
    summary: 'Change rating or content of feedback',
    params: IdParamsSchema,
    body: FeedbackUpdateSchema,
    answers: { 200: FeedbackUpdateAnswerSchema },
    errors: ['UNAUTHORIZED', 'INVALID_INPUT', 'FEEDBACK_NOT_FOUND'],
  },
  deleteFeedback: {
    method: 'DELETE',
    path: '/feedback/{id}',
    tag,
    summary: 'Delete feedback',
    params: IdParamsSchema,
    answers: { 200: DeleteResultSchema },
    errors: ['UNAUTHORIZED', 'FOREIGN_ORIGIN', 'FEEDBACK_NOT_FOUND'],
  },
} as const satisfies Operations;
