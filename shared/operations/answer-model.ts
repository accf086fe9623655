import { AnswerModelSchema, AnswerModelSettingSchema } from '../api/answer-models.ts';
import type { Operations } from './operation.ts';

const tag = 'Answers';

/** `/answer-model`: the chat model of Settings. */
export const answerModelOperations = {
  getAnswerModel: {
    method: 'GET',
    path: '/answer-model',
    tag,
    summary: 'Read which chat model answers where none is drawn',
    description: 'It answers for document stores, for flows without a chain, and for chains without a model.',
    answers: { 200: AnswerModelSettingSchema },
    errors: [],
  },
  saveAnswerModel: {
    method: 'PUT',
    path: '/answer-model',
    tag,
    summary: 'Choose the chat model that answers where none is drawn',
    description: 'Only the app itself may do so.',
    body: AnswerModelSchema,
    answers: { 200: AnswerModelSettingSchema },
    errors: ['INVALID_INPUT', 'INVALID_JSON', 'APP_ONLY', 'INVALID_PARAM', 'MISSING_CREDENTIAL', 'CREDENTIAL_HOST'],
  },
  removeAnswerModel: {
    method: 'DELETE',
    path: '/answer-model',
    tag,
    summary: 'Answer with sentences of the passages where no chat model is drawn',
    description: 'Only the app itself may do so.',
    answers: { 200: AnswerModelSettingSchema },
    errors: ['APP_ONLY'],
  },
} as const satisfies Operations;
