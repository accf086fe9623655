import type { AnswerEvent } from '../../shared/api/predictions.ts';
import { streamAnswer } from '../../shared/client/stream-answer.ts';
import { api } from './client.ts';

/** A question in a conversation. */
export interface AskedInChat {
  /** The flow or document store. */
  readonly ownerId: string;
  readonly chatId: string;
  readonly question: string;
  /** Which of several nodes that answer is asked. */
  readonly stopNodeId?: string | undefined;
}

/** Asks a flow or a document store in the app: {@link streamAnswer}. */
export function askInApp(
  { ownerId, chatId, question, stopNodeId }: AskedInChat,
  signal: AbortSignal,
): AsyncGenerator<AnswerEvent> {
  const body = { question, chatId, stopNodeId, streaming: true };
  return streamAnswer(api, 'predictInternally', { params: { id: ownerId }, body, signal });
}
