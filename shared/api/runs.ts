import { z } from 'zod';
import { EXAMPLE_ID, wholeField } from './common.ts';
import { RunFileSchema, RunProgressSchema } from './run-files.ts';
import { UpsertCountsSchema } from './upsert-counts.ts';

export { type UpsertCounts, UpsertCountsSchema } from './upsert-counts.ts';

/** How long the files of a run that did not finish are kept, in ms: so long it can be gone on with. */
export const RUN_FILES_KEPT_MS = 7 * 24 * 60 * 60_000;

const RUN_STATUSES = ['QUEUED', 'RUNNING', 'FINISHED', 'FAILED', 'CANCELLED', 'INTERRUPTED'] as const;
export const RunStatusSchema = z.enum(RUN_STATUSES);
export type RunStatus = z.infer<typeof RunStatusSchema>;

const NODE_STATUSES = ['queued', 'running', 'done', 'skipped', 'failed', 'cancelled'] as const;

/** How far one node of a run is. `done` of `total` counts `unit`; `total` is absent while it is not known. */
export const NodeRunSchema = z.object({
  nodeId: z.string(),
  label: z.string(),
  status: z.enum(NODE_STATUSES),
  done: z.int().optional(),
  total: z.int().optional(),
  unit: z.enum(['chunks', 'bytes', 'documents', 'percent']).optional(),
  /** Wall time so far, or in all. */
  elapsedMs: z.number().optional(),
  /** A sentence: what it waits for, or why it failed. */
  message: z.string().optional(),
});
export type NodeRun = z.infer<typeof NodeRunSchema>;

/** How many `failedFiles` are told at most; nobody reads more. */
export const FAILED_FILES_LIMIT = 100;

/** What a run that went on could not read, or not whole. What was stored of it before stays. */
export const FailedFileSchema = z.object({
  name: z.string().meta({ description: 'Path of the file, or address of the page.' }),
  code: z.string(),
  message: z.string(),
  isPartial: z
    .literal(true)
    .optional()
    .meta({ description: 'It was read, but for what the message names: counted as read, and stored.' }),
});
export type FailedFile = z.infer<typeof FailedFileSchema>;

/** Counts of a run that finished, and what it could not read. */
export const RunResultSchema = UpsertCountsSchema.extend({
  failedFiles: z.array(FailedFileSchema).optional().meta({
    description:
      'Files and pages that could not be read, or not whole (`isPartial`), at most 100. What was stored of them before stays.',
  }),
  failedFilesTruncated: z.literal(true).optional(),
});
export type RunResult = z.infer<typeof RunResultSchema>;

export const RunErrorSchema = z.object({
  code: z.string(),
  message: z.string(),
  statusCode: z.int(),
  nodeId: z.string().optional(),
  details: z.record(z.string(), z.unknown()).optional(),
});

/** What a run is of. */
export const RunKindSchema = z.enum(['flow', 'store']);
export type RunKind = z.infer<typeof RunKindSchema>;

export const RunSchema = z
  .object({
    id: z.uuid(),
    chatflowId: z.string(),
    status: RunStatusSchema,
    createdDate: z.iso.datetime(),
    finishedDate: z.iso.datetime().nullable(),
    nodes: z.array(NodeRunSchema),
    result: RunResultSchema.nullable().meta({ description: 'Null until it is finished.' }),
    error: RunErrorSchema.nullable(),
    kind: RunKindSchema.optional().meta({
      description: 'What `chatflowId` names; absent in runs of early versions whose owner is gone.',
    }),
    progress: RunProgressSchema.optional().meta({
      description: 'How far it is, or came; absent in runs of early versions.',
    }),
    resumable: z.literal(false).optional().meta({
      description: 'False for a run that can’t be resumed if it does not finish, such as a move; absent otherwise.',
    }),
    undoneDate: z.iso.datetime().optional().meta({ description: 'When it was undone; absent otherwise.' }),
  })
  .meta({
    id: 'Run',
    examples: [
      {
        id: '0b9d7c1e-52c4-4f6b-8a55-6f1f0f7f2d10',
        chatflowId: EXAMPLE_ID,
        status: 'FINISHED',
        createdDate: '2025-01-15T10:30:00.000Z',
        finishedDate: '2025-01-15T10:30:01.250Z',
        nodes: [
          { nodeId: 'fileLoader_0', label: 'File Loader', status: 'done', done: 42, unit: 'chunks', elapsedMs: 180 },
        ],
        result: { numAdded: 42, numDeleted: 0, numUpdated: 0, numSkipped: 0 },
        error: null,
      },
    ],
  });
export type Run = z.infer<typeof RunSchema>;

/**
 * What `GET /runs/{id}/events` sends, one JSON text per SSE `data:` line, with the type as SSE `event:` and a growing number as `id:`.
 * `run` comes first and last (whole state); the stream ends after a `run` whose status is final.
 */
export const RunEventSchema = z
  .discriminatedUnion('type', [
    z.object({ type: z.literal('run'), run: RunSchema }),
    z.object({ type: z.literal('node'), node: NodeRunSchema }),
    z.object({ type: z.literal('counts'), counts: UpsertCountsSchema }),
    z.object({
      type: z.literal('files'),
      files: z.array(RunFileSchema).meta({ description: 'Those that have changed, at most 100.' }),
      isPartial: z.literal(true).optional().meta({ description: 'More have changed: ask for the list.' }),
      progress: RunProgressSchema,
    }),
  ])
  .meta({
    id: 'RunEvent',
    examples: [
      { type: 'node', node: { nodeId: 'hnsw_0', label: 'HNSW', status: 'running', done: 64, unit: 'chunks' } },
    ],
  });
export type RunEvent = z.infer<typeof RunEventSchema>;

export const RunListQuerySchema = z.object({
  chatflowId: z
    .string()
    .optional()
    .meta({ description: 'Only runs of this chatflow.', examples: [EXAMPLE_ID] }),
  limit: wholeField(1, 1000).default(50).meta({ description: 'The newest so many.' }),
  before: z
    .uuid()
    .optional()
    .meta({ description: 'Only runs that began before this run: the last one of the page before.' }),
  status: RunStatusSchema.optional(),
  kind: RunKindSchema.optional().meta({ description: 'Only runs of flows, or of document stores.' }),
  from: z.iso.datetime().optional().meta({ description: 'Only runs that began then or later.' }),
  to: z.iso.datetime().optional().meta({ description: 'Only runs that began before.' }),
  search: z
    .string()
    .max(200)
    .optional()
    .meta({ description: 'Only runs with a file whose name has this part, in small or capital letters.' }),
});
export type RunListQuery = z.output<typeof RunListQuerySchema>;

export const RunCountQuerySchema = RunListQuerySchema.pick({
  chatflowId: true,
  status: true,
  kind: true,
  from: true,
  to: true,
});
export type RunCountQuery = z.output<typeof RunCountQuerySchema>;

export const RunCountSchema = z
  .object({ count: z.number().int() })
  .meta({ id: 'RunCount', examples: [{ count: 128 }] });

export const RunEventsHeadersSchema = z.looseObject({
  'last-event-id': z
    .string()
    .optional()
    .meta({ description: 'Id of the last event that was seen.', examples: ['7'] }),
});

const finalStatuses: ReadonlySet<RunStatus> = new Set(['FINISHED', 'FAILED', 'CANCELLED', 'INTERRUPTED']);

export function isFinalStatus(status: RunStatus): boolean {
  return finalStatuses.has(status);
}
