import { z } from 'zod';
import { t } from '../texts/t.ts';
import { absentable, EXAMPLE_ID, listSchema, pagingFields, wholeField } from './common.ts';

const RatingSchema = z.enum(['THUMBS_UP', 'THUMBS_DOWN']);
const reference = z.string().trim().min(1, t('must not be empty')).max(255);

const exampleFields = {
  chatflowid: EXAMPLE_ID,
  chatId: 'chat-1',
  messageId: EXAMPLE_ID,
  rating: 'THUMBS_UP',
  content: 'Right to the point.',
} as const;

/** The server owns id and date; they are ignored in a body, as are fields unknown to us. */
export const FeedbackCreateSchema = z
  .object({
    chatflowid: absentable(reference).meta({ description: 'The chatflow or document store that answered.' }),
    chatId: absentable(reference),
    messageId: reference.meta({
      description:
        'The `chatMessageId` of the answer, which has one feedback at most and says the other two if they are absent.',
    }),
    rating: RatingSchema,
    content: z.string().nullish(),
  })
  .meta({ id: 'FeedbackCreate', examples: [exampleFields] });
export type FeedbackCreate = z.output<typeof FeedbackCreateSchema>;

/** PUT changes rating and content. What it belongs to can be repeated, not changed. */
export const FeedbackUpdateSchema = z
  .object({
    rating: RatingSchema,
    content: z.string().nullable(),
    chatflowid: z.string(),
    chatId: z.string(),
    messageId: z.string(),
  })
  .partial()
  .meta({
    id: 'FeedbackUpdate',
    description: 'The fields to change.',
    examples: [{ rating: 'THUMBS_DOWN', content: 'Out of date.' }],
  });
export type FeedbackUpdate = z.output<typeof FeedbackUpdateSchema>;

export const FeedbackSchema = z
  .object({
    id: z.uuid(),
    chatflowid: z.string(),
    chatId: z.string(),
    messageId: z.string(),
    rating: RatingSchema,
    content: z.string().nullable(),
    createdDate: z.iso.datetime(),
  })
  .meta({ id: 'Feedback', examples: [{ id: EXAMPLE_ID, ...exampleFields, createdDate: '2025-01-15T10:30:00.000Z' }] });
export type Feedback = z.infer<typeof FeedbackSchema>;

/** Flowise's answer to a change. */
export const FeedbackUpdateAnswerSchema = z.object({ status: z.literal('OK') }).meta({ examples: [{ status: 'OK' }] });

const DateSchema = z
  .string()
  .refine(
    (text) => /^\d{4}-\d{2}-\d{2}/.test(text) && !Number.isNaN(Date.parse(text)),
    'must be a date such as 2025-01-15 or 2025-01-15T10:30:00Z',
  );

export const FeedbackListQuerySchema = z.object({
  chatId: z
    .string()
    .optional()
    .meta({ description: 'Only of this chat.', examples: ['chat-1'] }),
  order: z.enum(['ASC', 'DESC']).default('ASC').meta({ description: 'By date: oldest first (ASC) or newest first.' }),
  startDate: DateSchema.optional().meta({
    description: 'From this instant, or this day (UTC), on.',
    examples: ['2025-01-01'],
  }),
  endDate: DateSchema.optional().meta({
    description: 'To this instant, or to the end of this day (UTC).',
    examples: ['2025-01-31'],
  }),
  ...pagingFields,
});
export type FeedbackListQuery = z.output<typeof FeedbackListQuerySchema>;

export const FeedbackListAnswerSchema = listSchema(FeedbackSchema);

/** Beyond that feedback is not counted. */
export const MOST_FEEDBACK_COUNTED = 10_000;

/** Query of the list over all chatflows. */
export const AllFeedbackQuerySchema = z.object({
  chatflowid: z
    .string()
    .optional()
    .meta({ description: 'Only of this chatflow.', examples: [EXAMPLE_ID] }),
  rating: RatingSchema.optional().meta({ description: 'Only with this rating.' }),
  startDate: FeedbackListQuerySchema.shape.startDate,
  endDate: FeedbackListQuerySchema.shape.endDate,
  cursor: z
    .string()
    .regex(/^\d{4}-[\d:.TZ-]+~[\w-]+$/, 'must be the next of an answer')
    .optional()
    .meta({ description: '`next` of the page before.', examples: [`2025-01-15T10:30:00.000Z~${EXAMPLE_ID}`] }),
  limit: wholeField(1, 1000).default(50).meta({ description: 'Rows of a page.' }),
});
export type AllFeedbackQuery = z.output<typeof AllFeedbackQuerySchema>;

export const AllFeedbackAnswerSchema = z
  .object({
    data: z.array(FeedbackSchema),
    total: z.int().meta({ description: `Rows of all pages; not counted beyond ${MOST_FEEDBACK_COUNTED}.` }),
    next: z.string().nullable().meta({ description: 'Cursor of the next page. Null: this is the last.' }),
  })
  .meta({
    id: 'FeedbackPage',
    examples: [
      { data: [{ id: EXAMPLE_ID, ...exampleFields, createdDate: '2025-01-15T10:30:00.000Z' }], total: 1, next: null },
    ],
  });
export type AllFeedbackAnswer = z.infer<typeof AllFeedbackAnswerSchema>;
