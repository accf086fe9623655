import { setImmediate as nextTurn } from 'node:timers/promises';
import { commitRelaxed } from './checkpointer.ts';
import type { Database } from './database.ts';

/** How large work on the database is done: a page of rows in each transaction, and other work between two of them. */
export interface PageCommits {
  readonly db: Database;
  /** Tells the caches behind a collection that there is something to read. */
  readonly announce?: (() => void) | undefined;
  /** Waits until the log takes more. */
  readonly onCommit?: (() => Promise<void>) | undefined;
  /** Between two pages; by default a turn of the event loop. @param workedMs what the page has taken, with the wait for the log */
  readonly rest?: ((workedMs: number) => Promise<void>) | undefined;
  /** Ends the work before a page. */
  readonly signal?: AbortSignal | undefined;
}

/** Repeats a small step, in a transaction of its own each time, until it returns nothing. */
export type Finish = (step: () => number | undefined) => Promise<void>;

async function afterCommit({ announce, onCommit, rest }: PageCommits, startMs: number): Promise<void> {
  announce?.();
  await onCommit?.();
  if (rest === undefined) await nextTurn();
  else await rest(performance.now() - startMs);
}

/**
 * Commits one page, without waiting for the disk.
 * @param transaction takes a few ms
 * @throws when the signal aborts
 */
export async function commitPage<T>(commits: PageCommits, transaction: () => T): Promise<T> {
  commits.signal?.throwIfAborted();
  const startMs = performance.now();
  const result = commitRelaxed(commits.db, transaction);
  await afterCommit(commits, startMs);
  return result;
}

/** Commits each page in a transaction of its own. @throws when the signal aborts */
export async function commitPages<Page>(
  commits: PageCommits,
  pages: Iterable<Page> | AsyncIterable<Page>,
  write: (page: Page) => void,
): Promise<void> {
  const transaction = commits.db.transaction(write);
  for await (const page of pages) await commitPage(commits, () => transaction.immediate(page));
}

/**
 * Repeats a step until it has nothing left to do.
 * @param step a transaction of a few ms; returns how much it has done
 * @returns how much all steps have done
 * @throws when the signal aborts
 */
export async function commitSteps(commits: PageCommits, step: () => number | undefined): Promise<number> {
  for (let total = 0; ; ) {
    commits.signal?.throwIfAborted();
    const startMs = performance.now();
    const done = commitRelaxed(commits.db, step);
    if (done === undefined || done === 0) return total;
    total += done;
    await afterCommit(commits, startMs);
  }
}
