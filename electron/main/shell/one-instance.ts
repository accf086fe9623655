import { existsSync, rmSync, writeFileSync } from 'node:fs';
import { app } from 'electron';
import type { OpenRequest } from '../../../shared/ipc/opened.ts';
import { messageOf, note } from '../logs/app-log.ts';

/** How long an app that closes may take, in ms: its page 5 s to save, its server a minute to save a graph, and some time to end. */
const PATIENCE_MS = 75_000;
const LOOK_MS = 100;

/**
 * One app a data folder. Chromium's own lock hands a second start over to the first, and does not say whether that one is closing: a file does, so that
 * the second waits for its end and opens itself.
 */
export class OneInstance {
  readonly #file: string;
  #isTheOne = false;
  #isLeaving = false;

  /** @param file in the folder that the lock is for */
  constructor(file: string) {
    this.#file = file;
  }

  /** Hands the request over to the app that is open. @returns whether there is none, so that this process is the app now */
  take(request: OpenRequest): boolean {
    const deadlineMs = performance.now() + PATIENCE_MS;
    while (!app.requestSingleInstanceLock(request)) {
      if (!existsSync(this.#file) || performance.now() > deadlineMs) return false;
      // Chromium must not begin with the files of another that still has them.
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, LOOK_MS);
    }
    rmSync(this.#file, { force: true });
    this.#isTheOne = true;
    return true;
  }

  /** Whether it closes: then it takes nothing over. */
  get isLeaving(): boolean {
    return this.#isLeaving;
  }

  /** Says that it closes, or that it could not. */
  setLeaving(isLeaving: boolean): void {
    this.#isLeaving = isLeaving;
    // A start that was handed over ends, too, and the other goes on.
    if (!this.#isTheOne) return;
    try {
      if (isLeaving) writeFileSync(this.#file, '');
      else rmSync(this.#file, { force: true });
    } catch (error) {
      // A full disk must not keep the app from closing.
      note('warning', `The next start will not know that this one closes: ${messageOf(error)}`);
    }
  }
}
