import { Worker } from 'node:worker_threads';
import { fromErrorData, OperationalError, toErrorData } from '../../../../../shared/errors/errors.ts';
import { type EntryName, entryUrl } from '../../../common/entry-url.ts';
import { YOUNG_GENERATION_MB } from '../../../common/young-generation.ts';
import type { Log } from '../../../core/log.ts';
import { keywordCache } from './keyword-file.ts';
import { roundedCache } from './rounded-file.ts';
import {
  type CacheOrder,
  type FromSearchThread,
  fromSearchThreadSchema,
  type KeywordThreadQuestion,
  type Pace,
  type ScanThreadQuestion,
  type SearchAnswer,
  type SearchQuestion,
  type SearchThreadData,
  type ToSearchThread,
} from './search-messages.ts';

export interface SearchThreadsOptions {
  readonly log: Log;
  /** What a thread is given that keeps its cache in a file of this name. */
  dataOf(fileName: string): () => SearchThreadData;
  onKeywordsCaughtUp(collectionId: number): void;
  onVectorsCaughtUp(collectionId: number): void;
}

/** The two threads that search: one by words, one by vectors, so that a question by both takes no longer than the longer of them. */
export interface SearchThreads {
  /** @throws the signal's reason when aborted; UserError of the question; OperationalError WORKER_CRASHED, SHUTTING_DOWN */
  ask(question: SearchQuestion, signal: AbortSignal): Promise<SearchAnswer>;
  /** How far both have read the log; undefined when they have read nothing of the collection. */
  replayedUpTo(collectionId: number): Promise<number | undefined>;
  /** Has both forget a collection. */
  forget(collectionId: number): Promise<void>;
  /** Has both take in the log, and lose for good what deleted chunks have left in their files. */
  scrub(collectionId: number): Promise<void>;
  /** Lets both follow the log in the background, vectors first, which takes a tenth of the time. */
  catchUp(collectionId: number, pace: Pace): void;
  /** Metadata of chunks was changed, and that is committed. */
  metadataChanged(collectionId: number, chunkIds: readonly number[]): void;
  /** Has what goes on in the background rest, or go on. */
  hold(isHeld: boolean): void;
  close(): Promise<void>;
}

/** How long a worker may take to close its databases before it is ended. */
const CLOSE_MS = 2000;

interface SearchClientOptions {
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

export function createSearchThreads({
  log,
  dataOf,
  onKeywordsCaughtUp,
  onVectorsCaughtUp,
}: SearchThreadsOptions): SearchThreads {
  /** Collections whose words are taken in when their vectors have been: the two together would take both cores of a small machine. */
  const next = new Map<number, Pace>();
  const words = new SearchClient<KeywordThreadQuestion>({
    entry: 'keyword-worker',
    log,
    workerData: dataOf(keywordCache.fileName),
    onCaughtUp: onKeywordsCaughtUp,
  });
  const vectors = new SearchClient<ScanThreadQuestion>({
    entry: 'scan-worker',
    log,
    workerData: dataOf(roundedCache.fileName),
    onCaughtUp(collectionId) {
      const pace = next.get(collectionId);
      next.delete(collectionId);
      if (pace !== undefined) words.catchUp(collectionId, pace);
      onVectorsCaughtUp(collectionId);
    },
  });
  const never = new AbortController().signal;
  const askBoth = (question: CacheOrder) => Promise.all([words.ask(question, never), vectors.ask(question, never)]);

  return {
    ask: (question, signal) =>
      question.kind === 'keyword' ? words.ask(question, signal) : vectors.ask(question, signal),
    async replayedUpTo(collectionId) {
      const answers = await askBoth({ kind: 'position', collectionId });
      const positions = answers.flatMap(({ position }) => position ?? []);
      return positions.length === 0 ? undefined : Math.min(...positions);
    },
    async forget(collectionId) {
      next.delete(collectionId);
      await askBoth({ kind: 'forget', collectionId });
    },
    async scrub(collectionId) {
      await askBoth({ kind: 'scrub', collectionId });
    },
    catchUp(collectionId, pace) {
      next.set(collectionId, pace);
      vectors.catchUp(collectionId, pace);
    },
    metadataChanged: (collectionId, chunkIds) => vectors.metadataChanged(collectionId, chunkIds),
    hold(isHeld) {
      words.hold(isHeld);
      vectors.hold(isHeld);
    },
    async close() {
      next.clear();
      await Promise.all([words.close(), vectors.close()]);
    },
  };
}
