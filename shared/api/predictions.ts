import { z } from 'zod';
import { AnswerModelSchema } from './answer-models.ts';
import { ChatUploadSchema, chatName, MOST_CHAT_FILES } from './chat-uploads.ts';
import { absentable, ErrorBodySchema, EXAMPLE_ID, flagField } from './common.ts';
import {
  EXAMPLE_CHUNK,
  OverrideConfigSchema,
  QueryDocSchema,
  SourceDocumentSchema,
  VectorQueryBodySchema,
} from './vector.ts';

const question = z
  .string()
  .max(100_000)
  .nullish()
  .transform((text) => text ?? '');

/** An earlier message that a caller gives with a question; Flowise's types also name its fields `type` and `message`. */
const HistoryMessageSchema = z.preprocess(
  (given) => {
    const { role, content, type, message } = Object(given);
    return { role: role ?? type, content: content ?? message };
  },
  z.object({ role: z.enum(['userMessage', 'apiMessage']), content: z.string().max(100_000) }),
);
export type HistoryMessage = z.output<typeof HistoryMessageSchema>;

/** Messages that come with a question, at most. */
const MOST_HISTORY = 1000;

/** A field that only Flowise's agentflows have. */
const ofAgentflows = absentable(z.never('is for agentflows of Flowise, which are not run here: ask with question'));

/** Body of a question. What it has beside that is ignored. */
export const PredictionBodySchema = z
  .object({
    question: question.meta({ description: 'An empty one has no answer.' }),
    streaming: flagField.meta({ description: 'Answers with server-sent events.' }),
    chatId: absentable(chatName).meta({
      description: 'Names the conversation; without it `overrideConfig.sessionId` does, or a new id.',
    }),
    overrideConfig: absentable(OverrideConfigSchema).meta({
      description: '`sessionId` always has an effect, anything else where it is switched on.',
    }),
    uploads: absentable(z.array(ChatUploadSchema).max(MOST_CHAT_FILES)).meta({
      description: 'Files with the question.',
    }),
    history: absentable(z.array(HistoryMessageSchema).max(MOST_HISTORY)).meta({
      description: 'Earlier messages, for this question only: the stored ones of the session come after them.',
    }),
    form: ofAgentflows,
    humanInput: ofAgentflows,
    leadEmail: absentable(z.string().max(255)).meta({ description: 'Stored with the question.' }),
    stopNodeId: VectorQueryBodySchema.shape.stopNodeId,
    filter: VectorQueryBodySchema.shape.filter,
    replaceFrom: absentable(z.string()).meta({
      description:
        'Id of a question (a `userMessage`) of this chat: it and all behind it are deleted when this one is answered. A page of another origin needs a key for it.',
    }),
  })
  .meta({ id: 'PredictionBody', examples: [{ question: 'How long may I keep a book?', chatId: 'chat-1' }] });
export type PredictionBody = z.output<typeof PredictionBodySchema>;

/** The same in the app. */
export const InternalPredictionBodySchema = PredictionBodySchema.extend({
  chatModel: absentable(AnswerModelSchema).meta({
    description: 'Answers in the place of the model of the flow or of Settings. Only the app itself may say so.',
  }),
}).meta({
  id: 'InternalPredictionBody',
  examples: [{ question: 'How long may I keep a book?', chatId: 'chat-1' }],
});
export type InternalPredictionBody = z.output<typeof InternalPredictionBodySchema>;

/** The same as a form, whose other fields are overrides. */
export const PredictionFormSchema = z
  .looseObject({
    question: z.string().optional(),
    streaming: flagField,
    chatId: z.string().optional(),
    sessionId: z.string().optional(),
    overrideConfig: z.string().optional().meta({ description: 'JSON text of an object of overrides.' }),
    history: z.string().optional().meta({ description: 'JSON text of a list of earlier messages.' }),
    leadEmail: z.string().optional(),
    stopNodeId: z.string().optional(),
    replaceFrom: z.string().optional(),
  })
  .meta({ id: 'PredictionForm', examples: [{ question: 'How long may I keep a book?' }] });

export const AnswerCitationSchema = z.object({
  number: z.int().min(1).meta({ description: 'As it stands in the answer.' }),
  sourceIndex: z.int().min(0).meta({ description: 'Index in `sourceDocuments`, from 0.' }),
  sentence: z.string().meta({ description: 'The sentence of the answer, without its citation marks.' }),
  verdict: z.enum(['quoted', 'similar', 'notFound']).meta({
    description:
      'How far the passage holds what the sentence says: its words in order; its content words and every number, date, unit, name and negation; or not.',
  }),
  place: z
    .object({ start: z.int(), end: z.int() })
    .optional()
    .meta({ description: 'Where the passage says it: UTF-16 offsets in its text. Absent for what is not found.' }),
});
export type AnswerCitation = z.infer<typeof AnswerCitationSchema>;

/** A passage that a question found. */
export const FoundPassageSchema = QueryDocSchema.omit({ score: true }).extend({
  isDeleted: z.literal(true).optional().meta({
    description: 'Of a stored message: the source was deleted for good since, and its text with it.',
  }),
});
export type FoundPassage = z.infer<typeof FoundPassageSchema>;

/** A call of a tool by an agent. */
const UsedToolSchema = z.object({
  tool: z.string(),
  toolInput: z.record(z.string(), z.unknown()),
  toolOutput: z.string().meta({ description: 'What the model has read of it.' }),
  sourceDocuments: z.array(SourceDocumentSchema).optional().meta({ description: 'The passages that it found.' }),
  error: z.string().optional().meta({ description: 'Why it gave nothing.' }),
});
export type UsedTool = z.infer<typeof UsedToolSchema>;

