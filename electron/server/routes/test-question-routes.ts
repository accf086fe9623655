import type { testQuestionOperations } from '../../../shared/operations/test-question.ts';
import { DELETED } from './resource-routes.ts';
import type { RoutesOf } from './route.ts';

/** `/test-questions`: what the search of a flow or a store is measured by. */
export const testQuestionRoutes = {
  listTestQuestions: {
    touches: { byAddress: ({ query }) => [query.ownerId] },
    handle: ({ query }, { testQuestions }) => testQuestions.list(query.ownerId),
  },
  addTestQuestions: {
    touches: { byBody: ({ ownerId }) => [ownerId] },
    handle: ({ body }, { testQuestions }) => testQuestions.add(body.ownerId, body.questions),
  },
  removeTestQuestions: {
    touches: { byBody: ({ ownerId }) => [ownerId] },
    handle: ({ body }, { testQuestions }) => ({ ...DELETED, affected: testQuestions.remove(body.ownerId, body.ids) }),
  },
} satisfies RoutesOf<typeof testQuestionOperations>;
