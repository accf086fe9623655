import { parentPort, workerData } from 'node:worker_threads';
import type { z } from 'zod';
import { BugError, toErrorData } from '../../../../../shared/errors/errors.ts';
import { type Database, openReadOnly } from '../../../storage/database.ts';
import { CatchUp } from './catch-up.ts';
import type { CacheFileOptions } from './recovering-cache.ts';
import {
  type FromSearchThread,
  type SearchAnswer,
  searchThreadDataSchema,
  type ToSearchThread,
  toSearchThreadSchema,
} from './search-messages.ts';

export interface AskedOf {
  readonly signal: AbortSignal;
  readonly catchUp: CatchUp;
}

/** What a thread does that keeps a cache and answers questions out of it. */
export interface SearchThread<Q> {
  readonly questions: z.ZodType<Q>;
  /** Takes the next `rows` changes of the log into the cache. @returns whether there may be more */
  take(collectionId: number, rows: number): boolean;
  answer(question: Q, asked: AskedOf): Promise<SearchAnswer>;
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
