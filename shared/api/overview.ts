import { z } from 'zod';
import { EXAMPLE_ID } from './common.ts';
import { RunSchema } from './runs.ts';

/** How a flow or document store stands. */
export const OverviewSchema = z
  .object({
    ownerId: z.string(),
    kind: z.enum(['chatflow', 'documentStore']),
    chunks: z.int().meta({ description: 'In its collections in the data folder and in memory.' }),
    sizeBytes: z.number().meta({ description: 'Of these chunks: their texts in UTF-8 and their vectors.' }),
    sources: z
      .int()
      .nullable()
      .meta({ description: 'Files and pages that its local records name. Null: it keeps no records here.' }),
    keepsElsewhere: z.boolean().meta({ description: 'It stores in a remote store, which is not counted.' }),
    lastRun: RunSchema.pick({
      id: true,
      status: true,
      createdDate: true,
      finishedDate: true,
      result: true,
      error: true,
      progress: true,
      resumable: true,
      undoneDate: true,
    }).nullable(),
  })
  .meta({
    id: 'Overview',
    examples: [
      {
        ownerId: EXAMPLE_ID,
        kind: 'chatflow',
        chunks: 41,
        sizeBytes: 101_400,
        sources: 3,
        keepsElsewhere: false,
        lastRun: null,
      },
    ],
  });
export type Overview = z.infer<typeof OverviewSchema>;
