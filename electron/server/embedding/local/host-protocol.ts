import { z } from 'zod';
import { encoderSourceSchema } from '../encoder/encoder.ts';
import { type FromWorker, fromWorkerSchema, toWorkerSchema } from './worker-protocol.ts';

const workerId = z.int().positive();

/** What the server says to the process that holds the embedding workers. */
export const toEmbedProcessSchema = z.discriminatedUnion('type', [
  /** Start a thread with this program. */
  z.object({ type: z.literal('start'), workerId, url: z.string(), source: encoderSourceSchema }),
  z.object({ type: z.literal('tell'), workerId, message: toWorkerSchema }),
]);

export type ToEmbedProcess = z.infer<typeof toEmbedProcessSchema>;

/** What that process says to the server. */
export const fromEmbedProcessSchema = z.discriminatedUnion('type', [
  z.object({ type: z.literal('told'), workerId, message: fromWorkerSchema }),
  /** The thread is gone. `reason` is for the log. */
  z.object({ type: z.literal('ended'), workerId, reason: z.string() }),
  z.object({ type: z.literal('warning'), message: z.string() }),
]);

/** A message of a worker is handed on as it is: the server checks it. */
export type FromEmbedProcess =
  | Exclude<z.infer<typeof fromEmbedProcessSchema>, { type: 'told' }>
  | { readonly type: 'told'; readonly workerId: number; readonly message: FromWorker | unknown };
