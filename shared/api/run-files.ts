import { z } from 'zod';
import { wholeField } from './common.ts';
import { UpsertCountsSchema } from './upsert-counts.ts';

const FILE_STATES = ['waiting', 'reading', 'embedding', 'stored', 'unchanged', 'failed', 'cancelled'] as const;
export const RunFileStateSchema = z.enum(FILE_STATES).meta({
  description:
    '`embedding`: it has been read, and not all of its chunks are stored yet. `unchanged`: all of its chunks were there. `cancelled`: the run ended before it was done.',
});
export type RunFileState = z.infer<typeof RunFileStateSchema>;

const EXAMPLE_FILE = {
  id: 1,
  nodeId: 'fileLoader_0',
  name: 'handbook.pdf',
  state: 'stored',
  sizeBytes: 183_204,
  chunks: 41,
  added: 41,
  updated: 0,
  skipped: 0,
  elapsedMs: 640,
} as const;

/** A file of a run, or a source that a loader has found: a page, a row of a table. */
export const RunFileSchema = z
  .object({
    id: z.int().meta({ description: 'Its number in the run, from 1.' }),
    nodeId: z.string().meta({ description: 'The loader: a node of the flow, or a loader of the store.' }),
    name: z.string().meta({ description: 'Name of the file, or what the loader calls the source.' }),
    state: RunFileStateSchema,
    sizeBytes: z.int().optional(),
    readBytes: z.int().optional().meta({ description: 'How far it has been read; only while the run goes on.' }),
    chunks: z.int().meta({ description: 'Chunks found so far.' }),
    added: z.int(),
    updated: z.int(),
    skipped: z.int(),
    elapsedMs: z
      .int()
      .optional()
      .meta({ description: 'How long reading it took. Storing goes on beside the reading of later files.' }),
    error: z
      .object({ code: z.string(), message: z.string() })
      .optional()
      .meta({ description: 'Why it could not be read; in another state than `failed`, what of it could not be.' }),
  })
  .meta({
    id: 'RunFile',
    examples: [EXAMPLE_FILE],
  });
export type RunFile = z.infer<typeof RunFileSchema>;

const FileCountsSchema = z.object({
  total: z.int(),
  waiting: z.int(),
  reading: z.int(),
  embedding: z.int(),
  stored: z.int(),
  unchanged: z.int(),
  failed: z.int(),
  cancelled: z.int(),
});
export type RunFileCounts = z.infer<typeof FileCountsSchema>;

/** Counts before there is a file. */
export function noRunFiles(): RunFileCounts {
  return { total: 0, waiting: 0, reading: 0, embedding: 0, stored: 0, unchanged: 0, failed: 0, cancelled: 0 };
}

/** How far a run is. */
export const RunProgressSchema = z.object({
  files: FileCountsSchema,
  hasAllFiles: z.boolean().meta({ description: 'False while a loader may find more.' }),
  unlisted: z.int().optional().meta({ description: 'Further sources, which are counted and not listed.' }),
  readBytes: z.int().optional(),
  totalBytes: z.int().optional(),
  chunks: z.int().meta({ description: 'Chunks found so far.' }),
  chunksDone: z.int().meta({ description: 'Of these the ones that are stored, or were there.' }),
  hasAllChunks: z.boolean().meta({ description: 'False while more is read.' }),
  counts: UpsertCountsSchema.optional().meta({ description: 'So far, also of a run that did not finish.' }),
  elapsedMs: z.int().meta({ description: 'Wall time of the run so far, or in all.' }),
  chunksPerSecond: z.number().optional().meta({ description: 'Of the last seconds; only while the run goes on.' }),
  leftMs: z.int().optional().meta({ description: 'Time left at that rate, if it can be told.' }),
});
export type RunProgress = z.infer<typeof RunProgressSchema>;

/** How many files one event tells of; a client that is told of more asks for the list. */
export const FILES_PER_EVENT = 100;

export const RunFileListQuerySchema = z.object({
  state: RunFileStateSchema.optional(),
  search: z.string().max(200).optional().meta({ description: 'Part of the name, in small or capital letters.' }),
  after: wholeField(0).default(0).meta({ description: '`next` of the page before.' }),
  limit: wholeField(1, 1000).default(200),
});
export type RunFileListQuery = z.output<typeof RunFileListQuerySchema>;

export const RunFileListSchema = z
  .object({
    files: z.array(RunFileSchema),
    next: z.int().nullable().meta({ description: '`after` of the next page; null behind the last one.' }),
  })
  .meta({ id: 'RunFileList', examples: [{ files: [EXAMPLE_FILE], next: null }] });
export type RunFileList = z.infer<typeof RunFileListSchema>;
