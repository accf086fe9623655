import { commitRelaxed } from '../checkpointer.ts';
import type { Database } from '../database.ts';
import type { PassageEdit } from './edit-repository.ts';
import { createReplacedChunkRepository, type ReplacedKind } from './replaced-chunk-repository.ts';

/** Why a run that changed something can't be undone. */
export type UndoObstacle = 'OUTSIDE' | 'EMBEDDED_AGAIN' | 'CHANGED_SINCE';

/** Which run, and where it writes. */
export interface ChangingRun {
  readonly runSeq: number;
  readonly ownerId: string;
  /** Name of the collection in the vector store. */
  readonly collection: string;
  /** Of the records, if they are in the server's database. */
  readonly namespace: string | undefined;
  /** Whether chunks and records are in the server's database, and written in one transaction. */
  readonly isLocal: boolean;
}

/** A chunk that was added: ids of 16 bytes. */
export interface AddedChunk {
  readonly chunkId: Buffer;
  readonly contentKey: Buffer;
}

/** Notes what a run changes, in the transactions of the changes themselves where the store has some. */
export interface RunChanges {
  added(chunks: readonly AddedChunk[]): void;
  /** Before records and chunks get other metadata or another place. */
  rewriting(recordIds: { readonly updated: readonly number[]; readonly moved: readonly number[] }): void;
  /** Before records and chunks are deleted. */
  deleting(recordIds: readonly number[]): void;
  /** Something was replaced where its old state can't be saved. */
  refuse(why: UndoObstacle): void;
}

export type ChangeState = 'KEPT' | 'UNDOING' | 'UNDONE' | 'LISTED';

/** A row of `run_change`. */
export interface StoredChange {
  readonly runSeq: number;
  readonly ownerId: string;
  readonly collection: string;
  readonly namespace: string | null;
  readonly isLocal: boolean;
  readonly firstRecord: number;
  readonly state: ChangeState;
  readonly whyNot: UndoObstacle | null;
  readonly replaced: number;
  readonly beganDate: string;
}

type ChangeRow = Omit<StoredChange, 'isLocal'> & { readonly isLocal: number };

const COLUMNS = `run_seq AS runSeq, owner_id AS ownerId, collection, namespace, is_local AS isLocal, first_record AS firstRecord, state,
  why_not AS whyNot, replaced_count AS replaced, began_date AS beganDate`;

function fromRow(row: ChangeRow): StoredChange {
  return { ...row, isLocal: row.isLocal === 1 };
}

const UUID_BYTES = 16;
/** Of a chunk in `run_added.chunks`. */
const ADDED_BYTES = 2 * UUID_BYTES;

function packAdded(chunks: readonly AddedChunk[]): Buffer {
  return Buffer.concat(chunks.flatMap(({ chunkId, contentKey }) => [chunkId, contentKey]));
}

export function unpackAdded(packed: Buffer): AddedChunk[] {
  return Array.from({ length: packed.length / ADDED_BYTES }, (_, index) => {
    const at = index * ADDED_BYTES;
    return {
      chunkId: packed.subarray(at, at + UUID_BYTES),
      contentKey: packed.subarray(at + UUID_BYTES, at + ADDED_BYTES),
    };
  });
}

/** What runs have changed. */
export function createRunChangeRepository(db: Database, now: () => Date) {
  const begin = db.prepare<[number, string, string, string | null, number, string]>(
    `INSERT INTO run_change (run_seq, owner_id, collection, namespace, is_local, first_record, state, began_date)
     VALUES (?, ?, ?, ?, ?, (SELECT coalesce(max(id), 0) + 1 FROM record), 'KEPT', ?) ON CONFLICT DO NOTHING`,
  );
  const insertAdded = db.prepare<[number, Buffer]>('INSERT INTO run_added (run_seq, chunks) VALUES (?, ?)');
  const chunks = createReplacedChunkRepository(db);
  const grow = db.prepare<[number, number]>(
    'UPDATE run_change SET replaced_count = replaced_count + ? WHERE run_seq = ?',
  );
  const refuse = db.prepare<[string, number]>('UPDATE run_change SET why_not = coalesce(why_not, ?) WHERE run_seq = ?');
  const last = db.prepare<[string], ChangeRow>(
    `SELECT ${COLUMNS} FROM run_change WHERE owner_id = ? ORDER BY run_seq DESC LIMIT 1`,
  );
  const find = db.prepare<[string], ChangeRow>(
    `SELECT ${COLUMNS} FROM run_change WHERE run_seq = (SELECT seq FROM run WHERE id = ?)`,
  );

  function replaced(runSeq: number, kind: ReplacedKind, recordIds: readonly number[]): void {
    if (recordIds.length > 0) grow.run(chunks.copy({ runSeq }, kind, JSON.stringify(recordIds)), runSeq);
  }

  function lastOf(ownerId: string): StoredChange | undefined {
    const row = last.get(ownerId);
    return row === undefined ? undefined : fromRow(row);
  }

  function refuseLast(ownerId: string, why: UndoObstacle): void {
    const change = lastOf(ownerId);
    if (change !== undefined) refuse.run(why, change.runSeq);
  }

  return {
    /** Begins to note what a run changes. */
    begin({ runSeq, ownerId, collection, namespace, isLocal }: ChangingRun): RunChanges {
      const began = now().toISOString();
      commitRelaxed(db, () => begin.run(runSeq, ownerId, collection, namespace ?? null, Number(isLocal), began));
      return {
        added(added) {
          if (added.length > 0) insertAdded.run(runSeq, packAdded(added));
        },
        rewriting({ updated, moved }) {
          replaced(runSeq, 'updated', updated);
          replaced(runSeq, 'moved', moved);
        },
        deleting: (recordIds) => replaced(runSeq, 'deleted', recordIds),
        refuse: (why) => void refuse.run(why, runSeq),
      };
    },
    /** To be called when something else than a run changes what an owner has stored: the run before can't be undone as a whole then. */
    refuseLast,
    /**
     * To be called before an edit of a passage is changed or undone: one that the last run has met can't be made as it was then. A run before edits that are newer can be undone
     * once they are undone.
     */
    refuseBehind({ ownerId, editedDate }: Pick<PassageEdit, 'ownerId' | 'editedDate'>): void {
      const change = lastOf(ownerId);
      if (change !== undefined && editedDate < change.beganDate) refuse.run('CHANGED_SINCE', change.runSeq);
    },
    /** What the last run of an owner that wrote has changed. */
    last: lastOf,
    find(runId: string): StoredChange | undefined {
      const row = find.get(runId);
      return row === undefined ? undefined : fromRow(row);
    },
  };
}

export type RunChangeRepository = ReturnType<typeof createRunChangeRepository>;
