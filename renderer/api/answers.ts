import type { AnswerEvent, PredictionBody } from '../../shared/api/predictions.ts';
import { streamAnswer } from '../../shared/client/stream-answer.ts';
import { api } from './client.ts';

/** A question in a conversation. */
export interface AskedInChat extends Pick<PredictionBody, 'question' | 'stopNodeId' | 'filter' | 'replaceFrom'> {
  /** The flow or document store. */
  readonly ownerId: string;
  readonly chatId: string;
}

/** Asks a flow or a document store in the app: {@link streamAnswer}. */
export function askInApp({ ownerId, ...asked }: AskedInChat, signal: AbortSignal): AsyncGenerator<AnswerEvent> {
  return streamAnswer(api, 'predictInternally', {
    params: { id: ownerId },
    body: { ...asked, streaming: true },
    signal,
  });
}
