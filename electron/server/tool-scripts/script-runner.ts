import { Worker } from 'node:worker_threads';
import { OperationalError } from '../../../shared/errors/errors.ts';
import { entryUrl } from '../common/entry-url.ts';
import { SCRIPT_LIMIT_MS, type Script, type ScriptResult } from './script-messages.ts';

/** Each takes a thread and up to 64 MB. */
const AT_ONCE = 2;
/** Of the thread's own heap, in which answers of services come in. */
const HEAP_MB = 64;
/** The engine stops by itself at its limit; a thread that is busy elsewhere is ended this much later. */
const GRACE_MS = 1000;

export interface ScriptRunner {
  /**
   * Runs a script in a thread and a sandbox of its own.
   * @throws OperationalError WORKER_CRASHED; the signal's reason
   */
  run(script: Script, signal: AbortSignal): Promise<ScriptResult>;
}

async function runInThread(script: Script, signal: AbortSignal): Promise<ScriptResult> {
  signal.throwIfAborted();
  const worker = new Worker(entryUrl('script-worker'), {
    name: 'script-worker',
    execArgv: [],
    env: {},
    workerData: script,
    resourceLimits: { maxOldGenerationSizeMb: HEAP_MB },
  });
  const { promise, resolve, reject } = Promise.withResolvers<ScriptResult>();
  const onAbort = (): void => reject(signal.reason);
  signal.addEventListener('abort', onAbort, { once: true });
  const tooLong = { problem: `The tool failed: it took longer than ${SCRIPT_LIMIT_MS / 1000} s` };
  const timer = setTimeout(resolve, SCRIPT_LIMIT_MS + GRACE_MS, tooLong);
  worker.on('message', resolve);
  worker.on('error', (cause) => {
    const text = 'The tool could not be run: its thread ended, perhaps for want of memory. Try again.';
    reject(new OperationalError('WORKER_CRASHED', text, { cause }));
  });
  try {
    return await promise;
  } finally {
    clearTimeout(timer);
    signal.removeEventListener('abort', onAbort);
    await worker.terminate();
  }
}

/** Runs functions of people's, few at once. */
export function createScriptRunner(): ScriptRunner {
  const waiting: (() => void)[] = [];
  let running = 0;
  return {
    async run(script, signal) {
      while (running >= AT_ONCE) await new Promise<void>((resolve) => waiting.push(resolve));
      running += 1;
      try {
        return await runInThread(script, signal);
      } finally {
        running -= 1;
        waiting.shift()?.();
      }
    },
  };
}
