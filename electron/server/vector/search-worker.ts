import { parentPort, workerData } from 'node:worker_threads';
import { BugError, toErrorData } from '../../../shared/errors/errors.ts';
import { openReadOnly } from '../storage/database.ts';
import { CatchUp } from './search/catch-up.ts';
import { ExactScan } from './search/exact-scan.ts';
import { openRecoveringKeywords } from './search/recovering-keywords.ts';
import type { RankedChunk } from './search/top-k.ts';
import {
  type FromSearchWorker,
  type SearchQuestion,
  searchWorkerDataSchema,
  type ToSearchWorker,
  toSearchWorkerSchema,
} from './search-messages.ts';

/** Thread of the server that searches words and, exactly, vectors. It only reads the main database; the keyword index is its own. */

if (parentPort === null) throw new BugError('search-worker runs as a worker thread only');
const port = parentPort;
const settings = searchWorkerDataSchema.parse(workerData);

function send(message: FromSearchWorker): void {
  port.postMessage(message);
}

const main = openReadOnly(settings.databaseFile);
const scan = new ExactScan(main, { matrixBytes: settings.matrixBytes });
const keywords = openRecoveringKeywords(main, {
  file: settings.keywordFile,
  storeId: settings.storeId,
  maxLogSeq: settings.maxLogSeq,
  onDamage: (message) => send({ kind: 'warning', message }),
});

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
  use: keywords.use,
  whenIdle,
  onCaughtUp: (collectionId) => send({ kind: 'caughtUp', collectionId }),
  onFailure: (error) =>
    send({ kind: 'warning', message: `The keyword index could not follow: ${toErrorData(error).message}` }),
});

async function answer(question: SearchQuestion, signal: AbortSignal): Promise<RankedChunk[] | undefined> {
  const { filter } = question;
  switch (question.kind) {
    case 'keyword':
      await catchUp.before(question.collectionId);
      return keywords.use((index) => index.search({ ...question, filter }));
    case 'scan':
      return scan.scan({ ...question, filter, signal });
    case 'rank':
      return scan.rank({ ...question, filter, signal });
  }
}

async function ask(id: number, question: SearchQuestion): Promise<void> {
  const controller = new AbortController();
  active.set(id, controller);
  try {
    const chunks = await answer(question, controller.signal);
    send({ kind: 'answer', id, chunks: chunks ?? null });
  } catch (error) {
    // Nobody waits for a cancelled one.
    if (!controller.signal.aborted) send({ kind: 'failed', id, error: toErrorData(error) });
  } finally {
    finish(id);
  }
}

function handle(message: ToSearchWorker): void {
  switch (message.kind) {
    case 'ask':
      void ask(message.id, message.question);
      return;
    case 'cancel':
      active.get(message.id)?.abort();
      return;
    case 'catchUp':
      catchUp.start(message.collectionId, message.pace);
      return;
    case 'hold':
      catchUp.hold(message.isHeld);
      return;
    case 'close':
      catchUp.stop();
      keywords.close();
      main.close();
      port.close();
  }
}

port.on('message', (message: unknown) => handle(toSearchWorkerSchema.parse(message)));
