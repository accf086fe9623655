import { statSync } from 'node:fs';
import { Worker } from 'node:worker_threads';
import type { Log } from '../log.ts';
import { entryUrl } from '../workers/entry-url.ts';
import type { Database } from './database.ts';

/** Copying so much from the write-ahead log into the database takes 20 to 60 ms (measured): too long for the server's thread. */
const CHECKPOINT_BYTES = 16 * 1024 * 1024;

export interface Checkpointer {
  /** Something large was committed. Returns at once. */
  committed(): void;
  close(): Promise<void>;
}

function sizeOf(file: string): number {
  return statSync(file, { throwIfNoEntry: false })?.size ?? 0;
}

/**
 * Keeps the write-ahead log short without stopping the server's thread: a worker thread copies most of it into the database, and the
 * server's own connection then only what came meanwhile, after which the log begins anew. Small writes elsewhere rely on SQLite's
 * own automatic checkpoint.
 */
export function createCheckpointer(db: Database, log: Log): Checkpointer {
  let worker: Worker | undefined;
  let isCopying = false;

  function start(): Worker {
    const started = new Worker(entryUrl('checkpoint-worker'), { workerData: { file: db.name } });
    started.on('message', () => {
      isCopying = false;
      if (db.open) db.pragma('wal_checkpoint(PASSIVE)');
    });
    started.on('error', (error) => {
      log.error(
        { err: error },
        'The thread that shortens the database log failed; SQLite does it itself until the next start',
      );
      worker = undefined;
      isCopying = false;
    });
    started.unref();
    return started;
  }

  return {
    committed() {
      if (isCopying || sizeOf(`${db.name}-wal`) < CHECKPOINT_BYTES) return;
      isCopying = true;
      worker ??= start();
      worker.postMessage('copy');
    },
    async close() {
      if (worker === undefined) return;
      const stopping = worker;
      const ended = new Promise((resolve) => stopping.once('exit', resolve));
      stopping.ref();
      stopping.postMessage('stop');
      await ended;
    },
  };
}
