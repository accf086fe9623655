import type { Database } from '../database.ts';
import { createReplacedChunkRepository, type RecordedChunk } from './replaced-chunk-repository.ts';
import { createReplacedOriginalRepository } from './replaced-original-repository.ts';
import { type AddedChunk, type ChangeState, type StoredChange, unpackAdded } from './run-change-repository.ts';

/** Chunks that one run added in one batch. */
export interface AddedBatch {
  readonly id: number;
  readonly chunks: readonly AddedChunk[];
}

/** Rows that are read, or deleted in one transaction, at a time: a few ms. */
const ROWS = 250;
/** Newest runs of a flow or document store whose chunks are listed. */
const LISTED_RUNS = 20;
/** An older run of those that replaced more than that is not listed any more: text that is gone from the store is not to fill the disk. */
const LISTED_CHUNKS = 2000;

/** Numbers of the runs that a run takes over: that which it resumes, and those which that one has resumed. */
const RESUMED_BY = `WITH RECURSIVE resumed (id) AS (
    SELECT q.run_id FROM run_request q JOIN run r ON r.id = q.resumed_by WHERE r.seq = ?
    UNION SELECT q.run_id FROM run_request q JOIN resumed ON q.resumed_by = resumed.id)
  SELECT run.seq FROM run JOIN resumed ON resumed.id = run.id`;

const HAS_LATER = `EXISTS (SELECT 1 FROM run r WHERE r.owner_id = c.owner_id AND r.seq > c.run_seq AND r.status NOT IN ('QUEUED', 'RUNNING'))`;

function prepareStatements(db: Database) {
  return {
    added: db.prepare<[number], { readonly id: number; readonly chunks: Buffer }>(
      'SELECT id, chunks FROM run_added WHERE run_seq = ? ORDER BY id LIMIT 1',
    ),
    left: db.prepare<[number], { readonly id: number; readonly chunks: Buffer }>(
      `SELECT id, chunks FROM run_added WHERE run_seq IN (${RESUMED_BY}) ORDER BY id LIMIT 1`,
    ),
    takenOver: db
      .prepare<[number], number>(
        `UPDATE run_change SET state = 'UNDONE' WHERE run_seq IN (${RESUMED_BY}) AND state <> 'UNDONE' RETURNING run_seq`,
      )
      .pluck(),
    dropAdded: db.prepare<[number]>('DELETE FROM run_added WHERE id = ?'),
    setState: db.prepare<[string, number]>('UPDATE run_change SET state = ? WHERE run_seq = ?'),
    setUndone: db.prepare<[string, number]>('UPDATE run SET undone_date = ? WHERE seq = ?'),
    restoreSources: db.prepare<[string, number, number]>(
      `UPDATE record_source SET last_run = previous_run WHERE id IN (
         SELECT s.id FROM record_namespace n JOIN record_source s ON s.namespace_id = n.id
         WHERE n.name = ? AND s.last_run = ? AND s.previous_run <> s.last_run LIMIT ?)`,
    ),
    undoing: db
      .prepare<[], string>("SELECT id FROM run WHERE seq IN (SELECT run_seq FROM run_change WHERE state = 'UNDOING')")
      .pluck(),
    outdated: db
      .prepare<[string, number], number>(
        `SELECT c.run_seq FROM run_change c WHERE c.state = 'KEPT' AND (c.began_date < ? OR ? = 1 OR ${HAS_LATER}) LIMIT 1`,
      )
      .pluck(),
    unlisted: db
      .prepare<[string, number], number>(
        `SELECT c.run_seq FROM run_change c WHERE c.state IN ('LISTED', 'UNDONE') AND (c.began_date < ? OR ? = 1
         OR c.replaced_count > ${LISTED_CHUNKS} OR NOT EXISTS (SELECT 1 FROM run r WHERE r.seq = c.run_seq)
         OR (SELECT count(*) FROM run_change n WHERE n.owner_id = c.owner_id AND n.run_seq > c.run_seq) >= ${LISTED_RUNS}) LIMIT 1`,
      )
      .pluck(),
    ofOwner: db.prepare<[string], number>('SELECT run_seq FROM run_change WHERE owner_id = ? LIMIT 1').pluck(),
    dropSomeAdded: db.prepare<[number, number]>(
      'DELETE FROM run_added WHERE id IN (SELECT id FROM run_added WHERE run_seq = ? LIMIT ?)',
    ),
    dropLoaders: db.prepare<[number]>('DELETE FROM run_loader WHERE run_seq = ?'),
    drop: db.prepare<[number]>('DELETE FROM run_change WHERE run_seq = ?'),
  };
}

