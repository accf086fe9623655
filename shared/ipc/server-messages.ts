import { z } from 'zod';
import { errorDataSchema } from '../errors/error-data.ts';

/** The main process sends this to shut the server down in order; signals can't do that on every system. */
export const STOP_MESSAGE = 'stop';

/** The line that the server prints when it accepts requests; the address is the only group. */
export const READY_LINE = /^Tributary is ready: (http:\/\/\S+)$/;

/** What the server sends to its parent process. */
export const ServerMessageSchema = z.union([
  /** Whenever an upsert begins or ends: how many are running. */
  z.object({ runningUpserts: z.int().min(0) }),
  /** Why it can't start. */
  z.object({ failed: errorDataSchema }),
]);
export type ServerMessage = z.infer<typeof ServerMessageSchema>;

/** The details of PORT_IN_USE. */
export const TakenPortSchema = z.object({
  port: z.int(),
  /** No other program has it, but the system keeps it. */
  isReserved: z.boolean(),
});
export type TakenPort = z.infer<typeof TakenPortSchema>;

/** Of the server that holds a data folder: the details of DATA_FOLDER_IN_USE, and its file in the folder. Without an address it does not listen yet. */
export const HolderSchema = z.object({ pid: z.int(), url: z.string().optional() });
export type DataFolderHolder = z.infer<typeof HolderSchema>;
