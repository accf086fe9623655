import type { RunUndone } from '../../../../shared/api/run-chunks.ts';
import type { RunDetails } from '../../../../shared/api/run-details.ts';
import { isFinalStatus } from '../../../../shared/api/runs.ts';
import { OperationalError, UserError } from '../../../../shared/errors/errors.ts';
import type { LibraryRun } from '../../core/library-run.ts';
import type { Log } from '../../core/log.ts';
import type { LocalRecordManager } from '../../core/record-manager.ts';
import type { TransactionalStore } from '../../core/vector-store.ts';
import type { EngineDeps } from '../../pipeline/engine-deps.ts';
import { NO_RUN } from '../../pipeline/index/index-writer.ts';
import { restoreChunks } from '../../pipeline/index/restore-chunks.ts';
import { withIndex } from '../../pipeline/with-index.ts';
import { commitSteps, type Finish } from '../../storage/commit-pages.ts';
import type { ContentRepository } from '../../storage/repositories/content-repository.ts';
import type { RecordedChunk } from '../../storage/repositories/replaced-chunk-repository.ts';
import type {
  RunChangeRepository,
  StoredChange,
  UndoObstacle,
} from '../../storage/repositories/run-change-repository.ts';
import type { RunComparisonRepository } from '../../storage/repositories/run-comparison-repository.ts';
import type { AddedBatch, RunUndoRepository } from '../../storage/repositories/run-undo-repository.ts';
import { areUntouched, releaseLoaders, restoreLoaders } from '../libraries/loaders-before.ts';
import type { StoreAccess } from '../libraries/store-access.ts';
import type { OriginalService } from '../originals/original-service.ts';
import type { RunService } from '../runs/run-service.ts';
import { planWritten, type WrittenStoreDeps } from './written-store.ts';

export interface UndoServiceOptions extends WrittenStoreDeps, Pick<LocalUndoDeps, 'undo' | 'contents'> {
  readonly stores: StoreAccess;
  readonly runs: Pick<RunService, 'find'>;
  readonly comparisons: Pick<RunComparisonRepository, 'hasLater'>;
  readonly changes: Pick<RunChangeRepository, 'find'>;
  readonly originals: Pick<OriginalService, 'restore' | 'release'>;
  /** After an undo: the next backup is to have it too. */
  readonly onChanged: () => void;
  readonly log: Log;
  readonly now: () => Date;
}

const OBSTACLES: Readonly<Record<UndoObstacle, string>> = {
  OUTSIDE:
    'The run replaced or deleted chunks in a vector store outside of Tributary, where their old versions are not kept: only runs that just added chunks can be undone there.',
  EMBEDDED_AGAIN:
    'What is embedded again or moved is not undone here: embed or move it again, with the model or vector store of before.',
  CHANGED_SINCE: 'Chunks, sources or loaders were changed or deleted after the run, so it cannot be undone as a whole.',
};

type UndoState = RunDetails['undo'];

function no(whyNot: string): UndoState {
  return { isPossible: false, whyNot, undoneDate: null };
}

function hasChanged({ result, status }: LibraryRun): boolean {
  return status !== 'FINISHED' || result === null || result.numAdded + result.numDeleted + result.numUpdated > 0;
}

/** Whether a run can be undone, and why not. */
function stateOf(
  { comparisons, stores, engine }: UndoServiceOptions,
  run: LibraryRun,
  change: StoredChange | undefined,
): UndoState {
  if (!isFinalStatus(run.status)) return no('The run goes on: cancel it first.');
  if (run.undoneDate !== undefined) return { isPossible: false, undoneDate: run.undoneDate };
  if (change === undefined) return no('What a run changed is kept for seven days, if it changed anything.');
  const { state, whyNot, isLocal, runSeq, beganDate } = change;
  if (state === 'UNDOING') return { isPossible: true, undoneDate: null };
  if (comparisons.hasLater(run.id)) return no('Another run came after it: only the last run can be undone.');
  if (state === 'LISTED') return no('What the run replaced is kept for seven days, and until storage is cleaned up.');
  if (whyNot !== null) return no(OBSTACLES[whyNot]);
  if (!isLocal && run.status !== 'FINISHED') return no(OBSTACLES.OUTSIDE);
  if (!areUntouched(stores, runSeq)) return no(OBSTACLES.CHANGED_SINCE);
  if (engine.edits.hasSince(run.ownerId, beganDate))
    return no('Chunks were edited or deleted after the run: undo these changes first.');
  if (!hasChanged(run)) return no('The run changed nothing that is stored.');
  return { isPossible: true, undoneDate: null };
}

function refused(whyNot: string): UserError {
  return new UserError('RUN_NOT_UNDOABLE', whyNot);
}

