import { setImmediate, setTimeout } from 'node:timers/promises';
import type { RecoveringKeywords } from './recovering-keywords.ts';
import type { Pace } from './search-messages.ts';

/** Chunks a step and a commit: about 15 ms of work, which is what a question may have to wait for. */
const SLICE_ROWS = 128;
/** How long a question waits for the keyword index to take in what was just committed; the rest is searched without it. */
const QUESTION_BUDGET_MS = 50;
/** How long it waits when there is more than can be searched so. */
const LONGEST_WAIT_MS = 1000;

export interface CatchUpOptions extends Pick<RecoveringKeywords, 'use' | 'withRounded'> {
  /** Questions go first: resolves when none is being answered. */
  whenIdle(): Promise<void>;
  onCaughtUp(collectionId: number): void;
  onFailure(error: unknown): void;
}

/** Fills the keyword index behind the commits, in steps, and then what is kept of the rounded vectors. */
export class CatchUp {
  readonly #options: CatchUpOptions;
  readonly #waiting = new Map<number, Pace>();
  #isRunning = false;
  #isHeld = false;

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

  /**
   * Takes in the log for at most 50 ms, or for at most a second while more is left than `isWithinReach` says can be searched without the index.
   * What is left then goes on in the background.
   */
  async before(collectionId: number, isWithinReach: () => boolean): Promise<void> {
    const startMs = performance.now();
    while (this.#takeWords(collectionId)) {
      const elapsedMs = performance.now() - startMs;
      if (elapsedMs >= LONGEST_WAIT_MS || (elapsedMs >= QUESTION_BUDGET_MS && isWithinReach())) {
        this.resume(collectionId);
        return;
      }
      await setImmediate();
    }
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

  #takeWords(collectionId: number): boolean {
    return this.#options.use((index) => index.catchUp(collectionId, SLICE_ROWS));
  }

  #step(collectionId: number): boolean {
    return (
      this.#takeWords(collectionId) || this.#options.withRounded((rounded) => rounded.catchUp(collectionId, SLICE_ROWS))
    );
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
