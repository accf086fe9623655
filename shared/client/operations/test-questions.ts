import { DeleteResultSchema } from '../../api/common.ts';
import {
  TestQuestionAdditionSchema,
  TestQuestionListSchema,
  TestQuestionOwnerSchema,
  TestQuestionRemovalSchema,
} from '../../api/test-questions.ts';
import type { Operation } from '../operation.ts';

export const testQuestionsOperations = {
  listTestQuestions: {
    method: 'GET',
    path: '/test-questions',
    query: TestQuestionOwnerSchema,
    answer: TestQuestionListSchema,
  },
  addTestQuestions: {
    method: 'POST',
    path: '/test-questions',
    body: TestQuestionAdditionSchema,
    answer: TestQuestionListSchema,
  },
  removeTestQuestions: {
    method: 'PATCH',
    path: '/test-questions',
    body: TestQuestionRemovalSchema,
    answer: DeleteResultSchema,
  },
} as const satisfies Record<string, Operation>;
