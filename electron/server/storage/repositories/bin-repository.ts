import type { BinEntry } from '../../../../shared/api/bin.ts';
import type { Database } from '../database.ts';

/** A row of `bin`, with the name of what it holds. */
export interface BinnedRow extends Pick<BinEntry, 'id' | 'kind' | 'name' | 'deletedDate'> {
  readonly reachesRemote: boolean;
}

interface Row {
  id: string;
  kind: BinEntry['kind'];
  name: string;
  deletedDate: string;
  reachesRemote: number;
}

const SELECT = `SELECT owner_id AS id, kind, binned_date AS deletedDate, reaches_elsewhere AS reachesRemote,
    coalesce((SELECT name FROM chatflow WHERE id = owner_id), (SELECT name FROM document_store WHERE id = owner_id), '') AS name
  FROM bin`;

function fromRow(row: Row): BinnedRow {
  return { ...row, reachesRemote: row.reachesRemote === 1 };
}

/** Which flows and document stores are in the bin. */
export function createBinRepository(db: Database) {
  const insert = db.prepare<[string, string, string, number]>(
    `INSERT INTO bin (owner_id, kind, binned_date, reaches_elsewhere) VALUES (?, ?, ?, ?) ON CONFLICT DO NOTHING`,
  );
  const take = db.prepare<[string]>('DELETE FROM bin WHERE owner_id = ?');
  const list = db.prepare<[], Row>(`${SELECT} ORDER BY binned_date DESC, owner_id`);
  const find = db.prepare<[string], Row>(`${SELECT} WHERE owner_id = ?`);
  return {
    insert: ({ id, kind, deletedDate, reachesRemote }: Omit<BinnedRow, 'name'>): void =>
      void insert.run(id, kind, deletedDate, Number(reachesRemote)),
    /** @returns whether it was there */
    take: (id: string): boolean => take.run(id).changes === 1,
    /** The last deleted first. */
    list: (): BinnedRow[] => list.all().map(fromRow),
    find(id: string): BinnedRow | undefined {
      const row = find.get(id);
      return row === undefined ? undefined : fromRow(row);
    },
  };
}

export type BinRepository = ReturnType<typeof createBinRepository>;
