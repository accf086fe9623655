import { z } from 'zod';
import { EXAMPLE_ID } from './common.ts';
import { StoreStatusSchema } from './document-stores.ts';
import { RunErrorSchema, RunSchema } from './runs.ts';

/** A store as a list shows it: without its loaders and files, of which there may be thousands. */
export const DocumentStoreSummarySchema = z
  .object({
    id: z.uuid(),
    name: z.string(),
    description: z.string().nullable(),
    status: StoreStatusSchema,
    loaders: z.int(),
    files: z.int(),
    failedFiles: z.int().meta({ description: 'Files that the last loads of its loaders could not read.' }),
    totalChunks: z.int(),
    totalChars: z.int(),
    lastRun: RunSchema.pick({
      id: true,
      status: true,
      createdDate: true,
      finishedDate: true,
      result: true,
      undoneDate: true,
    })
      .nullable()
      .meta({ description: 'The newest load or upsert; null before the first.' }),
    lastError: RunErrorSchema.nullable(),
    updatedDate: z.iso.datetime(),
  })
  .meta({
    id: 'DocumentStoreSummary',
    examples: [
      {
        id: EXAMPLE_ID,
        name: 'Staff handbook',
        description: null,
        status: 'UPSERTED',
        loaders: 1,
        files: 12,
        failedFiles: 0,
        totalChunks: 45,
        totalChars: 20133,
        lastRun: null,
        lastError: null,
        updatedDate: '2025-01-15T10:30:00.000Z',
      },
    ],
  });

export type DocumentStoreSummary = z.infer<typeof DocumentStoreSummarySchema>;

export const DocumentStoreSummariesSchema = z.array(DocumentStoreSummarySchema);
