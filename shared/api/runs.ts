import { z } from 'zod';

export const RUN_STATUSES = ['QUEUED', 'RUNNING', 'FINISHED', 'FAILED', 'CANCELLED', 'INTERRUPTED'] as const;
export const RunStatusSchema = z.enum(RUN_STATUSES);
export type RunStatus = z.infer<typeof RunStatusSchema>;

export const NODE_STATUSES = ['queued', 'running', 'done', 'skipped', 'failed', 'cancelled'] as const;

/** How far one node of a run is. `done` of `total` counts `unit`; `total` is absent while it is not known. */
export const NodeRunSchema = z.object({
  nodeId: z.string(),
  label: z.string(),
  status: z.enum(NODE_STATUSES),
  done: z.int().optional(),
  total: z.int().optional(),
  unit: z.enum(['chunks', 'bytes', 'percent']).optional(),
  /** Wall time so far, or in all. */
  elapsedMs: z.number().optional(),
  /** A sentence: what it waits for, or why it failed. */
  message: z.string().optional(),
});
export type NodeRun = z.infer<typeof NodeRunSchema>;

/** Counts of an upsert; the four are always numbers. */
export const UpsertCountsSchema = z.object({
  numAdded: z.int(),
  numDeleted: z.int(),
  numUpdated: z.int(),
  numSkipped: z.int(),
});
export type UpsertCounts = z.infer<typeof UpsertCountsSchema>;

export const RunErrorSchema = z.object({
  code: z.string(),
  message: z.string(),
  statusCode: z.int(),
  nodeId: z.string().optional(),
  details: z.record(z.string(), z.unknown()).optional(),
});

export const RunSchema = z.object({
  id: z.uuid(),
  chatflowId: z.string(),
  status: RunStatusSchema,
  createdDate: z.iso.datetime(),
  finishedDate: z.iso.datetime().nullable(),
  nodes: z.array(NodeRunSchema),
  /** Null until it is finished. */
  result: UpsertCountsSchema.nullable(),
  error: RunErrorSchema.nullable(),
});
export type Run = z.infer<typeof RunSchema>;

/**
 * What `GET /runs/{id}/events` sends, one JSON text per SSE `data:` line, with the type as SSE `event:` and a growing number as `id:`.
 * `run` comes first and last (whole state); the stream ends after a `run` whose status is final.
 */
export const RunEventSchema = z.discriminatedUnion('type', [
  z.object({ type: z.literal('run'), run: RunSchema }),
  z.object({ type: z.literal('node'), node: NodeRunSchema }),
  z.object({ type: z.literal('counts'), counts: UpsertCountsSchema }),
]);
export type RunEvent = z.infer<typeof RunEventSchema>;

const finalStatuses: ReadonlySet<RunStatus> = new Set(['FINISHED', 'FAILED', 'CANCELLED', 'INTERRUPTED']);

export function isFinalStatus(status: RunStatus): boolean {
  return finalStatuses.has(status);
}
