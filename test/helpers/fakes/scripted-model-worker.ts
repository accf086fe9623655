import { existsSync, writeFileSync } from 'node:fs';
import { threadId, workerData } from 'node:worker_threads';
import { z } from 'zod';
import { serveModel } from '../../../electron/server/model-process/serve-model.ts';
import { OperationalError } from '../../../shared/errors/errors.ts';

/** What it answers: what it was asked, and who answered. */
export interface ScriptedAnswer {
  readonly text: string;
  readonly pid: number;
  readonly threadId: number;
}

/** Ends the process, but not a second time: it leaves a mark. */
function dieOnce(mark: string): void {
  if (existsSync(mark)) return;
  writeFileSync(mark, '');
  process.kill(process.pid, 'SIGKILL');
}

/**
 * A worker without a model, for tests of model processes. A text that begins with "crash" ends the thread, "die" the process ("die once FILE": unless the file is there,
 * which it makes), "fail" throws, "wait" never ends unless it is cancelled, and "spin" blocks the thread for ever. Its model does not load if the source says so.
 */
await serveModel(z.object({ text: z.string() }), async () => {
  if (workerData.isDamaged) throw new OperationalError('MODEL_UNAVAILABLE', 'The model is damaged: fetch it again.');
  return async ({ text }, pause): Promise<ScriptedAnswer> => {
    const [word, once, mark] = text.split(' ');
    if (word === 'crash') process.exit(7);
    if (word === 'die' && once === 'once') dieOnce(mark ?? '');
    else if (word === 'die') process.kill(process.pid, 'SIGKILL');
    if (word === 'fail') throw new Error('told to fail');
    while (word === 'wait') await pause();
    while (word === 'spin');
    return { text, pid: process.pid, threadId };
  };
});
