import { setImmediate } from 'node:timers/promises';
import { parentPort, workerData } from 'node:worker_threads';
import { BugError, toErrorData } from '../../../../../shared/errors/errors.ts';
import { openReadOnly } from '../../../storage/database.ts';
import { CatchUp } from './catch-up.ts';
import { ExactScan } from './exact-scan.ts';
import type { KeywordTail } from './keyword-tail.ts';
import { readTail, TAIL_LIMITS } from './read-tail.ts';
import { openRecoveringKeywords } from './recovering-keywords.ts';
import {
  type FromSearchWorker,
  type SearchAnswer,
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
const keywords = openRecoveringKeywords(main, {
  file: settings.keywordFile,
  storeId: settings.storeId,
  maxLogSeq: settings.maxLogSeq,
  matrixBytes: settings.matrixBytes,
  onDamage: (message) => send({ kind: 'warning', message }),
});

const scan = new ExactScan(main, {
  matrixBytes: settings.matrixBytes,
  stored: {
    upTo: (of) => keywords.withRounded((rounded) => rounded.upTo(of)),
    read: (...range) => keywords.withRounded((rounded) => rounded.read(...range)),
  },
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
  withRounded: keywords.withRounded,
  followInMemory: (collectionId, rows) => scan.followInMemory(collectionId, rows),
  whenIdle,
  onCaughtUp: (collectionId) => send({ kind: 'caughtUp', collectionId }),
  onFailure: (error) =>
    send({ kind: 'warning', message: `The keyword index could not follow: ${toErrorData(error).message}` }),
});

const NOTHING: SearchAnswer = { chunks: [], unread: 0 };

/** What the keyword index does not have yet, as far as that can be read in good time; undefined when it has all. */
async function readTailOf(
  question: Extract<SearchQuestion, { kind: 'keyword' }>,
  signal: AbortSignal,
): Promise<KeywordTail | undefined> {
  const { collectionId } = question;
  const behind = (limit: number) => keywords.use((index) => index.countBehind(collectionId, limit));
  await catchUp.before(collectionId, TAIL_LIMITS.rows, behind);
  if (behind(1) === 0) return undefined;
  const tail = keywords.use((index) => index.openTail(question));
  await readTail(
    (rows) => keywords.use((index) => index.readTail(collectionId, tail, rows)),
    async () => {
      await setImmediate();
      signal.throwIfAborted();
    },
  );
  return tail;
}

async function answerByWords(
  question: Extract<SearchQuestion, { kind: 'keyword' }>,
  signal: AbortSignal,
): Promise<SearchAnswer> {
  const { collectionId, filter } = question;
  const unfit = await scan.unfit({ collectionId, filter, signal });
  const tail = await readTailOf(question, signal);
  return keywords.use((index) => ({
    chunks: index.search({ ...question, filter, unfit }, tail),
    unread: tail === undefined ? 0 : index.countAfter(collectionId, tail.position),
  }));
}

async function answerByScan(
  question: Extract<SearchQuestion, { kind: 'scan' }>,
  signal: AbortSignal,
): Promise<SearchAnswer> {
  const { collectionId, filter } = question;
  const chunks = await scan.scan({ ...question, filter, signal });
  // Of an older store none may be kept: no commit has told to follow.
  if (keywords.withRounded((rounded) => rounded.isBehind(collectionId))) catchUp.resume(collectionId);
  return { chunks, unread: 0 };
}

/** How far both have read that are kept in the file. */
function readUpTo(collectionId: number): number | undefined {
  const words = keywords.use((index) => index.readUpTo(collectionId));
  const vectors = keywords.withRounded((rounded) => rounded.readUpTo(collectionId));
  return vectors === undefined ? words : Math.min(vectors, words ?? vectors);
}

async function answer(question: SearchQuestion, signal: AbortSignal): Promise<SearchAnswer> {
  switch (question.kind) {
    case 'keyword':
      return answerByWords(question, signal);
    case 'scan':
      return answerByScan(question, signal);
    case 'rank':
      return { chunks: await scan.rank({ ...question, filter: question.filter, signal }), unread: 0 };
    case 'position':
      // Vectors that are kept in memory would have to be told: they are read again by the next question.
      scan.forgetBehind(question.collectionId);
      return { ...NOTHING, position: readUpTo(question.collectionId) };
    case 'forget':
      catchUp.forget(question.collectionId);
      scan.forget(question.collectionId);
      keywords.withRounded((rounded) => rounded.forget(question.collectionId));
      keywords.use((index) => index.forget(question.collectionId));
      return NOTHING;
    case 'scrub':
      await catchUp.toEnd(question.collectionId);
      while (keywords.use((index) => index.scrub(question.collectionId))) await setImmediate();
      return NOTHING;
  }
}

async function ask(id: number, question: SearchQuestion): Promise<void> {
  const controller = new AbortController();
  active.set(id, controller);
  try {
    const { chunks, unread, position } = await answer(question, controller.signal);
    send({ kind: 'answer', id, chunks: chunks ?? null, unread, position });
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
    case 'metadataChanged':
      scan.metadataChanged(message.collectionId, message.chunkIds);
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
