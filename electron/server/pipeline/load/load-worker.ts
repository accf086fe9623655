import { setImmediate } from 'node:timers/promises';
import { parentPort, workerData } from 'node:worker_threads';
import { z } from 'zod';
import { BugError, toErrorData } from '../../../../shared/errors/errors.ts';
import type { LoadJob } from '../../core/load-job.ts';
import { BATCHES_AHEAD, type FromLoadWorker, type ToLoadWorker } from './load-messages.ts';
import { runLoadJob } from './run-load-job.ts';

/** The job at work and how many batches it may still send. */
interface RunningJob {
  readonly stop: AbortController;
  credits: number;
  /** Called when a credit or a stop has come. */
  wake: () => void;
}

const port = parentPort;
if (port === null) throw new BugError('The load worker was started outside of a worker thread');

const folders = z.object({ temporary: z.string(), cache: z.string(), models: z.string() }).parse(workerData);
let running: RunningJob | undefined;

function send(message: FromLoadWorker, transfer: ArrayBuffer[] = []): void {
  port?.postMessage(message, transfer);
}

port.on('message', (message: ToLoadWorker) => {
  switch (message.type) {
    case 'job':
      void runJob(message.job);
      break;
    case 'credit':
      if (running !== undefined) running.credits += 1;
      running?.wake();
      break;
    case 'stop':
      running?.stop.abort();
      running?.wake();
      break;
  }
});

async function runJob(job: LoadJob): Promise<void> {
  const current: RunningJob = { stop: new AbortController(), credits: BATCHES_AHEAD, wake: () => undefined };
  running = current;
  try {
    await sendBatches(job, current);
    send({ type: 'done' });
  } catch (error) {
    send(current.stop.signal.aborted ? { type: 'done' } : { type: 'failed', error: toErrorData(error) });
  } finally {
    running = undefined;
  }
}

async function sendBatches(job: LoadJob, current: RunningJob): Promise<void> {
  const { signal } = current.stop;
  const batches = runLoadJob(job, folders, { signal, onFile: (file) => send({ type: 'file', name: file.name }) });
  for await (const batch of batches) {
    // Lets the loop take messages in: a stop is seen here even if reading never waits.
    await setImmediate();
    while (current.credits === 0 && !signal.aborted) {
      await new Promise<void>((resolve) => {
        current.wake = resolve;
      });
    }
    if (signal.aborted) return;
    current.credits -= 1;
    const { buffer } = batch.hashes;
    send({ type: 'batch', batch }, buffer instanceof ArrayBuffer ? [buffer] : []);
  }
}
