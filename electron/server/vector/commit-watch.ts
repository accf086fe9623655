import type { Pace } from './search-messages.ts';

/** No commit for so long: the run is over, or waits for something; then the caches may have the cores. */
const QUIET_MS = 200;
/** Changes after which the caches start anyway, so that a long run does not leave it all to the end: about 3 s of work. */
const BACKLOG_ROWS = 32_768;

export interface CommitWatch {
  /** Something was written; it may not be committed yet. */
  wrote(collectionId: number, rows: number): void;
  committed(collectionId: number): void;
  stop(): void;
}

/** Decides when the caches (keyword index, graph) are told to follow: they must not take a core from a run that is writing. */
export function createCommitWatch(follow: (collectionId: number, pace: Pace) => void): CommitWatch {
  const backlog = new Map<number, number>();
  const announced = new Set<number>();
  let timer: NodeJS.Timeout | undefined;

  function onQuiet(): void {
    timer = undefined;
    const collections = [...announced];
    announced.clear();
    for (const collectionId of collections) {
      backlog.delete(collectionId);
      follow(collectionId, 'full');
    }
  }

  return {
    wrote(collectionId, rows) {
      backlog.set(collectionId, (backlog.get(collectionId) ?? 0) + rows);
    },
    committed(collectionId) {
      announced.add(collectionId);
      if (timer === undefined) timer = setTimeout(onQuiet, QUIET_MS).unref();
      else timer.refresh();
      if ((backlog.get(collectionId) ?? 0) < BACKLOG_ROWS) return;
      backlog.delete(collectionId);
      follow(collectionId, 'gentle');
    },
    stop() {
      clearTimeout(timer);
      timer = undefined;
    },
  };
}
