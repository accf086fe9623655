import type { answerModelOperations } from '../../../shared/operations/answer-model.ts';
import type { ApiContext } from './api-context.ts';
import { requireApp, signalOf } from './caller.ts';
import type { RoutesOf } from './route.ts';
import { itsChats, itsOwner } from './touches.ts';

/** Whoever chooses the model has all passages sent there. */
const CHOICE = 'The chat model that answers';

type RuleContext = Pick<ApiContext, 'libraries' | 'queries' | 'modelRules'>;

async function showRules(id: string, { libraries, queries, modelRules }: RuleContext, signal: AbortSignal) {
  const library = libraries.find(id);
  const { models, ownerIds } = await queries.modelsOf(library, signal);
  return modelRules.show(library.id, models, ownerIds);
}

/** `/answer-rules` and `/token-use` of an owner; `/answer-model`: the chat model of Settings; `/local-models`: those that run on this machine. */
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
  getAnswerRules: {
    touches: itsOwner,
    handle: (request, context, reply) => showRules(request.params.id, context, signalOf(request, reply)),
  },
  changeAnswerRules: {
    touches: itsOwner,
    handle(request, context, reply) {
      requireApp(request, 'Where questions may go');
      const { id } = request.params;
      context.modelRules.change(context.libraries.find(id).id, request.body);
      return showRules(id, context, signalOf(request, reply));
    },
  },
  getTokenUse: {
    touches: itsChats,
    handle: ({ params, query }, { libraries, modelRules }) =>
      modelRules.tokenUse(libraries.find(params.id).id, query.chatId),
  },
} satisfies RoutesOf<typeof answerModelOperations>;
