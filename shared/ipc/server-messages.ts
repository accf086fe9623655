import { z } from 'zod';

/** What the main process sends to the server to have it stop orderly; signals can't do that on every system. */
export const STOP_MESSAGE = 'stop';

/** The line that the server prints when it takes requests; the address is the only group. */
export const READY_LINE = /^Tributary is ready: (http:\/\/\S+)$/;

/** What the server tells the program that started it, whenever an upsert began or ended. */
export const UpsertsMessageSchema = z.object({
  /** How many are running. */
  runningUpserts: z.int().min(0),
});
export type UpsertsMessage = z.infer<typeof UpsertsMessageSchema>;
