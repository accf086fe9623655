import {
  AnswerModelSchema,
  AnswerModelSettingSchema,
  AnswerRulesBodySchema,
  AnswerRulesSchema,
  LocalProgramsSchema,
  TokenUseQuerySchema,
  TokenUseSchema,
} from '../api/answer-models.ts';
import { IdParamsSchema } from '../api/common.ts';
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
  getAnswerRules: {
    method: 'GET',
    path: '/answer-rules/{id}',
    tag,
    summary: 'Read where questions to a chatflow or a document store go, and where they may go',
    params: IdParamsSchema,
    answers: { 200: AnswerRulesSchema },
    errors: ['CHATFLOW_NOT_FOUND'],
  },
  changeAnswerRules: {
    method: 'PUT',
    path: '/answer-rules/{id}',
    tag,
    summary: 'Say where questions to a chatflow or a document store may go',
    description: 'Only the app itself may do so. What is left out stays as it is.',
    params: IdParamsSchema,
    body: AnswerRulesBodySchema,
    answers: { 200: AnswerRulesSchema },
    errors: ['INVALID_INPUT', 'INVALID_JSON', 'APP_ONLY', 'CHATFLOW_NOT_FOUND'],
  },
  getTokenUse: {
    method: 'GET',
    path: '/token-use/{id}',
    tag,
    summary: 'Count the tokens that answers of a chatflow or a document store have used',
    description: 'As the services count them; estimated where they do not, or where an answer was stopped.',
    params: IdParamsSchema,
    query: TokenUseQuerySchema,
    answers: { 200: TokenUseSchema },
    errors: ['CHATFLOW_NOT_FOUND'],
  },
} as const satisfies Operations;
