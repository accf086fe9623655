import type { Database } from '../database.ts';

/** A write to a store and its records that has begun. */
export type RemoteWrite =
  | { readonly kind: 'add'; readonly chunkId: Buffer; readonly contentKey: Buffer }
  | { readonly kind: 'rewrite' | 'delete'; readonly chunkId: Buffer; readonly recordId: number };

/** The rows of one call; none when `last` is before `first`. */
export interface WriteRange {
  readonly first: number;
  readonly last: number;
}

export interface StoredWrites extends WriteRange {
  readonly writes: readonly RemoteWrite[];
}

interface WriteRow {
  readonly seq: number;
  readonly op: number;
  readonly chunk_id: Buffer;
  readonly content_key: Buffer | null;
  readonly record_id: number | null;
}

const ADD = 1;
const REWRITE = 2;
const DELETE = 3;
const OPS = { add: ADD, rewrite: REWRITE, delete: DELETE } as const;

function toWrite({ op, chunk_id: chunkId, content_key: contentKey, record_id: recordId }: WriteRow): RemoteWrite {
  if (op === ADD && contentKey !== null) return { kind: 'add', chunkId, contentKey };
  if (op !== ADD && recordId !== null) return { kind: op === REWRITE ? 'rewrite' : 'delete', chunkId, recordId };
  throw new Error(`A write of kind ${op} without its key.`);
}

/** Writes to remote stores that have begun and are not known to be finished. All methods are for inside a transaction. */
export function createRemoteWriteRepository(db: Database) {
  const insert = db.prepare<[string, number, Buffer, Buffer | null, number | null]>(
    'INSERT INTO outside_write (scope, op, chunk_id, content_key, record_id) VALUES (?, ?, ?, ?, ?)',
  );
  const list = db.prepare<[string, number], WriteRow>(
    'SELECT seq, op, chunk_id, content_key, record_id FROM outside_write WHERE scope = ? ORDER BY seq LIMIT ?',
  );
  const remove = db.prepare<[string, number, number]>(
    'DELETE FROM outside_write WHERE scope = ? AND seq BETWEEN ? AND ?',
  );
  return {
    add(scope: string, writes: readonly RemoteWrite[]): WriteRange {
      let first = 0;
      let last = -1;
      for (const write of writes) {
        const contentKey = write.kind === 'add' ? write.contentKey : null;
        const recordId = write.kind === 'add' ? null : write.recordId;
        const { lastInsertRowid } = insert.run(scope, OPS[write.kind], write.chunkId, contentKey, recordId);
        last = Number(lastInsertRowid);
        if (first === 0) first = last;
      }
      return { first, last };
    },
    /** The oldest; undefined when there is none. */
    oldest(scope: string, limit: number): StoredWrites | undefined {
      const rows = list.all(scope, limit);
      const [first, last] = [rows[0], rows.at(-1)];
      if (first === undefined || last === undefined) return undefined;
      return { first: first.seq, last: last.seq, writes: rows.map(toWrite) };
    },
    remove: (scope: string, { first, last }: WriteRange): void => void remove.run(scope, first, last),
  };
}

export type RemoteWriteRepository = ReturnType<typeof createRemoteWriteRepository>;