/** Deletes what a run has added to a remote store. */
async function undoOutside(
  options: UndoServiceOptions,
  run: LibraryRun,
  change: StoredChange,
  signal: AbortSignal,
): Promise<RunUndone> {
  const { engine, undo } = options;
  const plan = planWritten(options, run);
  const use = { plan, ownerId: run.ownerId, runSeq: NO_RUN, signal, onWait: () => undefined };
  return withIndex(use, engine, async ({ store, writer }) => {
    if (store.collection !== change.collection) throw refused(OBSTACLES.CHANGED_SINCE);
    let removed = 0;
    for (let batch = undo.added(change.runSeq); batch !== undefined; batch = undo.added(change.runSeq)) {
      await writer.remove(batch.chunks, signal);
      undo.dropAdded(batch);
      removed += batch.chunks.length;
    }
    while (undo.restoreSources(change) > 0) signal.throwIfAborted();
    return { removed, restored: 0, reverted: 0 };
  });
}

/** Undoes the last run of a flow or document store. */
export function createUndoService(options: UndoServiceOptions) {
  const { runs, changes, engine, stores, libraries, undo, originals, log, now } = options;
  const going = new Map<string, Promise<RunUndone>>();
  const closing = new AbortController();
  const { signal } = closing;

  function findChange(run: LibraryRun): StoredChange {
    const change = changes.find(run.id);
    const { isPossible, whyNot, undoneDate } = stateOf(options, run, change);
    if (undoneDate !== null) throw refused('The run has been undone already.');
    if (!isPossible || change === undefined) throw refused(whyNot ?? 'The run cannot be undone.');
    return change;
  }

  /** In its turn: nothing else writes to the same records or store. */
  async function carryOut(run: LibraryRun): Promise<RunUndone> {
    const change = findChange(runs.find(run.id));
    undo.setState(change.runSeq, 'UNDOING');
    const done = change.isLocal
      ? await undoLocal(options, change, signal)
      : await undoOutside(options, run, change, signal);
    await commitSteps({ ...engine, signal }, () => originals.restore({ runSeq: change.runSeq }));
    await engine.settle();
    const end = () => undo.setUndone(change.runSeq, now().toISOString());
    await restoreLoaders(stores, run.ownerId, change.runSeq, end);
    options.onChanged();
    return done;
  }

  function inTurn(run: LibraryRun): Promise<RunUndone> {
    const { namespace, isLocal } = findChange(run);
    const onWait = () => log.info({ runId: run.id }, 'The undoing of a run waits for another run');
    // A remote store waits for the lock of its records itself.
    const inRecords = () =>
      namespace === null || !isLocal
        ? carryOut(run)
        : engine.recordLock.run(namespace, signal, onWait, () => carryOut(run));
    return libraries.ofRun(run).inTurn(signal, onWait, inRecords);
  }

  async function start(runId: string): Promise<RunUndone> {
    const known = going.get(runId);
    if (known !== undefined) return known;
    const work = inTurn(runs.find(runId)).finally(() => going.delete(runId));
    going.set(runId, work);
    return work;
  }

  return {
    /** Whether a run can be undone. */
    stateOf: (run: LibraryRun): UndoState => stateOf(options, run, changes.find(run.id)),

    /**
     * Makes what is stored what it was before a run. It goes on when its caller hangs up, and after a stop of the server.
     * @throws UserError RUN_NOT_FOUND; RUN_NOT_UNDOABLE (409) with the reason; STORE_BUSY; what a remote store throws
     */
    undo: start,

    /** Goes on with what a stopped server has left. Failures are logged. */
    async resume(): Promise<void> {
      for (const runId of undo.listUndoing()) {
        try {
          await start(runId);
        } catch (error) {
          if (signal.aborted) return;
          log.error({ err: error, runId }, 'A run could not be undone to its end: undo it again on its page');
        }
      }
    },

    /** Releases what is stored of a run that can't be undone any more. */
    async release(runSeq: number, finish: Finish): Promise<void> {
      await releaseLoaders(stores, runSeq);
      await finish(() => undo.unpin(runSeq));
      await finish(() => originals.release(runSeq));
      undo.setState(runSeq, 'LISTED');
    },

    /** Brings what goes on to a safe point: the next start goes on with it. */
    async close(): Promise<void> {
      closing.abort(
        new OperationalError(
          'SHUTTING_DOWN',
          'Tributary is shutting down: the run is undone to its end at the next start.',
        ),
      );
      await Promise.allSettled(going.values());
    },
  };
}

export type UndoService = ReturnType<typeof createUndoService>;

