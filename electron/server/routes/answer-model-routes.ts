import type { answerModelOperations } from '../../../shared/operations/answer-model.ts';
import { requireApp, signalOf } from './caller.ts';
import type { RoutesOf } from './route.ts';

/** Whoever chooses the model has all passages sent there. */
const CHOICE = 'The chat model that answers';

/** `/answer-model`: the chat model of Settings; `/local-models`: those that run on this machine. */
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
  findLocalModels: {
    touches: 'nothing',
    async handle(request, { findLocalPrograms }, reply) {
      requireApp(request, 'A look at what runs on this machine');
      return { programs: [...(await findLocalPrograms(signalOf(request, reply)))] };
    },
  },
} satisfies RoutesOf<typeof answerModelOperations>;
