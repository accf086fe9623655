import { IdParamsSchema } from '../api/common.ts';
import {
  AnswerEventSchema,
  InternalPredictionBodySchema,
  PredictionAnswerSchema,
  PredictionBodySchema,
  PredictionFormSchema,
} from '../api/predictions.ts';
import type { Operations } from './operation.ts';
import { QUERY_ERRORS } from './vector.ts';

const tag = 'Answers';

const ERRORS = [
  'UNAUTHORIZED',
  'INVALID_JSON',
  'INVALID_MULTIPART',
  'INVALID_OVERRIDE',
  'FOREIGN_ORIGIN',
  'MESSAGE_NOT_FOUND',
  ...QUERY_ERRORS,
] as const;

const asked = {
  method: 'POST',
  tag,
  params: IdParamsSchema,
  body: PredictionBodySchema,
  form: PredictionFormSchema,
  answers: {
    200: {
      description:
        'The answer; with `streaming: true` its events, each as `{"event": …, "data": …}` in one `data:` line.',
      content: {
        'application/json': { schema: PredictionAnswerSchema },
        'text/event-stream': { schema: AnswerEventSchema },
      },
    },
  },
  errors: ERRORS,
} as const;

/** `/prediction/{id}`: a question to a chatflow or a document store. */
export const predictionOperations = {
  predict: {
    ...asked,
    path: '/prediction/{id}',
    summary: 'Ask a chatflow or a document store',
    description:
      'The answer is made of sentences of the passages that are found, each with the number of its passage. Question and answer are stored as chat messages. A caller who hangs up stops the answer.',
  },
  predictInternally: {
    ...asked,
    body: InternalPredictionBodySchema,
    errors: [...ERRORS, 'APP_ONLY', 'CONSENT_NEEDED'],
    path: '/internal-prediction/{id}',
    summary: 'Ask a chatflow or a document store in the app',
    description:
      'As `/prediction/{id}`, not for pages of other origins; the messages are of type INTERNAL. The app itself is not counted by the rate limit of the flow; other callers are.',
  },
} as const satisfies Operations;
