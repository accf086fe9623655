import { z } from 'zod';
import { errorDataSchema } from '../../../../shared/errors/error-data.ts';

/** What the pool says to a worker. A worker has one task at a time, and a question beside it. */
export const toWorkerSchema = z.discriminatedUnion('type', [
  z.object({
    type: z.literal('embed'),
    taskId: z.number(),
    purpose: z.enum(['document', 'query']),
    texts: z.array(z.string()),
  }),
  /** Leave the task at the next text; answered by `cancelled`, or by `vectors` if it was done already. */
  z.object({ type: z.literal('cancel'), taskId: z.number() }),
  /** Leave what you are doing, free the model and end. */
  z.object({ type: z.literal('stop') }),
]);

export type ToWorker = z.infer<typeof toWorkerSchema>;

/** What a worker says to the pool. */
export const fromWorkerSchema = z.discriminatedUnion('type', [
  /** The model is loaded. */
  z.object({ type: z.literal('ready'), dimensions: z.number() }),
  /** The model could not be loaded; the worker ends. `reason` is for the log. */
  z.object({ type: z.literal('unloadable'), error: errorDataSchema, reason: z.string() }),
  /** All vectors of a task, one after the other. */
  z.object({ type: z.literal('vectors'), taskId: z.number(), matrix: z.instanceof(Float32Array) }),
  z.object({ type: z.literal('cancelled'), taskId: z.number() }),
  z.object({ type: z.literal('failed'), taskId: z.number(), error: errorDataSchema }),
]);

export type FromWorker = z.infer<typeof fromWorkerSchema>;
