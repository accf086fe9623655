import type { RunUndone } from '../../../../shared/api/run-chunks.ts';
import type { LocalRecordManager } from '../../core/record-manager.ts';
import type { TransactionalStore } from '../../core/vector-store.ts';
import type { EngineDeps } from '../../pipeline/engine-deps.ts';
import { recordsOf } from '../../pipeline/index/classify-batch.ts';
import { NO_RUN } from '../../pipeline/index/index-writer.ts';
import { restoreChunks } from '../../pipeline/index/restore-chunks.ts';
import { commitSteps } from '../../storage/commit-pages.ts';
import type { ContentRepository } from '../../storage/repositories/content-repository.ts';
import type { RecordedChunk } from '../../storage/repositories/replaced-chunk-repository.ts';
import type { StoredChange } from '../../storage/repositories/run-change-repository.ts';
import type { AddedBatch, RunUndoRepository } from '../../storage/repositories/run-undo-repository.ts';

export interface LocalUndoDeps {
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
    return record?.chunkId.equals(row.chunkId) === true ? [{ row, record }] : [];
  });
  records?.transactional.replace(
    there.map(({ row, record }) => ({
      recordId: record.recordId,
      metadataHash: row.metadataHash,
      chunkNo: row.chunkNo,
    })),
    NO_RUN,
  );
  store.updateMetadata(there.map(({ row }) => ({ id: row.chunkId, metadata: row.metadata, chunkNo: row.chunkNo })));
  undo.dropReplaced(rows);
  return there.length;
}

/** In one transaction: chunks that the run added are gone. @returns how many */
function takeAway({ undo }: LocalUndoDeps, target: Target, batch: AddedBatch): number {
  const { chunks } = batch;
  const { store } = target;
  const records = target.records?.transactional;
  records?.remove(recordsOf(chunks, records.exists(chunks.map(({ contentKey }) => contentKey))));
  const removed = store.deleteByIds(chunks.map(({ chunkId }) => chunkId));
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
 * Takes back what a run has done to a collection of the server's database, in transactions of a few ms each. What each has taken back is not kept any more, so a server
 * that stops in between goes on at the same place. First comes back what was deleted: nothing that was stored before is ever missing.
 */
export async function undoLocal(deps: LocalUndoDeps, change: StoredChange, signal: AbortSignal): Promise<RunUndone> {
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
