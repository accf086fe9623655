import { availableParallelism } from 'node:os';
import { OperationalError, withNodeId } from '../../../../shared/errors/errors.ts';
import type { ChunkBatch } from '../../core/chunk.ts';
import type { LoadChunks, LoadJob } from '../../core/load-job.ts';
import { LoadThread } from './load-thread.ts';
import type { JobFolders } from './run-load-job.ts';

export interface LoadPoolOptions {
  readonly folders: JobFolders;
  /** Worker threads for files at most; default: one less than there are cores, at least 1. */
  readonly threads?: number;
  /** Heap of a worker in MB: reading a file that needs more fails, and only that. */
  readonly memoryLimitMb?: number;
  /** How long a worker without work is kept. */
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

interface Waiter {
  resolve(thread: LoadThread): void;
  reject(error: unknown): void;
}

/** Loaders that fetch mostly wait for others, so they have threads of their own: a slow site keeps no file waiting. */
const ORIGIN_THREADS = 4;

/** Worker threads that read or fetch, split and hash. None runs before the first job. */
export function createLoadPool(options: LoadPoolOptions): LoadPool {
  const forFiles = new WorkerPool(options);
  const forOrigins = new WorkerPool({ ...options, threads: ORIGIN_THREADS });
  return {
    loadChunks: (job, signal) => (job.files.length === 0 ? forOrigins : forFiles).runJob(job, signal),
    async close() {
      await Promise.all([forFiles.close(), forOrigins.close()]);
    },
  };
}

class WorkerPool {
  readonly #options: Required<LoadPoolOptions>;
  readonly #threads = new Set<LoadThread>();
  readonly #idle = new Map<LoadThread, NodeJS.Timeout>();
  readonly #waiting = new Set<Waiter>();
  #isClosed = false;

  constructor(options: LoadPoolOptions) {
    const { folders, threads, memoryLimitMb = MEMORY_LIMIT_MB, idleMs = IDLE_MS } = options;
    this.#options = { folders, threads: threads ?? Math.max(1, availableParallelism() - 1), memoryLimitMb, idleMs };
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    for (const waiter of this.#waiting) waiter.reject(shuttingDown());
    this.#waiting.clear();
    await Promise.all([...this.#threads].map((thread) => thread.end(shuttingDown())));
  }

  async *runJob(job: LoadJob, signal: AbortSignal): AsyncGenerator<ChunkBatch> {
    const thread = await this.#acquire(signal);
    try {
      yield* thread.run(job, signal);
    } catch (error) {
      throw signal.aborted || this.#isClosed ? error : withNodeId(error, job.loader.nodeId);
    } finally {
      this.#release(thread);
    }
  }

  async #acquire(signal: AbortSignal): Promise<LoadThread> {
    signal.throwIfAborted();
    if (this.#isClosed) throw shuttingDown();
    const free = this.#take();
    if (free !== undefined) return free;
    const { promise, resolve, reject } = Promise.withResolvers<LoadThread>();
    const waiter: Waiter = { resolve, reject };
    const abort = (): void => {
      this.#waiting.delete(waiter);
      reject(signal.reason);
    };
    this.#waiting.add(waiter);
    signal.addEventListener('abort', abort, { once: true });
    try {
      return await promise;
    } finally {
      signal.removeEventListener('abort', abort);
    }
  }

  /** A thread without work, or a new one while there may be more. */
  #take(): LoadThread | undefined {
    for (const [thread, timer] of this.#idle) {
      clearTimeout(timer);
      this.#idle.delete(thread);
      if (thread.isUsable) return thread;
    }
    if (this.#threads.size >= this.#options.threads) return undefined;
    const thread = new LoadThread(this.#options, () => {
      this.#threads.delete(thread);
      clearTimeout(this.#idle.get(thread));
      this.#idle.delete(thread);
      this.#serveWaiting();
    });
    this.#threads.add(thread);
    return thread;
  }

  #release(thread: LoadThread): void {
    if (thread.isUsable && !this.#isClosed) {
      const timer = setTimeout(() => void thread.end(), this.#options.idleMs);
      this.#idle.set(thread, timer.unref());
    }
    this.#serveWaiting();
  }

  #serveWaiting(): void {
    for (const waiter of this.#waiting) {
      const thread = this.#isClosed ? undefined : this.#take();
      if (thread === undefined) return;
      this.#waiting.delete(waiter);
      waiter.resolve(thread);
    }
  }
}

function shuttingDown(): OperationalError {
  return new OperationalError('SHUTTING_DOWN', 'The server is shutting down: start the upsert again later.');
}
