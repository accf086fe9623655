import { randomUUID } from 'node:crypto';
import type { FastifyRequest } from 'fastify';
import type { ChatType } from '../../../shared/api/chat-messages.ts';
import { chatName } from '../../../shared/api/chat-uploads.ts';
import { absentable } from '../../../shared/api/common.ts';
import { type InternalPredictionBody, PredictionBodySchema } from '../../../shared/api/predictions.ts';
import { refuseForeignPages } from '../plugins/api-key-guard.ts';
import type { FormFields } from '../plugins/request-bodies.ts';
import type { AskedQuestion } from '../services/answers/answer-service.ts';
import type { ApiContext } from './api-context.ts';
import { requireApp } from './caller.ts';
import { objectOfFields, readTexts } from './form-fields.ts';
import { parseInput } from './parse-input.ts';
import { readAttachments, readUploads } from './read-attachments.ts';
import { isForm, overridesFromFields } from './read-upsert-form.ts';

/** A question as a form: its fields; its files come as texts. @throws UserError INVALID_INPUT */
function bodyOfForm(fields: FormFields): InternalPredictionBody {
  const sent = objectOfFields(fields);
  const { sessionId = sent.sessionId, uploads: _, leadEmail: __, ...overrides } = overridesFromFields(fields);
  const overrideConfig = sessionId === undefined ? overrides : { ...overrides, sessionId };
  const texts = readTexts(PredictionBodySchema.omit({ overrideConfig: true }), sent);
  return parseInput(PredictionBodySchema, { ...texts, overrideConfig }, 'form');
}

/** A question whose session may be unnamed. */
interface SentQuestion extends Omit<AskedQuestion, 'sessionId' | 'canStream'> {
  readonly sessionId: string | undefined;
}

export interface ReadQuestion {
  readonly asked: SentQuestion;
  readonly isStreaming: boolean;
}

interface QuestionCall {
  /** Of the chatflow or document store. */
  readonly id: string;
  readonly chatType: ChatType;
  readonly signal: AbortSignal;
}

/** The body of a question, and the files of one that came as a form as uploads with their texts. */
async function readBody(
  request: FastifyRequest,
  body: InternalPredictionBody,
  context: ApiContext,
  { id, signal }: QuestionCall,
): Promise<InternalPredictionBody> {
  if (!isForm(request)) return body;
  return readAttachments(request, id, context, async ({ fields, files }) => {
    const sent = bodyOfForm(fields);
    const uploads = [...(sent.uploads ?? [])];
    for (const file of files) {
      const data = await context.chatUploads.readText(file, signal);
      uploads.push({ type: 'file:full', name: file.name, mime: file.mime, data });
    }
    return { ...sent, uploads };
  });
}

/**
 * What a call asks. In the app a conversation is its own session, elsewhere the caller may name it.
 * @throws UserError INVALID_INPUT, also for a session or chat that is no text; APP_ONLY for a chat model that a script names; FOREIGN_ORIGIN for a page that may not delete messages and replaces a question; as {@link readAttachments} and {@link readUploads}
 */
export async function readQuestion(
  request: FastifyRequest,
  body: InternalPredictionBody,
  context: ApiContext,
  call: QuestionCall,
): Promise<ReadQuestion> {
  const sent = await readBody(request, body, context, call);
  const {
    question,
    leadEmail,
    stopNodeId,
    filter,
    replaceFrom,
    chatModel,
    history = [],
    uploads = [],
    streaming = false,
    overrideConfig = {},
  } = sent;
  if (chatModel !== undefined) requireApp(request, 'A chat model with a question');
  if (replaceFrom !== undefined) refuseForeignPages(request, context.apiKeys);
  const asksConsent = call.chatType === 'INTERNAL' && request.isApp;
  const { sessionId, ...overrides } = overrideConfig;
  const named = parseInput(absentable(chatName), sessionId, 'overrideConfig.sessionId');
  const chatId = sent.chatId ?? named ?? randomUUID();
  const session = call.chatType === 'INTERNAL' ? (sent.chatId ?? named) : (named ?? sent.chatId);
  const documents = await readUploads(uploads, { caller: request, chatId, ...call }, context);
  const fileUploads = uploads.map(({ data: _, ...upload }) => upload);
  const asked = {
    ...{ question, leadEmail, stopNodeId, filter, replaceFrom, chatModel, history, fileUploads, documents },
    ...{ chatType: call.chatType, chatId, sessionId: session, overrides, asksConsent },
  };
  return { asked, isStreaming: streaming };
}