interface LocalUndoDeps {
  readonly engine: Pick<EngineDeps, 'db' | 'vectorDeps' | 'recordDeps' | 'onCommit' | 'edits'>;
  readonly undo: RunUndoRepository;
  readonly contents: Pick<ContentRepository, 'lastRun' | 'setLastRun'>;
}

/** Where a run has written. */
interface Target {
  readonly change: StoredChange;
  readonly store: TransactionalStore;
  readonly records: LocalRecordManager | undefined;
}

/** In one transaction: chunks that the run deleted are there again, with their vectors. @returns how many */
function restore(
  { contents, undo }: LocalUndoDeps,
  { store, records }: Target,
  rows: readonly RecordedChunk[],
): number {
  const chunks = rows.flatMap(({ content, ...row }) => (content === null ? [] : [{ ...row, content }]));
  undo.dropReplaced(rows);
  return restoreChunks({ store, records, contents }, chunks).length;
}

/** In one transaction: chunks have the metadata and the place that they had. @returns how many */
function revert({ undo }: LocalUndoDeps, { store, records }: Target, rows: readonly RecordedChunk[]): number {
  const known = records?.transactional.exists(rows.map(({ contentKey }) => contentKey)) ?? [];
  const there = rows.flatMap((row, index) => {
    const record = known[index];
    return record === undefined ? [] : [{ row, record }];
  });
  records?.transactional.replace(
    there.map(({ row, record }) => ({
      recordId: record.recordId,
      metadataHash: row.metadataHash,
      chunkNo: row.chunkNo,
    })),
    NO_RUN,
  );
  store.updateMetadata(
    there.map(({ row, record }) => ({ id: record.chunkId, metadata: row.metadata, chunkNo: row.chunkNo })),
  );
  undo.dropReplaced(rows);
  return there.length;
}

/** In one transaction: chunks that the run added are gone. @returns how many */
function takeAway({ undo }: LocalUndoDeps, target: Target, batch: AddedBatch): number {
  const { chunks } = batch;
  const { store } = target;
  const records = target.records?.transactional;
  const known = records?.exists(chunks.map(({ contentKey }) => contentKey)) ?? [];
  records?.remove(known.flatMap((record) => record?.recordId ?? []));
  // One that was deleted and brought back by hand since has another id.
  const removed = store.deleteByIds(chunks.map(({ chunkId }, at) => known[at]?.chunkId ?? chunkId));
  undo.dropAdded(batch);
  return removed;
}

/** What stands in the place of chunks that come back is looked at anew by their edits. */
function meetEdits({ engine }: LocalUndoDeps, { change }: Target, rows: readonly RecordedChunk[]): void {
  const met = rows.flatMap(({ contentKey }) => engine.edits.ofChunk(change.ownerId, contentKey) ?? []);
  const unmet = met.filter(({ isUnmet }) => isUnmet).map(({ id }) => id);
  if (unmet.length > 0) engine.edits.mark(unmet, false);
}

/**
 * Rolls back what a run has done to a collection of the server's database, in transactions of a few ms each. Each forgets what it has rolled back, so a server
 * that stops in between goes on at the same place. First comes back what was deleted: nothing that was stored before is ever missing.
 */
async function undoLocal(deps: LocalUndoDeps, change: StoredChange, signal: AbortSignal): Promise<RunUndone> {
  const { engine, undo } = deps;
  const { runSeq, collection, namespace } = change;
  const store = engine.vectorDeps.openCollection(collection).transactional;
  const options = { cleanup: 'none', sourceIdKey: 'source' } as const;
  const records = namespace === null ? undefined : engine.recordDeps.openRecords(namespace, options);
  const target: Target = { change, store, records };
  const done = { removed: 0, restored: 0, reverted: 0 };

  /** Repeats a step until nothing is left to do. */
  async function finish<Part>(read: () => Part | undefined, work: (part: Part) => void): Promise<void> {
    const step = engine.db.transaction(() => {
      const part = read();
      if (part === undefined) return 0;
      work(part);
      return 1;
    });
    await commitSteps({ ...engine, announce: store.announceCommit, signal }, () => step.immediate());
  }
  const some = (rows: readonly RecordedChunk[]) => (rows.length === 0 ? undefined : rows);

  await finish(
    () => some(undo.deleted(runSeq)),
    (rows) => {
      done.restored += restore(deps, target, rows);
      meetEdits(deps, target, rows);
    },
  );
  await finish(
    () => some(undo.rewritten(runSeq)),
    (rows) => {
      done.reverted += revert(deps, target, rows);
    },
  );
  await finish(
    () => undo.added(runSeq),
    (batch) => {
      done.removed += takeAway(deps, target, batch);
    },
  );
  await finish(
    () => undo.restoreSources(change) || undefined,
    () => undefined,
  );
  return done;
}
