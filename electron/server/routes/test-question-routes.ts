import { DeleteResultSchema } from '../../../shared/api/common.ts';
import {
  TestQuestionAdditionSchema,
  TestQuestionListSchema,
  TestQuestionOwnerSchema,
  TestQuestionRemovalSchema,
} from '../../../shared/api/test-questions.ts';
import { DELETED } from './resource-routes.ts';
import { route } from './route.ts';

const tag = 'Test questions';

/** `/test-questions`: what the search of a flow or a store is measured by. */
export const testQuestionRoutes = [
  route({
    method: 'GET',
    path: '/test-questions',
    operationId: 'listTestQuestions',
    touches: { byAddress: ({ query }) => [query.ownerId] },
    summary: 'List the questions by which the search of a chatflow or a document store is measured',
    tag,
    querystring: TestQuestionOwnerSchema,
    answers: { 200: TestQuestionListSchema },
    errors: ['INVALID_INPUT', 'CHATFLOW_NOT_FOUND'],
    handle: ({ query }, { testQuestions }) => testQuestions.list(query.ownerId),
  }),
  route({
    method: 'POST',
    path: '/test-questions',
    operationId: 'addTestQuestions',
    touches: { byBody: ({ ownerId }) => [ownerId] },
    summary: 'Add questions with the sources of their answers',
    description: 'All of them are added, or none. A chatflow or a document store has at most 1,000.',
    tag,
    body: TestQuestionAdditionSchema,
    answers: { 200: TestQuestionListSchema },
    errors: ['INVALID_INPUT', 'CHATFLOW_NOT_FOUND'],
    handle: ({ body }, { testQuestions }) => testQuestions.add(body.ownerId, body.questions),
  }),
  route({
    method: 'PATCH',
    path: '/test-questions',
    operationId: 'removeTestQuestions',
    touches: { byBody: ({ ownerId }) => [ownerId] },
    summary: 'Remove questions',
    tag,
    body: TestQuestionRemovalSchema,
    answers: { 200: DeleteResultSchema },
    errors: ['INVALID_INPUT'],
    handle: ({ body }, { testQuestions }) => ({ ...DELETED, affected: testQuestions.remove(body.ownerId, body.ids) }),
  }),
];
