import { z } from 'zod';

/** What goes on in the server, as the system's tray and taskbar show it. */
export const WorkSchema = z.object({
  /** Upserts that run or wait. */
  running: z.int().min(0),
  /** How much of them is done, from 0 to 1; null if that can't be told. */
  share: z.number().min(0).max(1).nullable(),
  /** Whether flows or stores are synced with where their documents come from. */
  watching: z.enum(['nothing', 'on', 'paused']),
  /** Files of watched folders that are missing, and that somebody has to answer for. */
  missing: z.int().min(0),
});
export type Work = z.infer<typeof WorkSchema>;

/** An upsert that has ended. */
export const EndedRunSchema = z.object({
  id: z.string().regex(/^[\w-]{1,100}$/),
  /** Of its flow or document store. */
  name: z.string().max(1000),
  outcome: z.enum(['FINISHED', 'FAILED', 'CANCELLED', 'INTERRUPTED']),
  /** From its start to its end. */
  durationMs: z.number().min(0),
});
export type EndedRun = z.infer<typeof EndedRunSchema>;
