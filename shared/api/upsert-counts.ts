import { z } from 'zod';

/** Counts of an upsert; Flowise's four are always numbers. */
export const UpsertCountsSchema = z.object({
  numAdded: z.int().meta({ description: 'New chunks.' }),
  numDeleted: z.int().meta({ description: 'Chunks deleted; with a record manager.' }),
  numUpdated: z
    .int()
    .meta({ description: 'Chunks that kept their text and got other metadata; with a record manager.' }),
  numSkipped: z.int().meta({ description: 'Chunks that were there already; with a record manager.' }),
  numRepeated: z
    .int()
    .optional()
    .meta({ description: 'Of `numSkipped`: duplicates, whose text had come in the same upsert before. Absent: none.' }),
  numMoved: z.int().optional().meta({
    description: 'Of `numSkipped`: chunks that a move copied to another vector store. Absent: it was no move.',
  }),
});
export type UpsertCounts = z.infer<typeof UpsertCountsSchema>;
