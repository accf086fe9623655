import { Worker } from 'node:worker_threads';
import { fromErrorData, OperationalError, toErrorData } from '../../../../../shared/errors/errors.ts';
import { entryUrl } from '../../../common/entry-url.ts';
import { YOUNG_GENERATION_MB } from '../../../common/young-generation.ts';
import type { Log } from '../../../core/log.ts';
import {
  type FromSearchWorker,
  fromSearchWorkerSchema,
  type Pace,
  type SearchAnswer,
  type SearchQuestion,
  type SearchWorkerData,
  type ToSearchWorker,
} from './search-messages.ts';

/** How long a worker may take to close its databases before it is ended. */
const CLOSE_MS = 2000;

export interface SearchClientOptions {
  readonly log: Log;
  /** What a worker that starts now is given. */
  workerData(): SearchWorkerData;
  /** The keyword index has taken in all that was committed when it looked. */
  onCaughtUp?(collectionId: number): void;
}

interface Pending {
  resolve(answer: SearchAnswer): void;
  reject(error: unknown): void;
}

/** The server's end of the search worker: one thread, started at the first need and again after a crash. */
export class SearchClient {
  readonly #options: SearchClientOptions;
  readonly #pending = new Map<number, Pending>();
  #worker: Worker | undefined;
  #lastId = 0;
  #isClosed = false;

  constructor(options: SearchClientOptions) {
    this.#options = options;
  }

  /**
   * Asks the search worker, starting it if need be.
   * @throws the signal's reason when aborted; UserError of the question; OperationalError WORKER_CRASHED, SHUTTING_DOWN
   */
  async ask(question: SearchQuestion, signal: AbortSignal): Promise<SearchAnswer> {
    signal.throwIfAborted();
    const worker = this.#running();
    this.#lastId += 1;
    const id = this.#lastId;
    const { promise, resolve, reject } = Promise.withResolvers<SearchAnswer>();
    const onAbort = (): void => {
      worker.postMessage({ kind: 'cancel', id } satisfies ToSearchWorker);
      reject(signal.reason);
    };
    signal.addEventListener('abort', onAbort, { once: true });
    this.#pending.set(id, { resolve, reject });
    worker.ref();
    worker.postMessage({ kind: 'ask', id, question } satisfies ToSearchWorker);
    try {
      return await promise;
    } finally {
      signal.removeEventListener('abort', onAbort);
      this.#pending.delete(id);
      // Keeps the process only while a question is open.
      if (this.#pending.size === 0) worker.unref();
    }
  }

  /** How far the keyword index has read the log; undefined when it has read nothing of the collection. */
  async replayedUpTo(collectionId: number): Promise<number | undefined> {
    return (await this.ask({ kind: 'position', collectionId }, new AbortController().signal)).position;
  }

  /** Has the keyword index forget a collection. */
  async forget(collectionId: number): Promise<void> {
    await this.ask({ kind: 'forget', collectionId }, new AbortController().signal);
  }

  /** Has the keyword index take in the log, and lose for good what deleted chunks have left in it. */
  async scrub(collectionId: number): Promise<void> {
    await this.ask({ kind: 'scrub', collectionId }, new AbortController().signal);
  }

  /** Lets the keyword index follow the log in the background. */
  catchUp(collectionId: number, pace: Pace): void {
    this.#running().postMessage({ kind: 'catchUp', collectionId, pace } satisfies ToSearchWorker);
  }

  /** Has the search read the metadata of chunks anew: it was changed, and that is committed. */
  metadataChanged(collectionId: number, chunkIds: readonly number[]): void {
    this.#worker?.postMessage({ kind: 'metadataChanged', collectionId, chunkIds } satisfies ToSearchWorker);
  }

  /** Has what goes on in the background rest, or go on. */
  hold(isHeld: boolean): void {
    this.#worker?.postMessage({ kind: 'hold', isHeld } satisfies ToSearchWorker);
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    const worker = this.#worker;
    if (worker === undefined) return;
    const { promise: exited, resolve } = Promise.withResolvers<void>();
    worker.once('exit', () => resolve());
    worker.ref();
    worker.postMessage({ kind: 'close' } satisfies ToSearchWorker);
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
    const worker = new Worker(entryUrl('search-worker'), {
      workerData: this.#options.workerData(),
      execArgv: [],
      name: 'search',
      resourceLimits: { maxYoungGenerationSizeMb: YOUNG_GENERATION_MB },
    });
    worker.on('message', (message: unknown) => this.#receive(fromSearchWorkerSchema.parse(message)));
    worker.on('error', (error) => {
      this.#options.log.error({ error: toErrorData(error).message }, 'The search worker failed');
    });
    worker.on('exit', () => this.#onExit());
    worker.unref();
    return worker;
  }

  #receive(message: FromSearchWorker): void {
    switch (message.kind) {
      case 'answer':
        this.#pending
          .get(message.id)
          ?.resolve({ chunks: message.chunks ?? undefined, unread: message.unread, position: message.position });
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
