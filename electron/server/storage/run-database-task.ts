import { setTimeout } from 'node:timers/promises';
import { BugError, fromErrorData, OperationalError } from '../../../shared/errors/errors.ts';
import type { ProgramEnd } from '../common/programs/program.ts';
import { startProgram } from '../common/programs/start-program.ts';
import {
  type DatabaseSizes,
  type DatabaseTask,
  type DatabaseTaskAnswer,
  DatabaseTaskAnswerSchema,
} from './database-task-messages.ts';

/** A process that was killed needs processor time to end, of which there may be little. Nobody waits longer for it than this. */
const LONGEST_END_MS = 500;

type Done = Exclude<DatabaseTaskAnswer, { kind: 'failed' }>;

/** Does a task on a database in a process of its own, behind everything else. */
async function runTask(task: DatabaseTask, signal: AbortSignal): Promise<Done> {
  signal.throwIfAborted();
  const program = startProgram('database-task');
  let answer: unknown;
  program.onMessage((message) => {
    answer = message;
    program.letGo();
  });
  const given = Promise.withResolvers<undefined>();
  let end: ProgramEnd | undefined;
  function abort(): void {
    program.kill();
    void setTimeout(LONGEST_END_MS).then(() => given.resolve(undefined));
  }
  signal.addEventListener('abort', abort, { once: true });
  try {
    program.post(task);
    end = await Promise.race([program.ended, given.promise]);
  } finally {
    signal.removeEventListener('abort', abort);
  }
  signal.throwIfAborted();
  const parsed = DatabaseTaskAnswerSchema.safeParse(answer);
  if (!parsed.success) {
    const cause = new Error(`The process ended: ${end?.reason} ${end?.lastWords}`);
    const message = 'The work on the database ended early: it is tried again later.';
    throw new OperationalError('WORKER_CRASHED', message, { cause });
  }
  if (parsed.data.kind === 'failed') throw fromErrorData(parsed.data.error);
  return parsed.data;
}

const broken = () => new BugError('A database task answered something else than it was asked for.');

/**
 * Checks a database, or copies it and checks the copy.
 * @returns what is wrong with the file that was checked; empty when it is sound
 * @throws OperationalError DISK_FULL, WORKER_CRASHED; the signal's reason when it aborts, which ends the process at once
 */
export async function runDatabaseTask(
  task: Exclude<DatabaseTask, { kind: 'measure' }>,
  signal: AbortSignal,
): Promise<readonly string[]> {
  const done = await runTask(task, signal);
  if (done.kind !== 'checked') throw broken();
  return done.findings;
}

/**
 * Measures what takes space in a database; reads all of it, about a gigabyte a second.
 * @throws OperationalError WORKER_CRASHED; the signal's reason when it aborts
 */
export async function measureDatabase(file: string, signal: AbortSignal): Promise<DatabaseSizes> {
  const done = await runTask({ kind: 'measure', file }, signal);
  if (done.kind !== 'measured') throw broken();
  return done.sizes;
}
