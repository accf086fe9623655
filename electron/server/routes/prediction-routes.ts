import type { FastifyReply, FastifyRequest } from 'fastify';
import type { ChatType } from '../../../shared/api/chat-messages.ts';
import type { AnswerEvent, InternalPredictionBody, PredictionAnswer } from '../../../shared/api/predictions.ts';
import { clientError } from '../../../shared/errors/client-error.ts';
import { BugError, toAppError } from '../../../shared/errors/errors.ts';
import type { predictionOperations } from '../../../shared/operations/prediction.ts';
import { CallerGone } from '../core/caller-gone.ts';
import { admitQuestion } from './admit-question.ts';
import type { ApiContext } from './api-context.ts';
import { signalOf } from './caller.ts';
import { openEventSource } from './event-source.ts';
import { readQuestion } from './read-question.ts';
import type { RoutesOf } from './route.ts';
import { itsChats, usedOwner } from './touches.ts';

/** As Flowise writes it: its clients read each `data:` line as JSON, with the name of the event in it. */
function frameOf(event: AnswerEvent): string {
  return `message:\ndata:${JSON.stringify(event)}\n\n`;
}

function errorEvent(thrown: unknown): AnswerEvent {
  const { message, statusCode: _, ...facts } = clientError(thrown);
  return { event: 'error', data: message, ...facts };
}

/** Answers with the events of an answer, each as it comes; errors come as an event, too. */
async function streamAnswer(
  reply: FastifyReply,
  { log }: Pick<ApiContext, 'log'>,
  answer: (emit: (event: AnswerEvent) => void) => Promise<PredictionAnswer>,
): Promise<FastifyReply> {
  const source = openEventSource(reply);
  const emit = (event: AnswerEvent) => source.send(frameOf(event));
  try {
    await answer(emit);
  } catch (error) {
    if (error instanceof CallerGone) return reply;
    if (toAppError(error) instanceof BugError) log.error({ err: error }, 'A question could not be answered');
    emit(errorEvent(error));
  }
  emit({ event: 'end', data: '[DONE]' });
  source.end();
  return reply;
}

interface Call extends Omit<FastifyRequest, 'params' | 'body'> {
  readonly params: { readonly id: string };
  readonly body: InternalPredictionBody;
}

async function predict(
  request: Call,
  context: ApiContext,
  reply: FastifyReply,
  chatType: ChatType,
): Promise<FastifyReply> {
  const { id } = request.params;
  // Refused before the files of a form are read; and once more behind them, since it may be deleted meanwhile.
  context.libraries.find(id);
  const signal = signalOf(request, reply);
  const { asked: sent, isStreaming } = await readQuestion(request, request.body, context, { id, chatType, signal });
  const library = context.libraries.find(id);
  const { canStream, ...traits } = context.queries.answerTraits(library, sent);
  const asked = { ...sent, canStream, sessionId: sent.sessionId ?? traits.sessionId ?? sent.chatId };
  const answer = (emit: (event: AnswerEvent) => void) => context.answers.answer(library, asked, { signal, emit });
  return isStreaming && canStream ? streamAnswer(reply, context, answer) : reply.send(await answer(() => undefined));
}

/** `/prediction/{id}` and `/internal-prediction/{id}`. */
export const predictionRoutes = {
  predict: {
    touches: usedOwner,
    admit: admitQuestion,
    handle: (request, context, reply) => predict(request, context, reply, 'EXTERNAL'),
  },
  predictInternally: {
    touches: itsChats,
    // Only the app itself is not counted: a script that calls it the same way is.
    admit: (request, context) => {
      if (!request.isApp) admitQuestion(request, context);
    },
    handle: (request, context, reply) => predict(request, context, reply, 'INTERNAL'),
  },
} satisfies RoutesOf<typeof predictionOperations>;
