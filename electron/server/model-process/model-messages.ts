import { z } from 'zod';
import { errorDataSchema } from '../../../shared/errors/error-data.ts';

const workerId = z.int().positive();
const callId = z.int().positive();

/** What the server says to a worker, which has one call at a time, and an urgent one beside it. */
export const toWorkerSchema = z.discriminatedUnion('type', [
  z.object({ type: z.literal('call'), callId, isUrgent: z.boolean(), input: z.unknown() }),
  /** Leave the call at its next pause; answered by `cancelled`, or by `done` if it was done already. */
  z.object({ type: z.literal('cancel'), callId }),
]);
export type ToWorker = z.infer<typeof toWorkerSchema>;

const fromWorkerSchema = z.discriminatedUnion('type', [
  z.object({ type: z.literal('warning'), message: z.string() }),
  /** The model is loaded. */
  z.object({ type: z.literal('ready') }),
  /** The model could not be loaded; the worker ends. `reason` is for the log. */
  z.object({ type: z.literal('unloadable'), error: errorDataSchema, reason: z.string() }),
  z.object({ type: z.literal('done'), callId, output: z.unknown() }),
  z.object({ type: z.literal('cancelled'), callId }),
  z.object({ type: z.literal('failed'), callId, error: errorDataSchema }),
]);
/** What a worker says to the server. */
export type FromWorker = z.infer<typeof fromWorkerSchema>;

/** What the server says to the process that holds the workers. */
export const toModelProcessSchema = z.discriminatedUnion('type', [
  /** Start a thread with this program, and hand it the source of its model. */
  z.object({ type: z.literal('start'), workerId, url: z.string(), source: z.unknown() }),
  z.object({ type: z.literal('tell'), workerId, message: toWorkerSchema }),
]);
export type ToModelProcess = z.infer<typeof toModelProcessSchema>;

/** What that process says to the server. */
export const fromModelProcessSchema = z.discriminatedUnion('type', [
  z.object({ type: z.literal('told'), workerId, message: fromWorkerSchema }),
  /** The thread is gone. `reason` is for the log. */
  z.object({ type: z.literal('ended'), workerId, reason: z.string() }),
]);
/** A message of a worker is handed on as it is: the server checks it. */
export type FromModelProcess =
  | Exclude<z.infer<typeof fromModelProcessSchema>, { type: 'told' }>
  | { readonly type: 'told'; readonly workerId: number; readonly message: unknown };
