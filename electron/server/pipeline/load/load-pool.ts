import { hash } from 'node:crypto';
import { availableParallelism } from 'node:os';
import { OperationalError, withNodeId } from '../../../../shared/errors/errors.ts';
import type { ChunkBatch } from '../../core/chunk.ts';
import type { LoadChunks, LoadJob, LoadListener } from '../../core/load-job.ts';
import { LoadThread } from './load-thread.ts';
import type { JobFolders } from './run-load-job.ts';

export interface LoadPoolOptions {
  readonly folders: JobFolders;
  /** Worker threads for files at most, which share all jobs; default: one less than there are cores, at least 2. */
  readonly threads?: number;
  /** Heap of a worker in MB: reading a file that needs more fails, and only that. */
  readonly memoryLimitMb?: number;
  /** How long a worker without work stays. */
  readonly idleMs?: number;
}

export interface LoadPool {
  readonly loadChunks: LoadChunks;
  /** Ends all workers; jobs at work fail with SHUTTING_DOWN. */
  close(): Promise<void>;
}

/** Enough for the documents of a 100 MB office file; two workers and the server still fit a machine with 4 GB. */
const MEMORY_LIMIT_MB = 1024;
/** A worker starts in some 0.1 s and holds some 40 MB. */
const IDLE_MS = 60_000;

/** Loaders that fetch mostly wait for others, so they have threads of their own: no file waits for a slow site. */
const ORIGIN_THREADS = 4;

/** Worker threads that read or fetch, split and hash. None runs before the first job. */
export function createLoadPool(options: LoadPoolOptions): LoadPool {
  const forFiles = new WorkerPool(options);
  const forOrigins = new WorkerPool({ ...options, threads: ORIGIN_THREADS });
  return {
    loadChunks: (job, signal, listener) =>
      (job.files.length === 0 ? forOrigins : forFiles).runJob(job, signal, listener),
    async close() {
      await Promise.all([forFiles.close(), forOrigins.close()]);
    },
  };
}

/** Two at least: a file that is read in one piece for seconds holds up those on its thread only. */
function defaultThreads(): number {
  return Math.max(2, availableParallelism() - 1);
}

/** Each job goes to the thread with the fewest, so that none waits for another one's end. */
class WorkerPool {
  readonly #options: Required<LoadPoolOptions>;
  readonly #threads = new Set<LoadThread>();
  readonly #idle = new Map<LoadThread, NodeJS.Timeout>();
  #isClosed = false;

  constructor(options: LoadPoolOptions) {
    const { folders, threads = defaultThreads(), memoryLimitMb = MEMORY_LIMIT_MB, idleMs = IDLE_MS } = options;
    this.#options = { folders, threads, memoryLimitMb, idleMs };
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    await Promise.all([...this.#threads].map((thread) => thread.end(shuttingDown())));
  }

  async *runJob(job: LoadJob, signal: AbortSignal, listener?: LoadListener): AsyncGenerator<ChunkBatch> {
    const given = createGivenBatches();
    for (let isAgain = false; ; isAgain = true) {
      signal.throwIfAborted();
      if (this.#isClosed) throw shuttingDown();
      const thread = isAgain ? this.#start(true) : this.#take();
      try {
        for await (const batch of thread.run(job, signal, listener)) if (given.take(batch)) yield batch;
        given.end();
        return;
      } catch (error) {
        if (signal.aborted || this.#isClosed) throw error;
        // Another job may have ended the thread. Files read the same again; what is fetched may not.
        const mayBeginAgain = thread.wasShared && (given.count === 0 || job.files.length > 0);
        if (!mayBeginAgain) throw withNodeId(error, job.loader.nodeId);
        given.beginAgain();
      } finally {
        this.#release(thread);
      }
    }
  }

  /** The thread with the fewest jobs, or a new one while there may be more. */
  #take(): LoadThread {
    const usable = [...this.#threads].filter(({ isUsable }) => isUsable).sort((a, b) => a.jobs - b.jobs);
    const [best] = usable;
    if (best === undefined || (best.jobs > 0 && usable.length < this.#options.threads)) return this.#start();
    this.#stopIdling(best);
    return best;
  }

  /** @param isReserved whether the thread is for one job, which began on another one */
  #start(isReserved = false): LoadThread {
    const thread = new LoadThread({ ...this.#options, isReserved }, () => {
      this.#threads.delete(thread);
      this.#stopIdling(thread);
    });
    this.#threads.add(thread);
    return thread;
  }

  #release(thread: LoadThread): void {
    if (!thread.isUsable || thread.jobs > 0) return;
    const timer = setTimeout(() => void thread.end(), this.#options.idleMs);
    this.#idle.set(thread, timer.unref());
  }

  #stopIdling(thread: LoadThread): void {
    clearTimeout(this.#idle.get(thread));
    this.#idle.delete(thread);
  }
}

function shuttingDown(): OperationalError {
  return new OperationalError('SHUTTING_DOWN', 'The server is shutting down: start the upsert again later.');
}

/** Knows which batches of a job were handed out, so that the job can run again and continue behind them. */
interface GivenBatches {
  /** How many batches were handed out. */
  readonly count: number;
  /** The job runs again, from its first batch. */
  beginAgain(): void;
  /**
   * Takes the job's next batch.
   * @returns whether it is to be handed out; false for one that was, before the job began again
   * @throws OperationalError WORKER_CRASHED if what was handed out is not what comes now
   */
  take(batch: ChunkBatch): boolean;
  /**
   * The job has given its last batch.
   * @throws OperationalError WORKER_CRASHED if more than that was handed out before it began again
   */
  end(): void;
}

function readOtherwise(): OperationalError {
  const message = 'The files read otherwise than a moment ago, when their reader ended unexpectedly: run it again.';
  return new OperationalError('WORKER_CRASHED', message);
}

export function createGivenBatches(): GivenBatches {
  let count = 0;
  let position = 0;
  /** Hash of all batches that were handed out; below, of those since the job began again. */
  let given = '';
  let current = '';
  return {
    get count() {
      return count;
    },
    beginAgain() {
      position = 0;
      current = '';
    },
    take({ hashes }) {
      position += 1;
      current = hash('sha256', Buffer.concat([Buffer.from(current), hashes]));
      if (position > count) {
        count = position;
        given = current;
        return true;
      }
      if (position === count && current !== given) throw readOtherwise();
      return false;
    },
    end() {
      if (position < count) throw readOtherwise();
    },
  };
}
