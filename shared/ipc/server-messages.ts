import { z } from 'zod';

/** The main process sends this to shut the server down in order; signals can't do that on every system. */
export const STOP_MESSAGE = 'stop';

/** The line that the server prints when it accepts requests; the address is the only group. */
export const READY_LINE = /^Tributary is ready: (http:\/\/\S+)$/;

/** The server sends this to its parent process whenever an upsert begins or ends. */
export const UpsertsMessageSchema = z.object({
  /** The number of running upserts. */
  runningUpserts: z.int().min(0),
});
export type UpsertsMessage = z.infer<typeof UpsertsMessageSchema>;
