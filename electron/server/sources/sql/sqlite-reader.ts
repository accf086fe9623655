import { isMainThread, Worker, workerData } from 'node:worker_threads';
import type { Database, Statement } from 'better-sqlite3';
import { z } from 'zod';
import { codeOf } from '../../../../shared/errors/system-errors.ts';
import { linkToServer } from '../../common/programs/server-link.ts';
import { createBatchSize } from './batch-size.ts';
import { type FromSqliteReader, type ToSqliteReader, toSqliteReaderSchema } from './sqlite-messages.ts';

/**
 * Child process that runs one query on a SQLite file. SQLite runs a query without a pause and can't be interrupted here; a separate process can be
 * killed at any time.
 */

/** How often to check whether the server still runs. */
const WATCH_MS = 1000;
/** The size limit of one answer; a single larger row is still sent. */
const MAX_CHARACTERS = 4 * 1024 * 1024;
/** How long to wait for a program that is writing. */
const BUSY_TIMEOUT_MS = 5000;

const server = linkToServer();
let rows: Iterator<unknown[]> | undefined;
const size = createBatchSize();

function send(message: FromSqliteReader): void {
  server.post(message);
}

async function open(question: Extract<ToSqliteReader, { kind: 'query' }>): Promise<void> {
  const { file, query } = question;
  new Worker(new URL(import.meta.url), { workerData: { server: question.server, parent: process.ppid } }).unref();
  const { default: BetterSqlite3 } = await import('better-sqlite3');
  const db = new BetterSqlite3(file, { readonly: true, fileMustExist: true, timeout: BUSY_TIMEOUT_MS });
  const statement = prepare(db, query);
  rows = statement.iterate();
  send({ kind: 'ready', columns: statement.columns().map((column) => column.name) });
}

function prepare(db: Database, query: string): Statement<[], unknown[]> {
  const statement = db.prepare<[], unknown[]>(query);
  if (!statement.readonly || !statement.reader) {
    throw Object.assign(new Error('it changes data'), { code: 'SQLITE_READONLY' });
  }
  return statement.raw(true).safeIntegers(true);
}

function next(): void {
  const batch: unknown[][] = [];
  let characters = 0;
  while (batch.length < size.rows && characters < MAX_CHARACTERS) {
    const row = rows?.next();
    if (row === undefined || row.done === true) break;
    // Bytes are not text, so they are not sent.
    const values = row.value.map((value) => (value instanceof Uint8Array ? null : value));
    for (const value of values) characters += typeof value === 'string' ? value.length : 1;
    batch.push(values);
  }
  size.learn(batch.length, characters);
  send({ kind: 'rows', rows: batch });
}

async function receive(message: unknown): Promise<void> {
  try {
    const parsed = toSqliteReaderSchema.parse(message);
    if (parsed.kind === 'query') await open(parsed);
    else next();
  } catch (error) {
    const code = codeOf(error);
    send({ kind: 'failed', code, message: error instanceof Error ? error.message : String(error) });
  }
}

/**
 * A process in the middle of a query does not notice the server's end: this thread then ends it. The parent is the server, or ends with the desktop app;
 * it detects that another program has got the server's number.
 */
function watchServer(watched: { readonly server: number; readonly parent: number }): void {
  setInterval(() => {
    try {
      if (process.ppid !== watched.parent) process.kill(process.pid, 'SIGKILL');
      process.kill(watched.server, 0);
    } catch {
      process.kill(process.pid, 'SIGKILL');
    }
  }, WATCH_MS);
}

if (isMainThread) {
  server.onMessage((message) => void receive(message));
  server.onClose(() => process.exit(0));
} else watchServer(z.object({ server: z.int(), parent: z.int() }).parse(workerData));
