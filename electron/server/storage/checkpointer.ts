import { type FileHandle, open } from 'node:fs/promises';
import { setTimeout as pause } from 'node:timers/promises';
import { Worker } from 'node:worker_threads';
import { z } from 'zod';
import { entryUrl } from '../common/entry-url.ts';
import type { Log } from '../core/log.ts';
import { type Database, LOG_KEPT_BYTES } from './database.ts';
import { fileSize, freeBytes } from './file-size.ts';

/** A log of this length is copied into the database before more is written: some 50 ms of a worker's time where the disk is free. */
const CHECKPOINT_BYTES = 32 * 1024 * 1024;
/** Where little is free, a shorter log is copied: as much again is needed beside it, since the database grows by what is copied. */
const SHARE_OF_FREE = 1 / 4;

/** Somebody else reads or writes for a moment: tried again after a pause, for some ten seconds. */
const TRUNCATE_TIMES = 50;
const TRUNCATE_PAUSE_MS = 200;

/** It makes no objects but messages. */
const WORKER_YOUNG_GENERATION_MB = 1;

/** What the thread answers. */
const CopiedSchema = z.object({ isComplete: z.boolean() });

export interface Checkpointer {
  /** Something large was committed. Resolves at once while the log is short (for the room on the disk), else when it has been copied; writers that can wait do. */
  committed(): Promise<void>;
  /** Resolves when the log is short: what a large run committed is on the disk, so that the commit that closes it has little left to bring there. */
  settle(): Promise<void>;
  /** Resolves when all that was committed so far is on the disk. Those who call at the same time share one write. @throws what the file system says */
  onDisk(): Promise<void>;
  /**
   * Empties the log once all of it is in the database, so that nothing deleted lies on in it. Gives up when it is in use for long.
   * @returns whether it was emptied
   * @throws when the signal aborts
   */
  truncate(signal: AbortSignal): Promise<boolean>;
  close(): Promise<void>;
}

/**
 * Runs transactions that need not be on the disk one by one: each is whole or absent after a power cut, with all before it. The answer of
 * a run waits for {@link Checkpointer.onDisk} (`synchronous` is FULL for all other commits, which wait on the server's thread).
 */
export function commitRelaxed<T>(db: Database, transaction: () => T): T {
  // Not by `pragma`, which prepares a statement each time.
  db.exec('PRAGMA synchronous = NORMAL');
  try {
    return transaction();
  } finally {
    db.exec('PRAGMA synchronous = FULL');
  }
}

/** Brings the write-ahead log to the disk off the server's thread, for all who wait at once. Closing this handle gives up no lock: SQLite has none on the log. */
function createLogSync(file: string) {
  let handle: FileHandle | undefined;
  let current: Promise<void> = Promise.resolve();
  let next: Promise<void> | undefined;

  async function write(): Promise<void> {
    // Windows flushes only what is open for writing.
    handle ??= await open(file, 'r+');
    await handle.datasync();
  }

  function start(): Promise<void> {
    next = undefined;
    current = write();
    return current;
  }

  return {
    onDisk(): Promise<void> {
      // The one under way may have begun before the last commit.
      next ??= current.then(start, start);
      return next;
    },
    async close(): Promise<void> {
      await Promise.allSettled([current, next]);
      await handle?.close();
    },
  };
}

/**
 * Keeps waiting for the disk off the server's thread: a worker thread brings the write-ahead log to the disk and copies it into the
 * database. Small writes of other connections rely on SQLite's own automatic checkpoint.
 */
export function createCheckpointer(db: Database, log: Log): Checkpointer {
  let worker: Worker | undefined;
  let copying: PromiseWithResolvers<boolean> | undefined;
  const logSync = createLogSync(`${db.name}-wal`);

  function finish(isComplete: boolean): void {
    copying?.resolve(isComplete);
    copying = undefined;
  }

  function start(): Worker {
    const started = new Worker(entryUrl('checkpoint-worker'), {
      workerData: db.name,
      execArgv: [],
      resourceLimits: { maxYoungGenerationSizeMb: WORKER_YOUNG_GENERATION_MB },
    });
    started.on('message', (message) => finish(CopiedSchema.parse(message).isComplete));
    started.on('error', (error) => {
      log.error({ err: error }, 'The thread that copies the database log failed; the next commit starts it again');
      worker = undefined;
      finish(false);
    });
    started.unref();
    return started;
  }

  /** @returns whether nobody was in its way */
  function copy(how: 'copy' | 'truncate' = 'copy'): Promise<boolean> {
    if (copying === undefined) {
      copying = Promise.withResolvers<boolean>();
      worker ??= start();
      worker.postMessage(how);
    }
    return copying.promise;
  }

  return {
    async committed() {
      const logBytes = fileSize(`${db.name}-wal`);
      if (logBytes <= LOG_KEPT_BYTES) return;
      if (logBytes >= Math.min(CHECKPOINT_BYTES, freeBytes(db.name) * SHARE_OF_FREE)) await copy();
    },
    onDisk: logSync.onDisk,

    async settle() {
      // So little is on the disk as fast by the closing commit itself.
      if (fileSize(`${db.name}-wal`) <= LOG_KEPT_BYTES) return;
      // A copy that is under way may have begun before the last commit.
      await copying?.promise;
      await copy();
    },
    async truncate(signal) {
      for (let times = 0; times < TRUNCATE_TIMES; times += 1) {
        signal.throwIfAborted();
        if (fileSize(`${db.name}-wal`) === 0) return true;
        // Another copy that is under way does not empty it.
        while (copying !== undefined) await copying.promise;
        if (await copy('truncate')) return true;
        await pause(TRUNCATE_PAUSE_MS, undefined, { signal });
      }
      return false;
    },
    async close() {
      await logSync.close();
      if (worker === undefined) return;
      const stopping = worker;
      const ended = new Promise((resolve) => stopping.once('exit', resolve));
      stopping.ref();
      stopping.postMessage('stop');
      await ended;
      finish(false);
    },
  };
}
