import { IdParamsSchema } from '../../../shared/api/common.ts';
import {
  FeedbackCreateSchema,
  FeedbackListAnswerSchema,
  FeedbackListQuerySchema,
  FeedbackSchema,
  FeedbackUpdateAnswerSchema,
  FeedbackUpdateSchema,
} from '../../../shared/api/feedback.ts';
import { errorAnswers } from '../openapi/error-answers.ts';
import type { FeedbackService } from '../services/feedback-service.ts';
import type { ApiApp } from './operation.ts';
import { readPaging } from './read-paging.ts';

const tags = ['Feedback'];

/** `/feedback`: list of a chatflow, create, change. */
export function feedbackRoutes(app: ApiApp, feedback: FeedbackService): void {
  app.get(
    '/feedback/:id',
    {
      schema: {
        operationId: 'listFeedback',
        summary: 'List the feedback of a chatflow',
        description: 'The id is that of the chatflow.',
        tags,
        params: IdParamsSchema,
        querystring: FeedbackListQuerySchema,
        response: {
          200: FeedbackListAnswerSchema,
          ...errorAnswers('INVALID_INPUT', 'NEGATIVE_PAGING'),
        },
      },
    },
    ({ params, query }) => feedback.list(params.id, query, readPaging(query)),
  );

  app.post(
    '/feedback',
    {
      schema: {
        operationId: 'createFeedback',
        summary: 'Create feedback on a message',
        tags,
        body: FeedbackCreateSchema,
        response: { 200: FeedbackSchema, ...errorAnswers('INVALID_INPUT', 'CHATFLOW_NOT_FOUND', 'FEEDBACK_EXISTS') },
      },
    },
    ({ body }) => feedback.create(body),
  );

  app.put(
    '/feedback/:id',
    {
      schema: {
        operationId: 'updateFeedback',
        summary: 'Change rating or content of feedback',
        tags,
        params: IdParamsSchema,
        body: FeedbackUpdateSchema,
        response: { 200: FeedbackUpdateAnswerSchema, ...errorAnswers('INVALID_INPUT', 'FEEDBACK_NOT_FOUND') },
      },
    },
    ({ params, body }) => {
      feedback.update(params.id, body);
      return { status: 'OK' } as const;
    },
  );
}
