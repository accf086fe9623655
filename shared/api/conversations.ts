import { z } from 'zod';
import { absentable, EXAMPLE_ID, flagField, wholeField } from './common.ts';

/** Query of the list of conversations. */
export const ConversationQuerySchema = z.object({
  ownerId: absentable(z.string()).meta({ description: 'Only of this chatflow or document store.' }),
  search: absentable(z.string().trim().max(255)).meta({
    description: 'Only those with this text in their title or in a message, in capital or small letters.',
  }),
  inBin: flagField.meta({ description: '`true`: those that are in the bin instead.' }),
  page: wholeField(1, 1_000_000).default(1).meta({ description: 'From 1.' }),
  limit: wholeField(1, 1000).default(50).meta({ description: 'Conversations of a page.' }),
});
export type ConversationQuery = z.output<typeof ConversationQuerySchema>;

/** Which conversations are deleted for good. */
export const ConversationsClearQuerySchema = z.object({
  ownerId: absentable(z.string()).meta({ description: 'Only of this chatflow or document store.' }),
  olderThanDays: absentable(wholeField(1, 36_500)).meta({
    description: 'Only those that were not used for so many days; those in the bin that came there before that.',
  }),
});
export type ConversationsClearQuery = z.output<typeof ConversationsClearQuerySchema>;

export const ConversationSchema = z
  .object({
    ownerId: z.string().meta({ description: 'The chatflow or document store that is asked.' }),
    ownerName: z.string(),
    chatId: z.string(),
    title: z.string().meta({ description: 'The beginning of the first question, until it is named otherwise.' }),
    lastDate: z.iso.datetime().meta({ description: 'Of the last message.' }),
    messages: z.int().meta({ description: 'Questions and answers.' }),
    goesDate: z.iso.datetime().optional().meta({ description: 'Of one in the bin: then it is deleted for good.' }),
  })
  .meta({
    id: 'Conversation',
    examples: [
      {
        ...{ ownerId: EXAMPLE_ID, ownerName: 'Handbook', chatId: 'chat-1', title: 'How long may I keep a book?' },
        ...{ lastDate: '2025-01-15T10:30:00.000Z', messages: 2 },
      },
    ],
  });
export type Conversation = z.infer<typeof ConversationSchema>;

/** Path of a conversation. */
export const ConversationParamsSchema = z.object({
  ownerId: z.string().meta({ examples: [EXAMPLE_ID] }),
  chatId: z.string().meta({ examples: ['chat-1'] }),
});

export const ConversationUpdateSchema = z
  .object({ title: z.string().trim().min(1).max(255) })
  .meta({ id: 'ConversationUpdate', examples: [{ title: 'Loans' }] });
