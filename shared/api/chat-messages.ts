import { z } from 'zod';
import { jsonOrAsItIs } from '../json/parse-json.ts';
import { StoredChatUploadSchema } from './chat-uploads.ts';
import { EXAMPLE_ID, flagField, pagingFields } from './common.ts';
import { FeedbackListQuerySchema, FeedbackSchema } from './feedback.ts';
import { AnswerDetailsSchema, EXAMPLE_ANSWER, EXAMPLE_DETAILS, sourceFields } from './predictions.ts';

const ChatTypeSchema = z.enum(['INTERNAL', 'EXTERNAL']);
export type ChatType = z.infer<typeof ChatTypeSchema>;

/** One value, or the JSON text of a list of them. An empty one is refused: without a condition, all would be deleted. */
function oneOrList<Value extends z.ZodType<string>>(value: Value) {
  const toList = (given: unknown) => (given === undefined ? undefined : [jsonOrAsItIs(given)].flat());
  return z.preprocess(toList, z.array(value).optional());
}

const { chatId, startDate, endDate, order } = FeedbackListQuerySchema.shape;

const filterFields = {
  chatId,
  sessionId: z.string().optional(),
  chatType: oneOrList(ChatTypeSchema).meta({
    description: '`INTERNAL` (asked in the app), `EXTERNAL`, or the JSON text of a list of these.',
  }),
  startDate,
  endDate,
};

const listFields = {
  messageId: z.string().optional(),
  order,
  feedback: flagField.meta({ description: 'Gives each message its feedback, too.' }),
  feedbackType: oneOrList(FeedbackSchema.shape.rating).meta({
    description: 'Only messages with feedback of this rating, or of one of a JSON list.',
  }),
};

/** Which messages of a flow or document store are deleted: all that fit. */
export const ChatMessageFilterSchema = z.object(filterFields);
export type ChatMessageFilter = z.output<typeof ChatMessageFilterSchema>;

export const ChatMessageQuerySchema = z.object({
  ...filterFields,
  ...listFields,
  page: pagingFields.page.meta({
    description: 'From 1: with `limit` the messages of so many sessions, last used first.',
  }),
  limit: pagingFields.limit.meta({ description: 'Sessions of a page.' }),
});
export type ChatMessageQuery = z.output<typeof ChatMessageQuerySchema>;

/** The same for those that were asked in the app. */
export const InternalChatMessageQuerySchema = ChatMessageQuerySchema.omit({ chatType: true });

export const ChatMessageSchema = z
  .object({
    id: z.uuid(),
    role: z.enum(['userMessage', 'apiMessage']),
    chatflowid: z.string().meta({ description: 'The chatflow or document store that was asked.' }),
    content: z.string(),
    chatType: ChatTypeSchema,
    chatId: z.string(),
    sessionId: z.string(),
    leadEmail: z.string().nullable(),
    createdDate: z.iso.datetime(),
    outcome: z.enum(['answered', 'stopped', 'failed']).nullable().meta({
      description:
        'Of an answer: how it ended. A question without an answer behind it is being answered, or the server ended meanwhile.',
    }),
    error: z.string().nullable().meta({ description: 'Why the answer failed.' }),
    sourceDocuments: sourceFields.sourceDocuments.nullable(),
    passages: sourceFields.passages.nullable(),
    citations: sourceFields.citations.nullable(),
    details: AnswerDetailsSchema.nullable(),
    fileUploads: z.array(StoredChatUploadSchema).nullable().meta({ description: 'Files that came with a question.' }),
    feedback: FeedbackSchema.nullable().optional(),
  })
  .meta({
    id: 'ChatMessage',
    examples: [
      {
        id: EXAMPLE_ID,
        role: 'apiMessage',
        chatflowid: EXAMPLE_ID,
        content: EXAMPLE_ANSWER.text,
        chatType: 'EXTERNAL',
        chatId: 'chat-1',
        sessionId: 'chat-1',
        leadEmail: null,
        createdDate: '2025-01-15T10:30:00.000Z',
        outcome: 'answered',
        error: null,
        fileUploads: null,
        ...EXAMPLE_ANSWER.sources,
        details: EXAMPLE_DETAILS,
      },
    ],
  });
export type ChatMessage = z.infer<typeof ChatMessageSchema>;

/** Flowise's answer to a call that stops answers, also where there are none. */
export const AbortAnswerSchema = z
  .object({ status: z.literal(200), message: z.literal('Chat message aborted') })
  .meta({ examples: [{ status: 200, message: 'Chat message aborted' }] });