const usedTools = z.array(UsedToolSchema).meta({ description: 'What an agent has called, in this order.' });

/** How an answer was made. */
export const AnswerDetailsSchema = z.object({
  ms: z.number().meta({ description: 'Milliseconds from the question to the end.' }),
  model: z.string().optional().meta({ description: 'That wrote it; absent: the answer is sentences of the passages.' }),
  address: z.string().optional().meta({ description: 'Where the question and the passages went.' }),
  inputTokens: z.int().optional().meta({ description: 'As the service counts them.' }),
  outputTokens: z.int().optional(),
  rewritten: z.string().optional().meta({
    description: 'The question as it was searched for besides: with what it refers to.',
  }),
  leftOut: z.int().optional().meta({ description: 'Passages that did not fit into the context of the model.' }),
  isContextCut: z.literal(true).optional().meta({
    description: 'The service read less than it was sent: it has cut off the beginning.',
  }),
  isRefused: z
    .literal(true)
    .optional()
    .meta({ description: 'The passages do not say it, or there is nothing to answer or to search.' }),
  usedTools: usedTools.optional(),
});
export type AnswerDetails = z.infer<typeof AnswerDetailsSchema>;

/** What answers and stored messages say of where they come from. */
export const sourceFields = {
  sourceDocuments: z.array(SourceDocumentSchema).meta({ description: 'The passages that were found, best first.' }),
  passages: z.array(FoundPassageSchema).meta({ description: 'The same with their relevance.' }),
  citations: z.array(AnswerCitationSchema),
};

/** Of an answer that a model has written. */
export const EXAMPLE_DETAILS: AnswerDetails = {
  ms: 2310,
  model: 'qwen3:4b',
  address: 'http://localhost:11434',
  inputTokens: 1240,
  outputTokens: 38,
};

const chatFields = {
  question: z.string(),
  chatId: z.string(),
  chatMessageId: z.uuid().meta({ description: 'Id of the message that is the answer.' }),
  sessionId: z.string(),
};

const EXAMPLE_SENTENCE = EXAMPLE_CHUNK.pageContent;
export const EXAMPLE_ANSWER = {
  text: `${EXAMPLE_SENTENCE} [1]`,
  sources: {
    sourceDocuments: [EXAMPLE_CHUNK],
    passages: [{ ...EXAMPLE_CHUNK, relevance: 0.9, chunkNo: 7 }],
    citations: [
      {
        number: 1,
        sourceIndex: 0,
        sentence: EXAMPLE_SENTENCE,
        verdict: 'quoted' as const,
        place: { start: 0, end: EXAMPLE_SENTENCE.length },
      },
    ],
  },
};

export const PredictionAnswerSchema = z
  .object({
    text: z.string().optional().meta({ description: 'Absent where an output parser makes a value of it.' }),
    json: z.json().optional().meta({ description: 'In the place of `text`: the value.' }),
    ...chatFields,
    isStreamValid: z.boolean().meta({ description: 'Whether it could have been streamed.' }),
    isStopped: z
      .literal(true)
      .optional()
      .meta({ description: 'The answer was stopped: this is what there was by then.' }),
    ...sourceFields,
    sourceDocuments: sourceFields.sourceDocuments.optional().meta({
      description:
        'The passages that were found, best first. Absent for a chain whose setting `returnSourceDocuments` is off.',
    }),
    usedTools: usedTools.optional(),
    details: AnswerDetailsSchema,
  })
  .meta({
    id: 'PredictionAnswer',
    examples: [
      {
        text: EXAMPLE_ANSWER.text,
        question: 'How long may I keep a book?',
        chatId: 'chat-1',
        chatMessageId: EXAMPLE_ID,
        sessionId: 'chat-1',
        isStreamValid: true,
        ...EXAMPLE_ANSWER.sources,
        details: EXAMPLE_DETAILS,
      },
    ],
  });
export type PredictionAnswer = z.infer<typeof PredictionAnswerSchema>;

const DONE = z.literal('[DONE]');

/** What a streamed answer consists of, in this order. */
export const AnswerEventSchema = z
  .discriminatedUnion('event', [
    z.object({ event: z.literal('passages'), data: sourceFields.passages }),
    z.object({ event: z.literal('start'), data: z.string().meta({ description: 'The first token, which follows.' }) }),
    z.object({ event: z.literal('token'), data: z.string() }),
    z.object({
      event: z.literal('citations'),
      data: sourceFields.citations.meta({
        description: 'All so far: after each sentence, and whole before `metadata`.',
      }),
    }),
    z.object({ event: z.literal('sourceDocuments'), data: sourceFields.sourceDocuments }),
    z.object({ event: z.literal('usedTools'), data: usedTools }),
    z.object({
      event: z.literal('metadata'),
      data: z
        .object({ ...chatFields, details: AnswerDetailsSchema })
        .meta({ description: 'Once the message is stored.' }),
    }),
    z.object({
      event: z.literal('abort'),
      data: DONE.meta({ description: 'In place of `metadata`: it was stopped.' }),
    }),
    z.object({
      event: z.literal('error'),
      data: z.string().meta({ description: 'In place of `metadata`: what happened, and what to do.' }),
      code: ErrorBodySchema.shape.code,
      nodeId: z.string().optional(),
      details: ErrorBodySchema.shape.details,
    }),
    z.object({ event: z.literal('end'), data: DONE.meta({ description: 'Always the last.' }) }),
  ])
  .meta({ id: 'AnswerEvent', examples: [{ event: 'token', data: EXAMPLE_SENTENCE }] });
export type AnswerEvent = z.infer<typeof AnswerEventSchema>;
