import { type AnswerEvent, AnswerEventSchema } from '../../shared/api/predictions.ts';
import { badAnswer } from '../../shared/client/api-client.ts';
import { noAnswer } from '../../shared/client/api-error.ts';
import { readEventStream } from '../../shared/client/event-stream.ts';
import { parseJson } from '../../shared/json/parse-json.ts';
import { operations } from '../../shared/operations/operations.ts';
import { api } from './client.ts';

/** A question in a conversation. */
export interface AskedInChat {
  /** The flow or document store. */
  readonly ownerId: string;
  readonly chatId: string;
  readonly question: string;
}

/**
 * Asks a flow or a document store, and gives what comes of the answer as it comes, to its `end`. Aborting stops the answer.
 * @throws ApiError, also if the stream breaks off; the signal's reason when it aborts
 */
export async function* streamAnswer(
  { ownerId, chatId, question }: AskedInChat,
  signal: AbortSignal,
): AsyncGenerator<AnswerEvent> {
  const { body } = await api.open('predictInternally', {
    params: { id: ownerId },
    body: { question, chatId, streaming: true },
    signal,
  });
  try {
    for await (const { data } of body === null ? [] : readEventStream(body)) {
      const { data: event, error } = AnswerEventSchema.safeParse(parseJson(data));
      if (event === undefined) throw badAnswer(operations.predictInternally.path, error);
      if (event.event === 'end') return;
      yield event;
    }
  } catch (error) {
    signal.throwIfAborted();
    throw error instanceof TypeError ? noAnswer(error) : error;
  }
  throw noAnswer(new Error('The stream of an answer broke off.'));
}
