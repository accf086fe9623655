import { z } from 'zod';
import { chatName } from './chat-uploads.ts';
import { absentable, EXAMPLE_ID } from './common.ts';
import { FeedbackListQuerySchema } from './feedback.ts';

const detail = z.string().trim().max(255);
const exampleFields = { chatflowid: EXAMPLE_ID, chatId: 'chat-1', name: 'Ada', email: 'ada@example.com' };

export const LeadCreateSchema = z
  .object({
    chatflowid: chatName.meta({ description: 'The chatflow or document store that is asked.' }),
    chatId: absentable(chatName).meta({ description: 'Without it a new id.' }),
    name: absentable(detail),
    email: absentable(detail),
    phone: absentable(detail),
  })
  .refine(({ name, email, phone }) => [name, email, phone].some((one) => (one ?? '') !== ''), {
    path: ['email'],
    message: 'must be given, or name or phone: without any of them nobody can be reached',
  })
  .meta({ id: 'LeadCreate', examples: [exampleFields] });
export type LeadCreate = z.output<typeof LeadCreateSchema>;

const { chatId, startDate, endDate } = FeedbackListQuerySchema.shape;

/** Which leads of a chatflow or document store are deleted: all that fit. */
export const LeadFilterSchema = z.object({ leadId: z.string().optional(), chatId, startDate, endDate });
export type LeadFilter = z.output<typeof LeadFilterSchema>;

/** How somebody who asks can be reached. */
export const LeadSchema = z
  .object({
    id: z.uuid(),
    chatflowid: z.string(),
    chatId: z.string(),
    name: z.string().nullable(),
    email: z.string().nullable(),
    phone: z.string().nullable(),
    createdDate: z.iso.datetime(),
  })
  .meta({
    id: 'Lead',
    examples: [{ id: EXAMPLE_ID, ...exampleFields, phone: null, createdDate: '2025-01-15T10:30:00.000Z' }],
  });
export type Lead = z.infer<typeof LeadSchema>;
