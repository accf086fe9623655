import { setImmediate, setTimeout } from 'node:timers/promises';
import { parentPort, workerData } from 'node:worker_threads';
import type { z } from 'zod';
import { BugError, toErrorData } from '../../../../../shared/errors/errors.ts';
import { type Database, openReadOnly } from '../../../storage/database.ts';
import type { CacheFileOptions } from './recovering-cache.ts';
import {
  type FromSearchThread,
  type Pace,
  type SearchAnswer,
  searchThreadDataSchema,
  type ToSearchThread,
  toSearchThreadSchema,
} from './search-messages.ts';

/** Chunks a step and a commit: about 25 ms of work. */
const SLICE_ROWS = 128;
/** While questions come, which may have to wait for a step: less than half of that, for a third more work in all. */
const BUSY_SLICE_ROWS = 32;
/** Another question may come for so long after one. */
const BUSY_MS = 1000;
/** Changes that a question searches without the cache: less work than taking them in. More are not left, or questions that come close together would keep it behind. */
const LIGHT_ROWS = 512;
/** How long a question waits for the cache to take in more; the rest is searched without it. */
const QUESTION_BUDGET_MS = 50;
/** How long it waits when there is more than can be searched so. */
const LONGEST_WAIT_MS = 1000;

interface CatchUpOptions {
  /** Takes the next changes into the cache. @returns whether there may be more */
  take(collectionId: number, rows: number): boolean;
  /** Questions go first: resolves when none is being answered. */
  whenIdle(): Promise<void>;
  onCaughtUp(collectionId: number): void;
  onFailure(error: unknown): void;
}

/** Lets a thread's cache follow the commits, in steps. */
export class CatchUp {
  readonly #options: CatchUpOptions;
  readonly #waiting = new Map<number, Pace>();
  #isRunning = false;
  #isHeld = false;
  #questionMs = Number.NEGATIVE_INFINITY;

  constructor(options: CatchUpOptions) {
    this.#options = options;
  }

  /** Works through the collection's log in the background. */
  start(collectionId: number, pace: Pace): void {
    this.#waiting.set(collectionId, pace);
    void this.#run();
  }

  /** Works in the background at the pace that was told, if any was. */
  resume(collectionId: number): void {
    this.start(collectionId, this.#waiting.get(collectionId) ?? 'full');
  }

  /** A question has come, and more may: work goes on in small steps for a while. */
  noteQuestion(): void {
    this.#questionMs = performance.now();
  }

  /**
   * Takes in the log for at most 50 ms, or for at most a second while more than `reachRows` are left, which is what can be searched without the cache.
   * A few changes are left at once. What is left goes on in the background.
   * @param countBehind how many changes are left, counted up to a limit
   */
  async before(collectionId: number, reachRows: number, countBehind: (limit: number) => number): Promise<void> {
    const startMs = performance.now();
    this.noteQuestion();
    while (countBehind(LIGHT_ROWS + 1) > LIGHT_ROWS) {
      this.#options.take(collectionId, SLICE_ROWS);
      const elapsedMs = performance.now() - startMs;
      if (elapsedMs >= LONGEST_WAIT_MS) break;
      if (elapsedMs >= QUESTION_BUDGET_MS && countBehind(reachRows + 1) <= reachRows) break;
      await setImmediate();
    }
    // Also beside a run that is writing: whoever asks will ask again.
    if (countBehind(1) > 0) this.start(collectionId, this.#isHeld ? 'gentle' : 'full');
  }

  /** Takes in all of the log. */
  async toEnd(collectionId: number): Promise<void> {
    while (this.#step(collectionId)) await setImmediate();
  }

  forget(collectionId: number): void {
    this.#waiting.delete(collectionId);
  }

  /** While held, only what goes on at a gentle pace goes on. */
  hold(isHeld: boolean): void {
    this.#isHeld = isHeld;
    if (!isHeld) void this.#run();
  }

  stop(): void {
    this.#waiting.clear();
  }

  get #sliceRows(): number {
    return performance.now() - this.#questionMs < BUSY_MS ? BUSY_SLICE_ROWS : SLICE_ROWS;
  }

  #step(collectionId: number): boolean {
    return this.#options.take(collectionId, this.#sliceRows);
  }

  #next(): readonly [number, Pace] | undefined {
    return [...this.#waiting].find(([, pace]) => !this.#isHeld || pace === 'gentle');
  }

  async #work(): Promise<void> {
    for (;;) {
      await this.#options.whenIdle();
      const next = this.#next();
      if (next === undefined) return;
      const [collectionId, pace] = next;
      const startedMs = performance.now();
      if (!this.#step(collectionId)) {
        this.#waiting.delete(collectionId);
        this.#options.onCaughtUp(collectionId);
      }
      if (pace === 'gentle') await setTimeout(performance.now() - startedMs);
      else await setImmediate();
    }
  }

