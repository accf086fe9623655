import { availableParallelism } from 'node:os';
import { OperationalError, withNodeId } from '../../../shared/errors/errors.ts';
import type { ChunkBatch, LoadChunks, LoadJob } from '../engine/load-job.ts';
import { type LoadThread, startLoadThread } from './load-thread.ts';

export interface LoadPoolOptions {
  /** Worker threads at most; default: one less than there are cores, at least 1. */
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

/** Worker threads that read, split and hash files. None runs before the first job. */
export function createLoadPool(options: LoadPoolOptions = {}): LoadPool {
  const limit = options.threads ?? Math.max(1, availableParallelism() - 1);
  const threads = new Set<LoadThread>();
  const idle = new Map<LoadThread, NodeJS.Timeout>();
  const waiting = new Set<Waiter>();
  let isClosed = false;

  function take(): LoadThread | undefined {
    for (const [thread, timer] of idle) {
      clearTimeout(timer);
      idle.delete(thread);
      if (thread.isUsable) return thread;
    }
    if (threads.size >= limit) return undefined;
    const thread = startLoadThread(options.memoryLimitMb ?? MEMORY_LIMIT_MB, (ended) => {
      threads.delete(ended);
      clearTimeout(idle.get(ended));
      idle.delete(ended);
      serveWaiting();
    });
    threads.add(thread);
    return thread;
  }

  function serveWaiting(): void {
    for (const waiter of waiting) {
      const thread = isClosed ? undefined : take();
      if (thread === undefined) return;
      waiting.delete(waiter);
      waiter.resolve(thread);
    }
  }

  async function acquire(signal: AbortSignal): Promise<LoadThread> {
    signal.throwIfAborted();
    if (isClosed) throw shuttingDown();
    const free = take();
    if (free !== undefined) return free;
    const { promise, resolve, reject } = Promise.withResolvers<LoadThread>();
    const waiter: Waiter = { resolve, reject };
    const abort = (): void => {
      waiting.delete(waiter);
      reject(signal.reason);
    };
    waiting.add(waiter);
    signal.addEventListener('abort', abort, { once: true });
    try {
      return await promise;
    } finally {
      signal.removeEventListener('abort', abort);
    }
  }

  function release(thread: LoadThread): void {
    if (thread.isUsable && !isClosed) {
      const timer = setTimeout(() => void thread.end(), options.idleMs ?? IDLE_MS);
      idle.set(thread, timer.unref());
    }
    serveWaiting();
  }

  async function* loadChunks(job: LoadJob, signal: AbortSignal): AsyncGenerator<ChunkBatch> {
    const thread = await acquire(signal);
    try {
      yield* thread.run(job, signal);
    } catch (error) {
      throw signal.aborted || isClosed ? error : withNodeId(error, job.loader.nodeId);
    } finally {
      release(thread);
    }
  }

  async function close(): Promise<void> {
    isClosed = true;
    for (const waiter of waiting) waiter.reject(shuttingDown());
    waiting.clear();
    await Promise.all([...threads].map((thread) => thread.end(shuttingDown())));
  }

  return { loadChunks, close };
}

function shuttingDown(): OperationalError {
  return new OperationalError('SHUTTING_DOWN', 'The server is shutting down: start the upsert again later.');
}
