import { Worker } from 'node:worker_threads';
import { fromErrorData, OperationalError, toErrorData } from '../../../shared/errors/errors.ts';
import type { Log } from '../log.ts';
import { entryUrl } from '../workers/entry-url.ts';
import type { RankedChunk } from './search/top-k.ts';
import {
  fromSearchWorkerSchema,
  type Pace,
  type SearchQuestion,
  type SearchWorkerData,
  type ToSearchWorker,
} from './search-messages.ts';

/** How long a worker may take to close its databases before it is ended. */
const CLOSE_MS = 2000;

export interface SearchClient {
  /**
   * Asks the search worker, starting it if need be. undefined: a `rank` has to be asked as a `scan`.
   * @throws the signal's reason when aborted; UserError of the question; OperationalError WORKER_CRASHED
   */
  ask(question: SearchQuestion, signal: AbortSignal): Promise<readonly RankedChunk[] | undefined>;
  /** Lets the keyword index follow the log in the background. */
  catchUp(collectionId: number, pace: Pace): void;
  close(): Promise<void>;
}

export interface SearchClientOptions {
  readonly data: SearchWorkerData;
  readonly log: Log;
  /** The keyword index has taken in all that was committed when it looked. */
  onCaughtUp?(collectionId: number): void;
}

interface Pending {
  resolve(chunks: readonly RankedChunk[] | undefined): void;
  reject(error: unknown): void;
}

/** The server's end of the search worker: one thread, started at the first need and again after a crash. */
export function createSearchClient({ data, log, onCaughtUp }: SearchClientOptions): SearchClient {
  const pending = new Map<number, Pending>();
  let worker: Worker | undefined;
  let lastId = 0;
  let isClosed = false;

  function receive(raw: unknown): void {
    const message = fromSearchWorkerSchema.parse(raw);
    switch (message.kind) {
      case 'answer':
        pending.get(message.id)?.resolve(message.chunks ?? undefined);
        return;
      case 'failed':
        pending.get(message.id)?.reject(fromErrorData(message.error));
        return;
      case 'caughtUp':
        onCaughtUp?.(message.collectionId);
        return;
      case 'warning':
        log.warn({}, message.message);
    }
  }

  function onExit(gone: Worker): void {
    if (worker !== gone) return;
    worker = undefined;
    const error = new OperationalError('WORKER_CRASHED', 'The search stopped unexpectedly: ask again.');
    for (const { reject } of [...pending.values()]) reject(error);
  }

  function start(): Worker {
    const started = new Worker(entryUrl('search-worker'), { workerData: data, execArgv: [], name: 'search' });
    started.on('message', receive);
    started.on('error', (error) => log.error({ error: toErrorData(error).message }, 'The search worker failed'));
    started.on('exit', () => onExit(started));
    // Keeps the process only while a question is open.
    started.unref();
    worker = started;
    return started;
  }

  function post(message: ToSearchWorker): void {
    if (isClosed) throw new OperationalError('SHUTTING_DOWN', 'Tributary is stopping: ask again when it has started.');
    (worker ?? start()).postMessage(message);
  }

  function ask(question: SearchQuestion, signal: AbortSignal): Promise<readonly RankedChunk[] | undefined> {
    signal.throwIfAborted();
    lastId += 1;
    const id = lastId;
    return new Promise<readonly RankedChunk[] | undefined>((resolve, reject) => {
      function onAbort(): void {
        worker?.postMessage({ kind: 'cancel', id } satisfies ToSearchWorker);
        reject(signal.reason);
      }
      signal.addEventListener('abort', onAbort, { once: true });
      const settle = (): void => {
        signal.removeEventListener('abort', onAbort);
      };
      pending.set(id, {
        resolve: (chunks) => {
          settle();
          resolve(chunks);
        },
        reject: (error) => {
          settle();
          reject(error);
        },
      });
      post({ kind: 'ask', id, question });
      worker?.ref();
    }).finally(() => {
      pending.delete(id);
      if (pending.size === 0) worker?.unref();
    });
  }

  return {
    ask: async (question, signal) => ask(question, signal),
    catchUp: (collectionId, pace) => post({ kind: 'catchUp', collectionId, pace }),
    async close() {
      isClosed = true;
      if (worker === undefined) return;
      const closing = worker;
      const exited = new Promise<void>((resolve) => {
        closing.once('exit', () => resolve());
      });
      closing.postMessage({ kind: 'close' } satisfies ToSearchWorker);
      closing.ref();
      const timer = setTimeout(() => void closing.terminate(), CLOSE_MS);
      await exited;
      clearTimeout(timer);
    },
  };
}
