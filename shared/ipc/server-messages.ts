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
  /** Whether it is opening its data, and brings it to the newest version: that may take as long as there is data. */
  z.object({ opensData: z.boolean() }),
  /** Why it can't start. */
  z.object({ failed: errorDataSchema }),
  /** It stops, and needs so long at most: an index that is large is saved. */
  z.object({ stopsInMs: z.int().min(0).max(120_000) }),
  /** It waits for a {@link KeyMessage} before it starts. */
  z.object({ asksFor: z.literal('secret-key') }),
]);
export type ServerMessage = z.infer<typeof ServerMessageSchema>;

/** The environment variable that says that the parent process has the key for credentials, and is to be asked for it. */
export const KEY_WITH_PARENT = 'TRIBUTARY_KEY_WITH_PARENT';

/** The main process hands the server the key for credentials, in base64, if not the file has it; null: the file has it, or nobody. */
export const KeyMessageSchema = z.strictObject({ secretKey: z.string().nullable() });
export type KeyMessage = z.infer<typeof KeyMessageSchema>;

/** The details of PORT_IN_USE. */
export const TakenPortSchema = z.object({
  port: z.int(),
  /** No other program has it, but the system keeps it. */
  isReserved: z.boolean(),
});
export type TakenPort = z.infer<typeof TakenPortSchema>;

/** The programs that run in processes of their own beside the server. In the desktop app the main process starts them, as Electron's binary does for nobody else. */
export const programNames = [
  'index-process',
  'model-process',
  'answer-process',
  'database-task',
  'sqlite-reader',
] as const;
export type ProgramName = (typeof programNames)[number];

/** Programs that run packages which read settings, and keys, from the environment. */
const BARE: readonly ProgramName[] = ['answer-process'];
/** What they get all the same: without the first, Windows opens no connection; the others say which certificates are trusted. */
const NEEDED = ['SystemRoot', 'NODE_EXTRA_CA_CERTS', 'NODE_USE_SYSTEM_CA', 'SSL_CERT_DIR', 'SSL_CERT_FILE'];

/** What a program gets of the environment of whoever starts it. */
export function environmentFor<Value>(name: ProgramName, all: Readonly<Record<string, Value>>): Record<string, Value> {
  if (!BARE.includes(name)) return { ...all };
  return Object.fromEntries(Object.entries(all).filter(([variable]) => NEEDED.includes(variable)));
}

/** What a server in a utility process asks of the main process about programs; it numbers them. */
export const ProgramRequestSchema = z.union([
  z.strictObject({ start: z.int(), name: z.enum(programNames) }),
  z.strictObject({ kill: z.int() }),
]);
export type ProgramRequest = z.infer<typeof ProgramRequestSchema>;

/** What the main process tells the server of a program. */
export const ProgramNewsSchema = z.union([
  /** It runs; with the message comes the port to it. */
  z.object({ started: z.int(), pid: z.int() }),
  /** It has ended: why, and the end of what it wrote to its standard error. */
  z.object({ ended: z.int(), reason: z.string(), lastWords: z.string() }),
]);
export type ProgramNews = z.infer<typeof ProgramNewsSchema>;

/** Of the server that holds a data folder: the details of DATA_FOLDER_IN_USE, and its file in the folder. Without an address it does not listen yet. */
export const HolderSchema = z.object({
  pid: z.int(),
  url: z.string().optional(),
  /** Of Tributary. */
  version: z.string().optional(),
});
export type DataFolderHolder = z.infer<typeof HolderSchema>;
