import type { Log } from '../../../core/log.ts';
import { keywordCache } from './keyword-file.ts';
import { roundedCache } from './rounded-file.ts';
import { SearchClient } from './search-client.ts';
import type {
  CacheOrder,
  KeywordThreadQuestion,
  Pace,
  ScanThreadQuestion,
  SearchAnswer,
  SearchQuestion,
  SearchThreadData,
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
