import { setImmediate } from 'node:timers/promises';
import { MessagePort, parentPort, workerData } from 'node:worker_threads';
import { z } from 'zod';
import { BugError, toErrorData } from '../../../../shared/errors/errors.ts';
import { takeThreadPrograms } from '../../common/programs/start-program.ts';
import type { LoadJob, LoadListener } from '../../core/load-job.ts';
import { BATCHES_AHEAD, type FromLoadWorker, type ToLoadWorker } from './load-messages.ts';
import { runLoadJob } from './run-load-job.ts';

/** A job at work and how many batches it may still send. */
interface RunningJob {
  readonly stop: AbortController;
  credits: number;
  /** Called when a credit or a stop has come. */
  wake: () => void;
}

/** How often progress within a file is reported. */
const READING_INTERVAL_MS = 200;

const port = parentPort;
if (port === null) throw new BugError('The load worker was started outside of a worker thread');

const { folders, programs } = z
  .object({
    folders: z.object({ temporary: z.string(), cache: z.string(), models: z.string() }),
    programs: z.instanceof(MessagePort).optional(),
  })
  .parse(workerData);
takeThreadPrograms(programs);
const running = new Map<number, RunningJob>();

function send(message: FromLoadWorker, transfer: ArrayBuffer[] = []): void {
  port?.postMessage(message, transfer);
}

port.on('message', (message: ToLoadWorker) => {
  if (message.type === 'job') {
    void runJob(message.jobId, message.job);
    return;
  }
  const job = running.get(message.jobId);
  if (message.type === 'stop') job?.stop.abort();
  else if (job !== undefined) job.credits += 1;
  job?.wake();
});

/** Passes on the beginning of each file, and then a few calls a second. */
function seldom(report: LoadListener['onReading']): LoadListener['onReading'] {
  let last: { readonly file: number; readonly atMs: number } | undefined;
  return (reading) => {
    const atMs = performance.now();
    if (last?.file === reading.file && atMs - last.atMs < READING_INTERVAL_MS) return;
    last = { file: reading.file, atMs };
    report(reading);
  };
}

async function runJob(jobId: number, job: LoadJob): Promise<void> {
  const current: RunningJob = { stop: new AbortController(), credits: BATCHES_AHEAD, wake: () => undefined };
  running.set(jobId, current);
  try {
    await sendBatches(jobId, job, current);
    send({ type: 'done', jobId });
  } catch (error) {
    send(current.stop.signal.aborted ? { type: 'done', jobId } : { type: 'failed', jobId, error: toErrorData(error) });
  } finally {
    running.delete(jobId);
  }
}

async function sendBatches(jobId: number, job: LoadJob, current: RunningJob): Promise<void> {
  const { signal } = current.stop;
  const batches = runLoadJob(job, folders, {
    signal,
    onFile: ({ name }) => send({ type: 'file', jobId, name }),
    listener: {
      onReading: seldom((reading) => send({ type: 'reading', jobId, reading })),
      onStep: (step) => send({ type: 'step', jobId, step }),
    },
  });
  for await (const batch of batches) {
    // Lets the loop go round: the other jobs make a batch each, and a stop is seen here even if reading never waits.
    await setImmediate();
    while (current.credits === 0 && !signal.aborted) {
      await new Promise<void>((resolve) => {
        current.wake = resolve;
      });
    }
    if (signal.aborted) return;
    current.credits -= 1;
    const { buffer } = batch.hashes;
    send({ type: 'batch', jobId, batch }, buffer instanceof ArrayBuffer ? [buffer] : []);
  }
}
