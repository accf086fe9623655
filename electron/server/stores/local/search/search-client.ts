import { Worker } from 'node:worker_threads';
import { fromErrorData, OperationalError, toErrorData } from '../../../../../shared/errors/errors.ts';
import { type EntryName, entryUrl } from '../../../common/entry-url.ts';
import { YOUNG_GENERATION_MB } from '../../../common/young-generation.ts';
import type { Log } from '../../../core/log.ts';
import {
  type FromSearchThread,
  fromSearchThreadSchema,
  type Pace,
  type SearchAnswer,
  type SearchThreadData,
  type ToSearchThread,
} from './search-messages.ts';

/** How long a worker may take to close its databases before it is ended. */
const CLOSE_MS = 2000;

export interface SearchClientOptions {
  readonly entry: Extract<EntryName, 'keyword-worker' | 'scan-worker'>;
  readonly log: Log;
  /** What a worker that starts now is given. */
  workerData(): SearchThreadData;
  /** The worker's cache has taken in all that was committed when it looked. */
  onCaughtUp?(collectionId: number): void;
}

interface Pending {
  resolve(answer: SearchAnswer): void;
  reject(error: unknown): void;
}

/** The server's end of a search worker: one thread, started at the first need and again after a crash. @typeParam Q what it answers */
export class SearchClient<Q> {
  readonly #options: SearchClientOptions;
  readonly #pending = new Map<number, Pending>();
  #worker: Worker | undefined;
  #lastId = 0;
  #isClosed = false;

  constructor(options: SearchClientOptions) {
    this.#options = options;
  }

  /**
   * Asks the worker, starting it if need be.
   * @throws the signal's reason when aborted; UserError of the question; OperationalError WORKER_CRASHED, SHUTTING_DOWN
   */
  async ask(question: Q, signal: AbortSignal): Promise<SearchAnswer> {
    signal.throwIfAborted();
    const worker = this.#running();
    this.#lastId += 1;
    const id = this.#lastId;
    const { promise, resolve, reject } = Promise.withResolvers<SearchAnswer>();
    const onAbort = (): void => {
      worker.postMessage({ kind: 'cancel', id } satisfies ToSearchThread);
      reject(signal.reason);
    };
    signal.addEventListener('abort', onAbort, { once: true });
    this.#pending.set(id, { resolve, reject });
    worker.ref();
    worker.postMessage({ kind: 'ask', id, question } satisfies ToSearchThread);
    try {
      return await promise;
    } finally {
      signal.removeEventListener('abort', onAbort);
      this.#pending.delete(id);
      // Keeps the process only while a question is open.
      if (this.#pending.size === 0) worker.unref();
    }
  }

  /** Lets the worker's cache follow the log in the background. */
  catchUp(collectionId: number, pace: Pace): void {
    this.#running().postMessage({ kind: 'catchUp', collectionId, pace } satisfies ToSearchThread);
  }

  /** Has the worker read the metadata of chunks anew: it was changed, and that is committed. */
  metadataChanged(collectionId: number, chunkIds: readonly number[]): void {
    this.#worker?.postMessage({ kind: 'metadataChanged', collectionId, chunkIds } satisfies ToSearchThread);
  }

  /** Has what goes on in the background rest, or go on. */
  hold(isHeld: boolean): void {
    this.#worker?.postMessage({ kind: 'hold', isHeld } satisfies ToSearchThread);
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    const worker = this.#worker;
    if (worker === undefined) return;
    const { promise: exited, resolve } = Promise.withResolvers<void>();
    worker.once('exit', () => resolve());
    worker.ref();
    worker.postMessage({ kind: 'close' } satisfies ToSearchThread);
    const timer = setTimeout(() => void worker.terminate(), CLOSE_MS);
    await exited;
    clearTimeout(timer);
  }

  #running(): Worker {
    if (this.#isClosed) {
      throw new OperationalError('SHUTTING_DOWN', 'Tributary is stopping: ask again when it has started.');
    }
    this.#worker ??= this.#start();
    return this.#worker;
  }

  #start(): Worker {
    const { entry, log, workerData } = this.#options;
    const worker = new Worker(entryUrl(entry), {
      workerData: workerData(),
      execArgv: [],
      name: entry,
      resourceLimits: { maxYoungGenerationSizeMb: YOUNG_GENERATION_MB },
    });
    worker.on('message', (message: unknown) => this.#receive(fromSearchThreadSchema.parse(message)));
    worker.on('error', (error) => {
      log.error({ error: toErrorData(error).message }, `The ${entry} failed`);
    });
    worker.on('exit', () => this.#onExit());
    worker.unref();
    return worker;
  }

  #receive(message: FromSearchThread): void {
    switch (message.kind) {
      case 'answer':
        this.#pending.get(message.id)?.resolve(message.answer);
        return;
      case 'failed':
        this.#pending.get(message.id)?.reject(fromErrorData(message.error));
        return;
      case 'caughtUp':
        this.#options.onCaughtUp?.(message.collectionId);
        return;
      case 'warning':
        this.#options.log.warn({}, message.message);
    }
  }

  #onExit(): void {
    this.#worker = undefined;
    const error = new OperationalError('WORKER_CRASHED', 'The search stopped unexpectedly: ask again.');
    for (const { reject } of [...this.#pending.values()]) reject(error);
  }
}
