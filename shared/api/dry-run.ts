import { z } from 'zod';
import { RunResultSchema } from './runs.ts';
import { filesFields } from './vector.ts';

/** `?dryRun=true` of an upsert. Anything but the two words is refused: a dry run that is spelt wrong must not write. */
export const DryRunQuerySchema = z.object({
  dryRun: z
    .enum(['true', 'false'])
    .optional()
    .meta({ description: '`true` says what the upsert would do, and writes nothing.', examples: ['true'] }),
});

export const DryRunDocumentSchema = z.object({ pageContent: z.string(), metadata: z.record(z.string(), z.unknown()) });
export type DryRunDocument = z.infer<typeof DryRunDocumentSchema>;

/** A chunk that keeps its text. `previousMetadata` is missing when the store has lost the chunk. */
const DryRunUpdateSchema = DryRunDocumentSchema.extend({
  previousMetadata: z.record(z.string(), z.unknown()).optional().meta({ description: 'As the store has it now.' }),
});
export type DryRunUpdate = z.infer<typeof DryRunUpdateSchema>;

/** How many chunks each list of a dry run has at most. */
export const DRY_RUN_LIST_LIMIT = 1000;

/** What an upsert would do. The counts are of all chunks, the lists may be cut. */
export const DryRunResultSchema = RunResultSchema.extend({
  dryRun: z.literal(true),
  added: z.array(DryRunDocumentSchema).meta({ description: 'At most 1,000.' }),
  updated: z.array(DryRunUpdateSchema).meta({ description: 'With their new metadata; at most 1,000.' }),
  deleted: z.array(DryRunDocumentSchema).meta({ description: 'At most 1,000.' }),
  truncated: z.boolean().meta({ description: 'Whether a list was cut.' }),
  ignoredOverrides: z
    .array(z.string())
    .optional()
    .meta({ description: 'Keys of overrideConfig that would have no effect.' }),
  ...filesFields,
}).meta({
  id: 'DryRunResult',
  examples: [
    {
      numAdded: 1,
      numDeleted: 1,
      numUpdated: 0,
      numSkipped: 40,
      dryRun: true,
      added: [{ pageContent: 'Books may be kept for four weeks.', metadata: { source: 'handbook.md' } }],
      updated: [],
      deleted: [{ pageContent: 'Books may be kept for three weeks.', metadata: { source: 'handbook.md' } }],
      truncated: false,
    },
  ],
});
export type DryRunResult = z.infer<typeof DryRunResultSchema>;
