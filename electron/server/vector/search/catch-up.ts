import { setImmediate, setTimeout } from 'node:timers/promises';
import type { Pace } from '../search-messages.ts';
import type { KeywordIndex } from './keyword-index.ts';

/** Chunks a step and a commit: about 15 ms of work, which is what a question may have to wait for. */
const SLICE_ROWS = 256;
/** How long a question waits for the keyword index to take in what was just committed (design, "Truth and caches"). */
const QUESTION_BUDGET_MS = 50;

export interface CatchUpOptions {
  use<T>(action: (index: KeywordIndex) => T): T;
  /** Questions go first: resolves when none is being answered. */
  whenIdle(): Promise<void>;
  onCaughtUp(collectionId: number): void;
  onFailure(error: unknown): void;
}

export interface CatchUp {
  /** Works through the collection's log in the background. */
  start(collectionId: number, pace: Pace): void;
  /** Takes in the log for at most 50 ms, and leaves the rest to the background. */
  before(collectionId: number): Promise<void>;
  stop(): void;
}

/** Fills the keyword index behind the commits, in steps. */
export function createCatchUp(options: CatchUpOptions): CatchUp {
  const waiting = new Map<number, Pace>();
  let isRunning = false;
  let isStopped = false;

  function step(collectionId: number): boolean {
    return options.use((index) => index.catchUp(collectionId, SLICE_ROWS));
  }

  async function work(): Promise<void> {
    for (;;) {
      await options.whenIdle();
      const next = waiting.entries().next().value;
      if (next === undefined || isStopped) return;
      const [collectionId, pace] = next;
      const startedMs = performance.now();
      if (!step(collectionId)) {
        waiting.delete(collectionId);
        options.onCaughtUp(collectionId);
      }
      if (pace === 'gentle') await setTimeout(performance.now() - startedMs);
      else await setImmediate();
    }
  }

  async function run(): Promise<void> {
    if (isRunning) return;
    isRunning = true;
    try {
      await work();
    } catch (error) {
      waiting.clear();
      options.onFailure(error);
    } finally {
      isRunning = false;
    }
  }

  function start(collectionId: number, pace: Pace): void {
    waiting.set(collectionId, pace);
    void run();
  }

  return {
    start,
    async before(collectionId) {
      const deadlineMs = performance.now() + QUESTION_BUDGET_MS;
      while (step(collectionId)) {
        if (performance.now() >= deadlineMs) {
          start(collectionId, waiting.get(collectionId) ?? 'full');
          return;
        }
        await setImmediate();
      }
    },
    stop() {
      isStopped = true;
    },
  };
}
