import { randomUUID } from 'node:crypto';
import type { FastifyRequest } from 'fastify';
import type { ChatType } from '../../../shared/api/chat-messages.ts';
import { absentable } from '../../../shared/api/common.ts';
import { chatName, type InternalPredictionBody, PredictionBodySchema } from '../../../shared/api/predictions.ts';
import type { AskedQuestion } from '../services/answers/answer-service.ts';
import type { ApiContext } from './api-context.ts';
import { requireApp } from './caller.ts';
import { objectOfFields, readTexts } from './form-fields.ts';
import { parseInput } from './parse-input.ts';
import { isForm, overridesFromFields, readForm } from './read-upsert-form.ts';

/** A question as a form: its fields, and files, which stand for uploads. */
async function readQuestionForm(
  request: FastifyRequest,
  { runs, uploadLimitBytes }: Pick<ApiContext, 'runs' | 'uploadLimitBytes'>,
): Promise<InternalPredictionBody> {
  const folder = await runs.makeFolder();
  try {
    const { fields, uploads } = await readForm(request, folder.open(), uploadLimitBytes);
    const sent = objectOfFields(fields);
    const { sessionId = sent.sessionId, uploads: _, leadEmail: __, ...overrides } = overridesFromFields(fields);
    const overrideConfig = sessionId === undefined ? overrides : { ...overrides, sessionId };
    const texts = readTexts(PredictionBodySchema.omit({ overrideConfig: true }), sent);
    const body = { ...texts, overrideConfig, ...(uploads.length > 0 ? { uploads } : {}) };
    return parseInput(PredictionBodySchema, body, 'form');
  } finally {
    await folder.discard();
  }
}

export interface ReadQuestion {
  readonly asked: AskedQuestion;
  readonly isStreaming: boolean;
}

/**
 * What a call asks. In the app a conversation is its own session, elsewhere the caller may name it.
 * @throws UserError INVALID_INPUT, also for a session or chat that is no text; APP_ONLY for a chat model that a script names
 */
export async function readQuestion(
  request: FastifyRequest,
  body: InternalPredictionBody,
  context: Pick<ApiContext, 'runs' | 'uploadLimitBytes'>,
  chatType: ChatType,
): Promise<ReadQuestion> {
  const sent = isForm(request) ? await readQuestionForm(request, context) : body;
  const { question, leadEmail, stopNodeId, replaceFrom, chatModel, streaming = false, overrideConfig = {} } = sent;
  if (chatModel !== undefined) requireApp(request, 'A chat model with a question');
  const { sessionId, ...overrides } = overrideConfig;
  const named = parseInput(absentable(chatName), sessionId, 'overrideConfig.sessionId');
  const chatId = sent.chatId ?? named ?? randomUUID();
  const session = chatType === 'INTERNAL' ? chatId : (named ?? chatId);
  const asksConsent = chatType === 'INTERNAL' && request.isApp;
  const asked = {
    question,
    leadEmail,
    stopNodeId,
    replaceFrom,
    chatModel,
    chatType,
    chatId,
    sessionId: session,
    overrides,
    asksConsent,
  };
  return { asked, isStreaming: streaming };
}
