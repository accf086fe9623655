import { setTimeout as pause } from 'node:timers/promises';
import { BIN_KEPT_MS } from '../../../../shared/api/bin.ts';
import { BugError } from '../../../../shared/errors/errors.ts';
import type { Log } from '../../core/log.ts';
import { commitSteps, type Finish } from '../../storage/commit-pages.ts';
import type { Database } from '../../storage/database.ts';
import type { EmbeddingRepository } from '../../storage/repositories/embedding-repository.ts';
import type { GarbageRepository, RepackedTable } from '../../storage/repositories/garbage-repository.ts';
import type { RunUndoRepository } from '../../storage/repositories/run-undo-repository.ts';
import type { VectorService } from '../../stores/local/vector-service.ts';
import type { OriginalService } from '../originals/original-service.ts';

/** After the last change of a burst. */
const QUIET_MS = 10_000;
/** While changes go on. */
const LONGEST_MS = 60_000;
/** A pause is this many times as long as the work before it: a fifth of a core while other work goes on. */
const REST_FACTOR = 4;
/** Days that vectors of remote stores stay after they were last written there. */
const KEPT_REMOTE_DAYS = 30;
const DAY_MS = 24 * 60 * 60 * 1000;

export interface PruneOptions {
  readonly db: Database;
  readonly garbage: GarbageRepository;
  readonly embeddings: Pick<EmbeddingRepository, 'heldIds'>;
  readonly vectors: Pick<VectorService, 'replayedUpTo'>;
  /** Waits until the database takes more. */
  readonly onCommit: () => Promise<void>;
  /** Removes what is stored of runs that can't be resumed any more. */
  readonly expireRuns: () => Promise<void>;
  readonly originals: Pick<OriginalService, 'prune' | 'forget'>;
  readonly undo: Pick<RunUndoRepository, 'findOutdated' | 'dropUnlisted'>;
  readonly log: Log;
  readonly now: () => Date;
}

/** What is pruned by others. */
export interface PrunedBeside {
  /** Releases what is stored for undoing a run. */
  releaseRun(runSeq: number, finish: Finish): Promise<void>;
  /** Prunes chats. */
  pruneChats(finish: Finish): Promise<void>;
}

/** How much is pruned. */
interface Thoroughness {
  /** Also vectors that would stay for a while. */
  readonly isAll: boolean;
  /** Also what it takes to undo the last runs. */
  readonly hasUndo: boolean;
}

/** What is pruned, in small pieces. @param signal ends it after any of them */
function createPruning(options: PruneOptions, beside: () => PrunedBeside, signal: AbortSignal) {
  const { db, garbage, embeddings, vectors, now } = options;
  const commits = {
    db,
    onCommit: options.onCommit,
    rest: (workedMs: number) => pause(workedMs * REST_FACTOR, undefined, { signal }),
  };
  const loose = new Map<RepackedTable, Set<number>>([
    ['chunk', new Set()],
    ['embedding', new Set()],
  ]);

  function note(table: RepackedTable, ids: readonly number[]): void {
    for (const pack of garbage.packsOf(ids)) loose.get(table)?.add(pack);
  }

  /** Repeats a small step until it says that nothing is left. */
  async function finish(step: () => number | undefined): Promise<void> {
    await commitSteps(commits, step);
  }

  async function pruneVectors(isAll: boolean): Promise<void> {
    const last = garbage.lastUnusedToGo(isAll);
    let after: number | undefined = 0;
    await finish(() => {
      const { ids, next } = garbage.dropVectors.immediate(after ?? 0, last, embeddings.heldIds());
      note('embedding', ids);
      after = next;
      return next;
    });
  }

  async function pruneLog(): Promise<void> {
    for (const collectionId of garbage.collectionsWithDeletions()) {
      const upTo = await vectors.replayedUpTo(collectionId);
      await finish(() => {
        const ids = garbage.dropLog.immediate(collectionId, upTo);
        note('chunk', ids);
        return ids.length;
      });
    }
  }

  /** Fills pages that deletions have left half empty. */
  async function packAll(): Promise<void> {
    for (const [table, packs] of loose) {
      const waiting = [...packs].sort((a, b) => a - b);
      packs.clear();
      await finish(() => {
        const pack = waiting.shift();
        if (pack !== undefined) garbage.pack.immediate(table, pack);
        return pack === undefined ? undefined : 1;
      });
    }
  }

  async function pruneUndo(before: string, isAll: boolean): Promise<void> {
    const next = () => options.undo.findOutdated(before, isAll);
    for (let runSeq = next(); runSeq !== undefined; runSeq = next()) {
      signal.throwIfAborted();
      await beside().releaseRun(runSeq, finish);
    }
    await finish(() => options.undo.dropUnlisted(before, isAll));
  }

  async function prune({ isAll, hasUndo }: Thoroughness): Promise<void> {
    const oldestKept = new Date(now().getTime() - BIN_KEPT_MS).toISOString();
    await pruneUndo(oldestKept, hasUndo);
    const oldest = Math.floor(now().getTime() / DAY_MS) - KEPT_REMOTE_DAYS;
    await finish(() => garbage.expireRemote.immediate(oldest));
    await pruneVectors(isAll);
    await pruneLog();
    await packAll();
    await finish(garbage.dropSources);
    for (const ownerId of garbage.ownersOfManyRuns()) {
      await finish(() => garbage.dropFiles(ownerId));
      await finish(() => garbage.dropRuns(ownerId));
    }
    await options.expireRuns();
    await finish(() => garbage.forgetRemoved(oldestKept, options.originals.forget));
    await beside().pruneChats(finish);
    await options.originals.prune(finish, signal);
  }

  return { finish, prune };
}

/** Deletes in the background what nothing needs any more, in transactions of about 10 ms with pauses between them. */
export function createPruneService(options: PruneOptions) {
  const closing = new AbortController();
  let beside: PrunedBeside | undefined;
  const others = (): PrunedBeside => {
    if (beside === undefined) throw new BugError('It was pruned before it was said what else is');
    return beside;
  };
  const { finish, prune } = createPruning(options, others, closing.signal);
  let timer: NodeJS.Timeout | undefined;
  let firstChangeMs: number | undefined;
  let running: Promise<void> = Promise.resolve();

  /** One after the other. */
  function run(thoroughness: Thoroughness): Promise<void> {
    const mine = running.then(() => prune(thoroughness));
    running = mine.catch((error: unknown) => {
      if (!closing.signal.aborted)
        options.log.error({ err: error }, 'What nothing needs could not be removed; tried again later');
    });
    return mine;
  }

  return {
    /** Something was written or deleted. */
    changed(): void {
      if (closing.signal.aborted) return;
      const startMs = performance.now();
      firstChangeMs ??= startMs;
      clearTimeout(timer);
      const delayMs = Math.min(QUIET_MS, firstChangeMs + LONGEST_MS - startMs);
      timer = setTimeout(
        () => {
          firstChangeMs = undefined;
          void run({ isAll: false, hasUndo: false }).catch(() => undefined);
        },
        Math.max(0, delayMs),
      ).unref();
    },
    /**
     * Deletes now all that nothing needs, including what normally stays for a while.
     * @param hasUndo also what it takes to undo the last runs
     * @throws the reason of a stop
     */
    everything: (hasUndo = false): Promise<void> => run({ isAll: true, hasUndo }),
    /** To be called before the first change. */
    pruneBeside(others: PrunedBeside): void {
      beside = others;
    },
    finish,
    async close(): Promise<void> {
      clearTimeout(timer);
      closing.abort();
      await running;
    },
  };
}

export type PruneService = ReturnType<typeof createPruneService>;
