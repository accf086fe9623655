import { fork } from 'node:child_process';
import { once } from 'node:events';
import { constants, setPriority } from 'node:os';
import { setTimeout } from 'node:timers/promises';
import { fromErrorData, OperationalError } from '../../../shared/errors/errors.ts';
import { entryUrl } from '../common/entry-url.ts';
import { type DatabaseTask, DatabaseTaskAnswerSchema } from './database-task-messages.ts';

/** A process that was killed needs processor time to end, of which there may be little. Nobody waits longer for it than this. */
const LONGEST_END_MS = 500;

/**
 * Does a task on a database in a process of its own, behind everything else.
 * @returns what is wrong with the file that was checked; empty when it is sound
 * @throws OperationalError DISK_FULL, WORKER_CRASHED; the signal's reason when it aborts, which ends the process at once
 */
export async function runDatabaseTask(task: DatabaseTask, signal: AbortSignal): Promise<readonly string[]> {
  signal.throwIfAborted();
  const child = fork(entryUrl('database-task'), {
    // Handed on unread; the flag makes Electron's binary a plain Node, and means nothing to Node itself.
    env: { ...process.env, ELECTRON_RUN_AS_NODE: '1' },
    execArgv: [],
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
  });
  let answer: unknown;
  child.once('message', (message) => {
    answer = message;
  });
  const ended = once(child, 'exit');
  const given = Promise.withResolvers<void>();
  function abort(): void {
    child.kill('SIGKILL');
    void setTimeout(LONGEST_END_MS).then(given.resolve);
  }
  signal.addEventListener('abort', abort, { once: true });
  try {
    if (child.pid !== undefined) setPriority(child.pid, constants.priority.PRIORITY_BELOW_NORMAL);
    child.send(task);
    await Promise.race([ended, given.promise]);
  } finally {
    signal.removeEventListener('abort', abort);
  }
  signal.throwIfAborted();
  const parsed = DatabaseTaskAnswerSchema.safeParse(answer);
  if (!parsed.success) {
    throw new OperationalError('WORKER_CRASHED', 'The check of the database ended early: it is made again later.');
  }
  if (parsed.data.kind === 'failed') throw fromErrorData(parsed.data.error);
  return parsed.data.findings;
}
