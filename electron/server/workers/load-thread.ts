import { Worker } from 'node:worker_threads';
import { fromErrorData, OperationalError } from '../../../shared/errors/errors.ts';
import type { ChunkBatch, LoadJob } from '../engine/load-job.ts';
import { entryUrl } from './entry-url.ts';
import type { FromLoadWorker, ToLoadWorker } from './load-messages.ts';

/** How long a worker that was told to stop may take before it is ended by force. */
const STOP_GRACE_MS = 2000;

/** One worker thread. It has at most one job at a time. */
export interface LoadThread {
  /** False once the thread has ended or is about to: it takes no further job. */
  readonly isUsable: boolean;
  /** Does a job; stopping the iteration or aborting stops it. */
  run(job: LoadJob, signal: AbortSignal): AsyncGenerator<ChunkBatch>;
  /** Ends the thread; the job at work fails with `reason`. */
  end(reason?: Error): Promise<void>;
}

type Event = FromLoadWorker | { readonly type: 'ended'; readonly error: Error } | { readonly type: 'wake' };

/** Events in the order they came, for one reader. */
function createInbox() {
  const events: Event[] = [];
  let wake: (() => void) | undefined;
  return {
    push(event: Event): void {
      events.push(event);
      wake?.();
    },
    async next(): Promise<Event> {
      for (;;) {
        const event = events.shift();
        if (event !== undefined) return event;
        await new Promise<void>((resolve) => {
          wake = resolve;
        });
      }
    },
  };
}

/** Starts a thread whose heap may grow to `memoryLimitMb`. `onEnd` is called when it is gone, for whatever reason. */
export function startLoadThread(memoryLimitMb: number, onEnd: (thread: LoadThread) => void): LoadThread {
  const worker = new Worker(entryUrl('load-worker'), {
    name: 'load-worker',
    execArgv: [],
    resourceLimits: { maxOldGenerationSizeMb: memoryLimitMb },
  });
  let inbox = createInbox();
  let isUsable = true;
  let fileName: string | undefined;
  let endReason: Error | undefined;

  const post = (message: ToLoadWorker): void => worker.postMessage(message);

  worker.on('message', (message: FromLoadWorker) => {
    if (message.type === 'file') fileName = message.name;
    else inbox.push(message);
  });
  worker.on('error', (error) => {
    isUsable = false;
    endReason ??= crashError(error, fileName);
  });
  worker.on('exit', () => {
    isUsable = false;
    inbox.push({ type: 'ended', error: endReason ?? crashError(undefined, fileName) });
    onEnd(thread);
  });

  async function* run(job: LoadJob, signal: AbortSignal): AsyncGenerator<ChunkBatch> {
    signal.throwIfAborted();
    const events = createInbox();
    inbox = events;
    fileName = undefined;
    const stop = (): void => {
      post({ type: 'stop' });
      events.push({ type: 'wake' });
    };
    signal.addEventListener('abort', stop, { once: true });
    worker.ref();
    let isOver = false;
    try {
      post({ type: 'job', job });
      for (;;) {
        const event = await events.next();
        isOver = event.type === 'done' || event.type === 'failed' || event.type === 'ended';
        signal.throwIfAborted();
        if (event.type === 'done') return;
        if (event.type === 'failed') throw fromErrorData(event.error);
        if (event.type === 'ended') throw event.error;
        if (event.type === 'batch') {
          yield event.batch;
          post({ type: 'credit' });
        }
      }
    } finally {
      signal.removeEventListener('abort', stop);
      if (!isOver) await settle(events);
      worker.unref();
    }
  }

  /** Waits until the worker has dropped its job, so that its files are closed and it can take another. */
  async function settle(events: ReturnType<typeof createInbox>): Promise<void> {
    post({ type: 'stop' });
    const force = setTimeout(() => void end(), STOP_GRACE_MS);
    for (let event = await events.next(); ; event = await events.next()) {
      if (event.type === 'done' || event.type === 'failed' || event.type === 'ended') break;
    }
    clearTimeout(force);
  }

  async function end(reason?: Error): Promise<void> {
    isUsable = false;
    endReason ??= reason;
    await worker.terminate();
  }

  const thread: LoadThread = {
    get isUsable() {
      return isUsable;
    },
    run,
    end,
  };
  worker.unref();
  return thread;
}

function crashError(cause: unknown, fileName: string | undefined): OperationalError {
  const name = fileName === undefined ? 'A file' : `"${fileName}"`;
  const isOutOfMemory = cause instanceof Error && 'code' in cause && cause.code === 'ERR_WORKER_OUT_OF_MEMORY';
  const message = isOutOfMemory
    ? `${name} needs more memory to read than there is for one file: divide it into smaller files.`
    : `The reader of ${name} ended unexpectedly: try again, and if it happens again leave that file out.`;
  return new OperationalError('WORKER_CRASHED', message, { cause, details: { file: fileName } });
}
