import {
  type AnswerEvent,
  AnswerEventSchema,
  type PredictionAnswer,
  PredictionAnswerSchema,
} from '../api/predictions.ts';
import { parseJson } from '../json/parse-json.ts';
import { type InputOf, operations } from '../operations/operations.ts';
import { jsonBlock } from '../text/json-block.ts';
import { type ApiClient, badAnswer } from './api-client.ts';
import { noAnswer } from './api-error.ts';
import { readEventStream } from './event-stream.ts';

/** A question to a flow or document store. */
export type QuestionInput = InputOf<'predict'> & { readonly signal: AbortSignal };

/** An answer that came whole, as its events. */
function* eventsOf({ text, json, passages, citations, ...metadata }: PredictionAnswer): Generator<AnswerEvent> {
  if (passages.length > 0) yield { event: 'passages', data: passages };
  yield { event: 'token', data: text ?? jsonBlock(json) };
  yield { event: 'citations', data: citations };
  yield { event: 'metadata', data: metadata };
}

/**
 * Asks a flow or a document store, and gives what comes of the answer as it comes, to its `end`. Aborting stops the answer.
 * @param operation how it is asked: as a program does, or in the app
 * @throws ApiError, also if the stream breaks off; the signal's reason when it aborts
 */
export async function* streamAnswer(
  api: ApiClient,
  operation: 'predict' | 'predictInternally',
  input: QuestionInput,
): AsyncGenerator<AnswerEvent> {
  const response = await api.open(operation, input);
  const { body, headers } = response;
  try {
    // What an output parser makes a value of comes whole.
    if (headers.get('content-type')?.startsWith('application/json') === true) {
      const { data, error } = PredictionAnswerSchema.safeParse(parseJson(await response.text()));
      if (data === undefined) throw badAnswer(operations[operation].path, error);
      yield* eventsOf(data);
      return;
    }
    for await (const { data } of body === null ? [] : readEventStream(body)) {
      const { data: event, error } = AnswerEventSchema.safeParse(parseJson(data));
      if (event === undefined) throw badAnswer(operations[operation].path, error);
      if (event.event === 'end') return;
      yield event;
    }
  } catch (error) {
    input.signal.throwIfAborted();
    throw error instanceof TypeError ? noAnswer(error) : error;
  }
  throw noAnswer(new Error('The stream of an answer broke off.'));
}
