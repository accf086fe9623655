import type { Database } from '../database.ts';
import type { RestoredWith } from './replaced-chunk-repository.ts';

/** Rows restored or deleted in one transaction: a few ms. */
const ROWS = 500;

const COLUMNS = 'hash, size_bytes, loader, namespace, kept_date';
/** Hashes of contents that may have lost their last row; none for an original that was not there. */
export type Loosened = readonly (Buffer | null | undefined)[];

function prepareSaving(db: Database) {
  const source = 'owner_id = @ownerId AND source = @source';
  return {
    // What was stored by the run itself is not of before.
    ofRun: db.prepare<[{ seq: number; ownerId: string; source: string }]>(
      `INSERT INTO replaced_original (run_seq, owner_id, source, ${COLUMNS})
       SELECT run_seq, @ownerId, @source, ${COLUMNS} FROM (SELECT run_seq FROM run_change WHERE run_seq = @seq AND state = 'KEPT')
         LEFT JOIN original ON ${source} WHERE true ON CONFLICT DO NOTHING`,
    ),
    ofRemoved: db.prepare<[{ id: number; ownerId: string; source: string }]>(
      `INSERT INTO replaced_original (removed_id, owner_id, source, ${COLUMNS})
       SELECT @id, owner_id, source, ${COLUMNS} FROM original WHERE ${source}`,
    ),
  };
}

function prepareRestoring(db: Database, whose: 'run_seq' | 'removed_id') {
  const some = `(SELECT id FROM replaced_original WHERE ${whose} = @of ORDER BY source LIMIT ${ROWS})`;
  return {
    take: db
      .prepare<[{ of: number }], Buffer>(
        `DELETE FROM original WHERE (owner_id, source) IN (SELECT owner_id, source FROM replaced_original WHERE id IN ${some}) RETURNING hash`,
      )
      .pluck(),
    putBack: db.prepare<[{ of: number; date: string | null }]>(
      `INSERT INTO original (owner_id, source, hash, size_bytes, loader, namespace, kept_date)
       SELECT owner_id, source, hash, size_bytes, loader, namespace, coalesce(@date, kept_date)
       FROM replaced_original WHERE id IN ${some} AND hash IS NOT NULL`,
    ),
    drop: db
      .prepare<[{ of: number }], Buffer | null>(`DELETE FROM replaced_original WHERE id IN ${some} RETURNING hash`)
      .pluck(),
  };
}

/** Originals as they were before a run, or when their source was removed. Each call is a few ms. */
export function createReplacedOriginalRepository(db: Database) {
  const save = prepareSaving(db);
  const [run, removed] = [prepareRestoring(db, 'run_seq'), prepareRestoring(db, 'removed_id')];
  const dropOfOwner = db
    .prepare<[string, number], Buffer | null>(
      'DELETE FROM replaced_original WHERE id IN (SELECT id FROM replaced_original WHERE owner_id = ? LIMIT ?) RETURNING hash',
    )
    .pluck();
  const handOver = db.prepare<[number, number]>(
    'UPDATE OR REPLACE replaced_original SET run_seq = ? WHERE run_seq = ?',
  );
  const moveRecords = db.prepare<[string | null, string, string | null]>(
    'UPDATE replaced_original SET namespace = ? WHERE owner_id = ? AND namespace IS ?',
  );
  const find = (of: RestoredWith) =>
    'runSeq' in of ? { sql: run, of: of.runSeq } : { sql: removed, of: of.removedId };

  return {
    /** Copies the original of a source, or that there is none, before a run that can be undone stores another: in the same transaction. */
    saveForRun: (seq: number, ownerId: string, source: string): void => void save.ofRun.run({ seq, ownerId, source }),
    /** Copies the original of a source that is removed. */
    saveForRemoved: (id: number, ownerId: string, source: string): void =>
      void save.ofRemoved.run({ id, ownerId, source }),
    /**
     * Makes the first originals what they were, in place of those that are there now.
     * @param date when they are stored; undefined: the date of then
     * @returns nothing at the end
     */
    restoreSome: db.transaction((what: RestoredWith, date?: string): Loosened => {
      const { sql, of } = find(what);
      const taken = sql.take.all({ of });
      sql.putBack.run({ of, date: date ?? null });
      return [...taken, ...sql.drop.all({ of })];
    }),
    /** Deletes the first. @returns nothing at the end */
    dropSome(what: RestoredWith): Loosened {
      const { sql, of } = find(what);
      return sql.drop.all({ of });
    },
    /** The same of an owner. */
    dropOfOwner: (ownerId: string): Loosened => dropOfOwner.all(ownerId, ROWS),
    /** What a run has replaced is undone with the run that took it over. */
    handOver: (from: number, to: number): void => void handOver.run(to, from),
    /** As of the originals that are there. */
    moveRecords: (ownerId: string, from: string | null, to: string | null): void =>
      void moveRecords.run(to, ownerId, from),
  };
}
