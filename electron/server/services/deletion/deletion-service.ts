import type { Notice } from '../../../../shared/api/info.ts';
import type { Log } from '../../core/log.ts';
import { commitRelaxed } from '../../storage/checkpointer.ts';
import type { Database } from '../../storage/database.ts';
import type { Deletion, DeletionRepository, DeletionTargets } from '../../storage/repositories/deletion-repository.ts';
import {
  type Carrying,
  carryOut,
  type DeletionOptions,
  overwriteFreed,
  promiseShared,
  removeNamespace,
} from './carry-out.ts';
import { NOT_TELLABLE, type RemoteRemoval, type RemoteTarget } from './remote-removal.ts';

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

interface RemoteDeletionsOptions {
  readonly db: Database;
  readonly deletions: Pick<DeletionRepository, 'list' | 'update' | 'remove'>;
  readonly remote: Pick<RemoteRemoval, 'remove' | 'describe'>;
  /** Forgets records that are in the database. */
  readonly dropRecords: (namespaces: readonly string[]) => Promise<void>;
  readonly signal: AbortSignal;
  readonly log: Log;
}

/** Starts that try it, one time each: a store that is not there for so long has moved or is gone. */
const MAX_TRIES = 5;

/** Removes what deletions have promised to remove from remote stores, which may take long to answer, or not be there. */
export function createRemoteDeletions({ db, deletions, remote, dropRecords, signal, log }: RemoteDeletionsOptions) {
  const tried = new Set<string>();
  const messages: string[] = [];
  let working: Promise<void> = Promise.resolve();

  function say(ownerId: string, target: RemoteTarget, tryNumber: number | undefined): void {
    let of = { name: ownerId, place: 'a vector store' };
    try {
      of = remote.describe(target, ownerId);
    } catch (error) {
      log.warn({ err: error, ownerId }, 'Where a deleted flow or store has put its chunks can not be read');
    }
    const what = `What the deleted “${of.name}” stored in ${of.place}`;
    if (tryNumber === undefined) {
      messages.push(`${what} stays: without records it can't be told from what others stored there. Delete it there.`);
    } else if (tryNumber >= MAX_TRIES) {
      messages.push(`${what} could not be deleted in ${MAX_TRIES} tries, and no more are made: delete it there.`);
    } else {
      messages.push(
        `${what} could not be deleted yet: try ${tryNumber} of ${MAX_TRIES} failed, the next start of Tributary makes the next.`,
      );
    }
  }

  /** @returns whether it is done with, as far as it can be */
  async function removeOne(ownerId: string, target: RemoteTarget, tryNumber: number): Promise<boolean> {
    try {
      const stays = (await remote.remove(target, ownerId, signal)) === NOT_TELLABLE;
      if (stays) say(ownerId, target, undefined);
    } catch (error) {
      if (signal.aborted) throw error;
      log.warn({ err: error, ownerId, tryNumber }, 'What a deleted flow or store left elsewhere could not be removed');
      say(ownerId, target, tryNumber);
      if (tryNumber < MAX_TRIES) return false;
    }
    await dropRecords(target.namespaces);
    return true;
  }

  async function carryOut({ ownerId, targets }: Deletion): Promise<void> {
    const tryNumber = targets.failures + 1;
    let left: readonly RemoteTarget[] = targets.outside;
    for (const target of targets.outside) {
      if (!(await removeOne(ownerId, target, tryNumber))) continue;
      left = left.filter((one) => one !== target);
      const rest = { ...targets, outside: [...left] };
      commitRelaxed(db, () => deletions.update(ownerId, rest));
    }
    const failed = { ...targets, outside: [...left], failures: tryNumber };
    commitRelaxed(db, () => (left.length === 0 ? deletions.remove(ownerId) : deletions.update(ownerId, failed)));
  }

  async function work(): Promise<void> {
    for (const deletion of deletions.list()) {
      const { ownerId, targets } = deletion;
      if (!targets.isLocalDone || tried.has(ownerId) || signal.aborted) continue;
      tried.add(ownerId);
      try {
        await carryOut(deletion);
      } catch (error) {
        if (signal.aborted) return;
        log.error({ err: error, ownerId }, 'A deletion elsewhere stopped half-way; the next start goes on');
      }
    }
  }

  return {
    /** Tries each that is left once, without being waited for. */
    start(): void {
      working = working.then(work).catch((error: unknown) => {
        log.error({ err: error }, 'What is to be deleted elsewhere could not be read; the next start tries again');
      });
    },
    settled: (): Promise<void> => working,
    /** What people should know of those that did not succeed. */
    notices: (): Notice[] => messages.map((message) => ({ code: 'LEFT_ELSEWHERE', message, backup: null })),
  };
}
