import { Worker } from 'node:worker_threads';
import { fromErrorData, OperationalError } from '../../../../shared/errors/errors.ts';
import { entryUrl } from '../../common/entry-url.ts';
import { openThreadPrograms } from '../../common/programs/start-program.ts';
import { YOUNG_GENERATION_MB } from '../../common/young-generation.ts';
import type { ChunkBatch } from '../../core/chunk.ts';
import type { LoadJob, LoadListener } from '../../core/load-job.ts';
import type { FromLoadWorker, ToLoadWorker } from './load-messages.ts';
import type { JobFolders } from './run-load-job.ts';

/** How long a worker may take to stop before it is ended by force. */
const STOP_GRACE_MS = 2000;
/** The same for a worker with other jobs, which may delay it: none of our readers works that long without a pause. */
const SHARED_STOP_GRACE_MS = 30_000;

type Event =
  | Exclude<FromLoadWorker, { readonly type: 'file' | 'reading' }>
  | { readonly type: 'ended'; readonly error: Error }
  | { readonly type: 'wake' };

/** What comes of one job, in the order it came, for one reader. */
class Inbox {
  readonly #events: Event[] = [];
  #wake: (() => void) | undefined;
  /** The file that is being read. */
  fileName: string | undefined;
  readonly listener: LoadListener | undefined;

  constructor(listener: LoadListener | undefined) {
    this.listener = listener;
  }

  push(event: Event): void {
    this.#events.push(event);
    this.#wake?.();
  }

  async next(): Promise<Event> {
    for (;;) {
      const event = this.#events.shift();
      if (event !== undefined) return event;
      await new Promise<void>((resolve) => {
        this.#wake = resolve;
      });
    }
  }

  async untilOver(): Promise<void> {
    while (!isEnd(await this.next()));
  }
}

export interface LoadThreadOptions {
  readonly folders: JobFolders;
  /** What its heap may grow to. */
  readonly memoryLimitMb: number;
  /** Whether it is for one job only: it is never usable for another. */
  readonly isReserved?: boolean;
}

/** One worker thread. Its jobs take turns, batch by batch; one that is ahead of its reader costs the others nothing. */
export class LoadThread {
  readonly #worker: Worker;
  readonly #inboxes = new Map<number, Inbox>();
  #nextJobId = 1;
  #isUsable: boolean;
  #wasShared = false;
  #endReason: Error | undefined;

  /** Starts a thread. `onEnd` is called when it is gone, for whatever reason. */
  constructor({ memoryLimitMb, folders, isReserved = false }: LoadThreadOptions, onEnd: () => void) {
    this.#isUsable = !isReserved;
    const programs = openThreadPrograms();
    this.#worker = new Worker(entryUrl('load-worker'), {
      name: 'load-worker',
      execArgv: [],
      workerData: { folders, programs },
      transferList: programs === undefined ? [] : [programs],
      resourceLimits: { maxOldGenerationSizeMb: memoryLimitMb, maxYoungGenerationSizeMb: YOUNG_GENERATION_MB },
    });
    this.#worker.on('message', (message: FromLoadWorker) => {
      const inbox = this.#inboxes.get(message.jobId);
      if (inbox === undefined) return;
      if (message.type === 'file') inbox.fileName = message.name;
      else if (message.type === 'reading') inbox.listener?.onReading(message.reading);
      else if (message.type === 'step') inbox.listener?.onStep(message.step);
      else inbox.push(message);
    });
    let cause: unknown;
    this.#worker.on('error', (error) => {
      this.#isUsable = false;
      cause = error;
    });
    this.#worker.on('exit', () => {
      this.#isUsable = false;
      this.#wasShared = this.#inboxes.size > 1;
      for (const inbox of this.#inboxes.values()) {
        // With several jobs, it is unknown which one it was.
        const crash = () => crashError(this.#wasShared ? undefined : cause, inbox.fileName);
        inbox.push({ type: 'ended', error: this.#endReason ?? crash() });
      }
      onEnd();
    });
    this.#worker.unref();
  }

  /** Whether it takes a further job; false once it has ended or is about to. A thread that takes none ends with its last job. */
  get isUsable(): boolean {
    return this.#isUsable;
  }

  /** How many jobs it has. */
  get jobs(): number {
    return this.#inboxes.size;
  }

  /** Whether it has ended while it had several jobs: what ended it may be the fault of another one. */
  get wasShared(): boolean {
    return this.#wasShared;
  }

  /** Does a job; stopping the iteration or aborting stops it. */
  async *run(job: LoadJob, signal: AbortSignal, listener?: LoadListener): AsyncGenerator<ChunkBatch> {
    signal.throwIfAborted();
    const jobId = this.#nextJobId++;
    const inbox = new Inbox(listener);
    this.#inboxes.set(jobId, inbox);
    const stop = (): void => {
      this.#post({ type: 'stop', jobId });
      inbox.push({ type: 'wake' });
    };
    signal.addEventListener('abort', stop, { once: true });
    this.#worker.ref();
    let isOver = false;
    try {
      this.#post({ type: 'job', jobId, job });
      for (;;) {
        const event = await inbox.next();
        isOver = isEnd(event);
        signal.throwIfAborted();
        if (event.type === 'done') return;
        if (event.type === 'failed') throw fromErrorData(event.error);
        if (event.type === 'ended') throw event.error;
        if (event.type === 'batch') {
          yield event.batch;
          this.#post({ type: 'credit', jobId });
        }
      }
    } finally {
      signal.removeEventListener('abort', stop);
      if (isOver) this.#forget(jobId);
      else await this.#drop(jobId, inbox);
    }
  }

  /** Ends the thread; the jobs at work fail with `reason`. */
  async end(reason?: Error): Promise<void> {
    this.#isUsable = false;
    this.#endReason ??= reason;
    await this.#worker.terminate();
  }

  #post(message: ToLoadWorker): void {
    this.#worker.postMessage(message);
  }

  #forget(jobId: number): void {
    this.#inboxes.delete(jobId);
    if (this.jobs > 0) return;
    this.#worker.unref();
    if (!this.#isUsable) void this.end();
  }

  /** Has the worker drop a job, and waits until its files are closed, if that is soon. */
  async #drop(jobId: number, inbox: Inbox): Promise<void> {
    this.#post({ type: 'stop', jobId });
    const late = Promise.withResolvers<void>();
    const giveUp = (): void => {
      this.#isUsable = false;
      if (this.jobs === 1) void this.end();
      else late.resolve();
    };
    const timers = [setTimeout(giveUp, STOP_GRACE_MS), setTimeout(() => void this.end(), SHARED_STOP_GRACE_MS)];
    const dropped = inbox.untilOver().then(() => {
      for (const timer of timers) clearTimeout(timer);
      this.#forget(jobId);
    });
    await Promise.race([dropped, late.promise]);
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
