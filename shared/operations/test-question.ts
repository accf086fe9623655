import { DeleteResultSchema } from '../api/common.ts';
import {
  TestQuestionAdditionSchema,
  TestQuestionListSchema,
  TestQuestionOwnerSchema,
  TestQuestionRemovalSchema,
} from '../api/test-questions.ts';
import type { Operations } from './operation.ts';

const tag = 'Test questions';

/** `/test-questions`: what the search of a flow or a store is measured by. */
export const testQuestionOperations = {
  listTestQuestions: {
    method: 'GET',
    path: '/test-questions',
    tag,
    summary: 'List the questions by which the search of a chatflow or a document store is measured',
    query: TestQuestionOwnerSchema,
    answers: { 200: TestQuestionListSchema },
    errors: ['INVALID_INPUT', 'CHATFLOW_NOT_FOUND'],
  },
  addTestQuestions: {
    method: 'POST',
    path: '/test-questions',
    tag,
    summary: 'Add questions with the sources of their answers',
    description: 'All of them are added, or none. A chatflow or a document store has at most 1,000.',
    body: TestQuestionAdditionSchema,
    answers: { 200: TestQuestionListSchema },
    errors: ['INVALID_INPUT', 'CHATFLOW_NOT_FOUND'],
  },
  removeTestQuestions: {
    method: 'PATCH',
    path: '/test-questions',
    tag,
    summary: 'Remove questions',
    body: TestQuestionRemovalSchema,
    answers: { 200: DeleteResultSchema },
    errors: ['INVALID_INPUT'],
  },
} as const satisfies Operations;
