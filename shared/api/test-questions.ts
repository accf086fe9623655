import { z } from 'zod';
import { EXAMPLE_ID } from './common.ts';
import { QUERY_LIMIT } from './vector.ts';

/** How many questions one flow or store has at most. */
export const TEST_QUESTIONS_LIMIT = 1000;

/** A question, and where its answer stands. */
export const TestQuestionFieldsSchema = z.object({
  question: z.string().trim().min(1).max(QUERY_LIMIT),
  sources: z
    .array(z.string().trim().min(1).max(1024))
    .min(1)
    .max(20)
    .meta({ description: 'Sources that a good search finds: names of files, or addresses.' }),
});
export type TestQuestionFields = z.output<typeof TestQuestionFieldsSchema>;

export const TestQuestionSchema = TestQuestionFieldsSchema.extend({ id: z.uuid() }).meta({
  id: 'TestQuestion',
  examples: [
    {
      id: '6f1f0f7f-52c4-4f6b-8a55-0b9d7c1e2d10',
      question: 'How long may I keep a book?',
      sources: ['handbook.md'],
    },
  ],
});
export type TestQuestion = z.output<typeof TestQuestionSchema>;

export const TestQuestionOwnerSchema = z.object({
  ownerId: z.string().meta({ description: 'Id of a chatflow or a document store.', examples: [EXAMPLE_ID] }),
});

export const TestQuestionListSchema = z
  .array(TestQuestionSchema)
  .meta({ description: 'In the order in which they were added.' });

export const TestQuestionAdditionSchema = z
  .object({
    ownerId: z.string(),
    questions: z.array(TestQuestionFieldsSchema).min(1).max(TEST_QUESTIONS_LIMIT),
  })
  .meta({
    id: 'TestQuestionAddition',
    examples: [
      { ownerId: EXAMPLE_ID, questions: [{ question: 'How long may I keep a book?', sources: ['handbook.md'] }] },
    ],
  });

export const TestQuestionRemovalSchema = z
  .object({ ownerId: z.string(), ids: z.array(z.uuid()).min(1).max(TEST_QUESTIONS_LIMIT) })
  .meta({
    id: 'TestQuestionRemoval',
    examples: [{ ownerId: EXAMPLE_ID, ids: ['6f1f0f7f-52c4-4f6b-8a55-0b9d7c1e2d10'] }],
  });
