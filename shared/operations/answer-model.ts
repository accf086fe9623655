import { AnswerModelSchema, AnswerModelSettingSchema, LocalProgramsSchema } from '../api/answer-models.ts';
import type { Operations } from './operation.ts';

const tag = 'Answers';

/** `/answer-model`: the chat model of Settings; `/local-models`: those that run on this machine. */
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
  findLocalModels: {
    method: 'GET',
    path: '/local-models',
    tag,
    summary: 'Look which programs with chat models run on this machine',
    description:
      'Asks Ollama, LM Studio, llama.cpp, LocalAI, Jan, vLLM and GPT4All at the ports that they come with, at 127.0.0.1 only, each for 300 ms. Only the app itself may do so.',
    answers: { 200: LocalProgramsSchema },
    errors: ['APP_ONLY'],
  },
} as const satisfies Operations;
