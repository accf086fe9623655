import { Worker } from 'node:worker_threads';
import { fromErrorData, OperationalError } from '../../../../shared/errors/errors.ts';
import { entryUrl } from '../../common/entry-url.ts';
import type { ChunkBatch } from '../../core/chunk.ts';
import type { LoadJob } from '../../core/load-job.ts';
import type { FromLoadWorker, ToLoadWorker } from './load-messages.ts';
import type { JobFolders } from './run-load-job.ts';

/** How long a worker that was told to stop may take before it is ended by force. */
const STOP_GRACE_MS = 2000;
/** Chunks live for a batch only; a larger nursery (V8's own choice) holds some 100 MB of them before it is swept. */
const YOUNG_GENERATION_MB = 24;

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

type Inbox = ReturnType<typeof createInbox>;

/** One worker thread. It has at most one job at a time. */
export class LoadThread {
  readonly #worker: Worker;
  #inbox: Inbox = createInbox();
  #isUsable = true;
  #fileName: string | undefined;
  #endReason: Error | undefined;

  /** Starts a thread whose heap may grow to `memoryLimitMb`. `onEnd` is called when it is gone, for whatever reason. */
  constructor({ memoryLimitMb, folders }: { memoryLimitMb: number; folders: JobFolders }, onEnd: () => void) {
    this.#worker = new Worker(entryUrl('load-worker'), {
      name: 'load-worker',
      execArgv: [],
      workerData: folders,
      resourceLimits: { maxOldGenerationSizeMb: memoryLimitMb, maxYoungGenerationSizeMb: YOUNG_GENERATION_MB },
    });
    this.#worker.on('message', (message: FromLoadWorker) => {
      if (message.type === 'file') this.#fileName = message.name;
      else this.#inbox.push(message);
    });
    this.#worker.on('error', (error) => {
      this.#isUsable = false;
      this.#endReason ??= crashError(error, this.#fileName);
    });
    this.#worker.on('exit', () => {
      this.#isUsable = false;
      this.#inbox.push({ type: 'ended', error: this.#endReason ?? crashError(undefined, this.#fileName) });
      onEnd();
    });
    this.#worker.unref();
  }

  /** False once the thread has ended or is about to: it takes no further job. */
  get isUsable(): boolean {
    return this.#isUsable;
  }

  /** Does a job; stopping the iteration or aborting stops it. */
  async *run(job: LoadJob, signal: AbortSignal): AsyncGenerator<ChunkBatch> {
    signal.throwIfAborted();
    const events = createInbox();
    this.#inbox = events;
    this.#fileName = undefined;
    const stop = (): void => {
      this.#post({ type: 'stop' });
      events.push({ type: 'wake' });
    };
    signal.addEventListener('abort', stop, { once: true });
    this.#worker.ref();
    let isOver = false;
    try {
      this.#post({ type: 'job', job });
      for (;;) {
        const event = await events.next();
        isOver = isEnd(event);
        signal.throwIfAborted();
        if (event.type === 'done') return;
        if (event.type === 'failed') throw fromErrorData(event.error);
        if (event.type === 'ended') throw event.error;
        if (event.type === 'batch') {
          yield event.batch;
          this.#post({ type: 'credit' });
        }
      }
    } finally {
      signal.removeEventListener('abort', stop);
      if (!isOver) await this.#settle(events);
      this.#worker.unref();
    }
  }

  /** Ends the thread; the job at work fails with `reason`. */
  async end(reason?: Error): Promise<void> {
    this.#isUsable = false;
    this.#endReason ??= reason;
    await this.#worker.terminate();
  }

  #post(message: ToLoadWorker): void {
    this.#worker.postMessage(message);
  }

  /** Waits until the worker has dropped its job, so that its files are closed and it can take another. */
  async #settle(events: Inbox): Promise<void> {
    this.#post({ type: 'stop' });
    const force = setTimeout(() => void this.end(), STOP_GRACE_MS);
    while (!isEnd(await events.next()));
    clearTimeout(force);
  }
}

function isEnd(event: Event): boolean {
  return event.type === 'done' || event.type === 'failed' || event.type === 'ended';
}

function crashError(cause: unknown, fileName: string | undefined): OperationalError {
  const name = fileName === undefined ? 'A file' : `"${fileName}"`;
  const isOutOfMemory = cause instanceof Error && 'code' in cause && cause.code === 'ERR_WORKER_OUT_OF_MEMORY';
  const message = isOutOfMemory
    ? `${name} needs more memory to read than there is for one file: divide it into smaller files.`
    : `The reader of ${name} ended unexpectedly: try again, and if it happens again leave that file out.`;
  return new OperationalError('WORKER_CRASHED', message, { cause, details: { file: fileName } });
}