function unpack(row: { readonly id: number; readonly chunks: Buffer } | undefined): AddedBatch | undefined {
  return row === undefined ? undefined : { id: row.id, chunks: unpackAdded(row.chunks) };
}

/** What is stored of runs for undoing them, and how it is removed piece by piece. Each call is a few ms. */
export function createRunUndoRepository(db: Database) {
  const sql = prepareStatements(db);
  const replaced = createReplacedChunkRepository(db);
  const originals = createReplacedOriginalRepository(db);

  function dropSome(runSeq: number | undefined): number {
    if (runSeq === undefined) return 0;
    const dropped = replaced.dropSome({ runSeq }, ROWS) || sql.dropSomeAdded.run(runSeq, ROWS).changes;
    if (dropped > 0) return dropped;
    sql.dropLoaders.run(runSeq);
    return sql.drop.run(runSeq).changes;
  }

  return {
    /** Chunks that the run deleted, as they were. */
    deleted: (runSeq: number): RecordedChunk[] => replaced.ofRun(runSeq, ['deleted'], ROWS),
    /** Chunks whose metadata or place it changed, as they were. */
    rewritten: (runSeq: number): RecordedChunk[] => replaced.ofRun(runSeq, ['updated', 'moved'], ROWS),
    added: (runSeq: number): AddedBatch | undefined => unpack(sql.added.get(runSeq)),
    /** What the runs that this one resumes have added, and what is still there of it. */
    left: (runSeq: number): AddedBatch | undefined => unpack(sql.left.get(runSeq)),
    /** Nothing is left of what the runs that this one resumes have added. */
    setTakenOver(runSeq: number, date: string): void {
      for (const seq of sql.takenOver.all(runSeq)) {
        sql.setUndone.run(date, seq);
        originals.handOver(seq, runSeq);
      }
    },
    /** They are as they were. Inside the transaction that makes them so. */
    dropReplaced: replaced.drop,
    dropAdded: ({ id }: AddedBatch): void => void sql.dropAdded.run(id),
    setState: (runSeq: number, state: ChangeState): void => void sql.setState.run(state, runSeq),
    /** Inside the transaction that ends the undoing. */
    setUndone(runSeq: number, date: string): void {
      sql.setState.run('UNDONE', runSeq);
      sql.setUndone.run(date, runSeq);
    },
    /** Names the run before as the one that loaded some of the sources of a run. @returns how many */
    restoreSources: ({ namespace, runSeq }: Pick<StoredChange, 'namespace' | 'runSeq'>): number =>
      namespace === null ? 0 : sql.restoreSources.run(namespace, runSeq, ROWS).changes,
    /** Ids of runs whose undoing a server that is gone has left. */
    listUndoing: (): string[] => sql.undoing.all(),

    /** A run that can't be undone any more: another one has ended, or it is too old. @param isAll any run */
    findOutdated: (before: string, isAll: boolean): number | undefined => sql.outdated.get(before, Number(isAll)),
    /** Releases vectors that only its undoing would need. @returns how many */
    unpin: (runSeq: number): number => replaced.unpin(runSeq, ROWS),
    /** Deletes a part of what is stored of a run whose chunks are not listed any more. @returns 0 when nothing is left */
    dropUnlisted: (before: string, isAll: boolean): number => dropSome(sql.unlisted.get(before, Number(isAll))),
    /** The same of an owner that is deleted. */
    dropOfOwner: (ownerId: string): number => dropSome(sql.ofOwner.get(ownerId)),
  };
}

export type RunUndoRepository = ReturnType<typeof createRunUndoRepository>;
