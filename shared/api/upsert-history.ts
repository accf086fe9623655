import { z } from 'zod';
import { EXAMPLE_ID, listSchema, pagingFields } from './common.ts';
import { RunResultSchema } from './runs.ts';

const UsedParamSchema = z.object({
  label: z.string(),
  name: z.string(),
  type: z.string(),
  value: z.unknown().meta({ description: 'Of a file setting the names of the files; a long text is cut.' }),
});

/** A node of an upsert with the values that it had: saved ones, or those of the call. Secrets are left out. */
export const UsedNodeSchema = z.object({
  label: z.string(),
  name: z.string(),
  category: z.string(),
  id: z.string(),
  paramValues: z.array(UsedParamSchema),
});
export type UsedNode = z.infer<typeof UsedNodeSchema>;

export const UpsertHistoryEntrySchema = z
  .object({
    id: z.uuid().meta({ description: 'Id of the run.' }),
    chatflowid: z.string().meta({ description: 'Id of the chatflow or the document store.' }),
    result: RunResultSchema,
    flowData: z.array(UsedNodeSchema),
    date: z.iso.datetime(),
  })
  .meta({
    id: 'UpsertHistoryEntry',
    examples: [
      {
        id: '0b9d7c1e-52c4-4f6b-8a55-6f1f0f7f2d10',
        chatflowid: EXAMPLE_ID,
        result: { numAdded: 42, numDeleted: 0, numUpdated: 0, numSkipped: 0 },
        flowData: [
          {
            label: 'Recursive Character Text Splitter',
            name: 'recursiveCharacterTextSplitter',
            category: 'Text Splitters',
            id: 'recursiveCharacterTextSplitter_0',
            paramValues: [{ label: 'Chunk size', name: 'chunkSize', type: 'number', value: 1000 }],
          },
        ],
        date: '2025-01-15T10:30:00.000Z',
      },
    ],
  });
export type UpsertHistoryEntry = z.infer<typeof UpsertHistoryEntrySchema>;

const DateSchema = z
  .string()
  .refine(
    (text) => /^\d{4}-\d{2}-\d{2}/.test(text) && !Number.isNaN(Date.parse(text)),
    'must be a date such as 2025-01-15 or 2025-01-15T10:30:00Z',
  );

/** A list without `page` and `limit` has at most so many entries: the newest. */
export const UPSERT_HISTORY_LIMIT = 1000;

export const UpsertHistoryQuerySchema = z.object({
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
  page: pagingFields.page.meta({ description: 'From 1. Without it the newest 1,000 come.' }),
});
export type UpsertHistoryQuery = z.output<typeof UpsertHistoryQuerySchema>;

export const UpsertHistoryAnswerSchema = listSchema(UpsertHistoryEntrySchema);

export const UpsertHistoryRemovalSchema = z
  .object({ ids: z.array(z.string()).min(1, 'must have an id').max(1000) })
  .meta({ id: 'UpsertHistoryRemoval', examples: [{ ids: ['0b9d7c1e-52c4-4f6b-8a55-6f1f0f7f2d10'] }] });