  async #run(): Promise<void> {
    if (this.#isRunning) return;
    this.#isRunning = true;
    try {
      await this.#work();
    } catch (error) {
      this.#waiting.clear();
      this.#options.onFailure(error);
    } finally {
      this.#isRunning = false;
    }
  }
}

export interface QueryContext {
  readonly signal: AbortSignal;
  readonly catchUp: CatchUp;
}

/** What a thread does that keeps a cache and answers questions out of it. */
export interface SearchThread<Q> {
  readonly questions: z.ZodType<Q>;
  /** Takes the next `rows` changes of the log into the cache. @returns whether there may be more */
  take(collectionId: number, rows: number): boolean;
  answer(question: Q, context: QueryContext): Promise<SearchAnswer>;
  /** Metadata of chunks of the collection was changed, and that is committed. */
  metadataChanged?(collectionId: number, chunkIds: readonly number[]): void;
  close(): void;
}

export interface ThreadParts {
  /** The main database, which is only read. */
  readonly main: Database;
  readonly cache: CacheFileOptions;
  readonly matrixBytes: number;
}

/** Answers the server's questions in this thread, and lets its cache follow the log between them. */
export function serveSearch<Q>(make: (parts: ThreadParts) => SearchThread<Q>): void {
  if (parentPort === null) throw new BugError('A search worker runs as a worker thread only');
  const port = parentPort;
  const { databaseFile, matrixBytes, ...file } = searchThreadDataSchema.parse(workerData);
  const send = (message: FromSearchThread): void => port.postMessage(message);
  const warn = (message: string): void => send({ kind: 'warning', message });
  const main = openReadOnly(databaseFile);
  const thread = make({ main, matrixBytes, cache: { ...file, onDamage: warn } });

  /** Questions being answered, by id. */
  const active = new Map<number, AbortController>();
  let idleWaiters: (() => void)[] = [];

  function whenIdle(): Promise<void> {
    if (active.size === 0) return Promise.resolve();
    return new Promise((resolve) => idleWaiters.push(resolve));
  }

  function finish(id: number): void {
    active.delete(id);
    if (active.size > 0) return;
    const waiters = idleWaiters;
    idleWaiters = [];
    for (const resolve of waiters) resolve();
  }

  const catchUp = new CatchUp({
    take: (collectionId, rows) => thread.take(collectionId, rows),
    whenIdle,
    onCaughtUp: (collectionId) => send({ kind: 'caughtUp', collectionId }),
    onFailure: (error) => warn(`The search could not follow: ${toErrorData(error).message}`),
  });

  async function ask(id: number, question: Q): Promise<void> {
    const controller = new AbortController();
    const { signal } = controller;
    active.set(id, controller);
    try {
      send({ kind: 'answer', id, answer: await thread.answer(question, { signal, catchUp }) });
    } catch (error) {
      // Nobody waits for a cancelled one.
      if (!signal.aborted) send({ kind: 'failed', id, error: toErrorData(error) });
    } finally {
      finish(id);
    }
  }

  function handle(message: ToSearchThread): void {
    switch (message.kind) {
      case 'ask':
        void ask(message.id, thread.questions.parse(message.question));
        return;
      case 'cancel':
        active.get(message.id)?.abort();
        return;
      case 'catchUp':
        catchUp.start(message.collectionId, message.pace);
        return;
      case 'metadataChanged':
        thread.metadataChanged?.(message.collectionId, message.chunkIds);
        return;
      case 'hold':
        catchUp.hold(message.isHeld);
        return;
      case 'close':
        catchUp.stop();
        thread.close();
        main.close();
        port.close();
    }
  }

  port.on('message', (message: unknown) => handle(toSearchThreadSchema.parse(message)));
}
