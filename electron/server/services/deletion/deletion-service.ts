import type { DeletionTargets } from '../../storage/repositories/deletion-repository.ts';
import {
  type Carrying,
  carryOut,
  type DeletionOptions,
  overwriteFreed,
  promiseShared,
  removeNamespace,
} from './carry-out.ts';
import { createRemoteDeletions } from './remote-deletions.ts';

/** Pause before what could not be removed is tried again: another process, such as a backup, may have it open. */
const RETRY_MS = 10 * 60 * 1000;

/**
 * Removes in the background all that a deleted flow or document store has left. The transaction that deletes the flow or store writes down what has to go,
 * so that the removal continues after a crash.
 */
export function createDeletionService(options: DeletionOptions) {
  const { db, deletions, prunes, log, now } = options;
  const closing = new AbortController();
  const { signal } = closing;
  const carrying: Carrying = { ...options, signal };
  let working: Promise<void> = Promise.resolve();
  let retry: NodeJS.Timeout | undefined;

  const remote = createRemoteDeletions({
    db,
    deletions,
    log,
    signal,
    remote: options.remote,
    async dropRecords(namespaces) {
      const touched = new Set<number>();
      for (const name of namespaces) await removeNamespace(carrying, name, touched);
      if (!(await overwriteFreed(carrying))) promiseShared(carrying);
    },
  });

  async function work(): Promise<void> {
    for (const deletion of deletions.list()) {
      if (signal.aborted) return;
      if (deletion.targets.isLocalDone) continue;
      try {
        await carryOut(carrying, deletion);
      } catch (error) {
        if (signal.aborted) return;
        log.error(
          { err: error, ownerId: deletion.ownerId },
          'What a deleted flow or store left could not all be removed; it is tried again later',
        );
      }
    }
    remote.start();
    if (deletions.list().some(({ targets }) => !targets.isLocalDone)) retry = setTimeout(start, RETRY_MS).unref();
  }

  function start(): void {
    clearTimeout(retry);
    working = working.then(work).catch((error: unknown) => {
      log.error({ err: error }, 'What is to be deleted could not be read; the next start tries again');
    });
  }

  return {
    /** Folders and namespaces of an owner beside what its settings say. */
    foldersOf: deletions.foldersOf,
    namespaces: deletions.namespaces,

    /** Deletes a row and promises to remove what belongs to it: both or neither, even after a power cut. */
    begin(ownerId: string, targets: DeletionTargets, removeRow: () => void): void {
      db.transaction(() => {
        removeRow();
        deletions.insert(ownerId, targets, now().toISOString());
      }).immediate();
      start();
    },

    /** Continues the deletions that a stopped server has left. */
    resume: start,

    notices: remote.notices,

    async close(): Promise<void> {
      closing.abort();
      await prunes.close();
      await working;
      clearTimeout(retry);
      await remote.settled();
    },
  };
}

export type DeletionService = ReturnType<typeof createDeletionService>;
