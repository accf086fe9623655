import type { answerModelOperations } from '../../../shared/operations/answer-model.ts';
import { requireApp } from './caller.ts';
import type { RoutesOf } from './route.ts';

/** Whoever chooses the model has all passages sent there. */
const CHOICE = 'The chat model that answers';

/** `/answer-model`: the chat model of Settings. */
export const answerModelRoutes = {
  getAnswerModel: {
    touches: 'nothing',
    handle: (_request, { answerModels }) => answerModels.show(),
  },
  saveAnswerModel: {
    touches: 'nothing',
    handle(request, { answerModels }) {
      requireApp(request, CHOICE);
      return answerModels.save(request.body);
    },
  },
  removeAnswerModel: {
    touches: 'nothing',
    handle(request, { answerModels }) {
      requireApp(request, CHOICE);
      return answerModels.remove();
    },
  },
} satisfies RoutesOf<typeof answerModelOperations>;
