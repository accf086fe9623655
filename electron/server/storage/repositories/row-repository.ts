import type { Statement } from 'better-sqlite3';
import type { Database } from '../database.ts';

/** What SQLite takes and gives: fields of a row are its columns under other names. */
type Value = string | number | null | Buffer;

/** The part of a list that is wanted. */
export interface Slice {
  readonly offset: number;
  /** -1: all */
  readonly limit: number;
}

/** A page of a list; both numbers from 1. */
export interface Page {
  readonly page: number;
  readonly limit: number;
}

/** The rows of a page; without one all of them. */
export function sliceOf(page: Page | undefined): Slice {
  return page === undefined ? { offset: 0, limit: -1 } : { offset: (page.page - 1) * page.limit, limit: page.limit };
}

/**
 * Rows of a table with an `id`, as objects, whole. For small resources.
 * @param columns column of each field
 */
export function createRowTable<Row extends { readonly [Field in keyof Row]: Value } & { readonly id: string }>(
  db: Database,
  table: string,
  columns: Readonly<Record<keyof Row & string, string>>,
) {
  const pairs = Object.entries<string>(columns);
  const selected = pairs.map(([field, column]) => `${column} AS ${field}`).join(', ');
  const insert = db.prepare<[Row]>(
    `INSERT INTO ${table} (${pairs.map(([, column]) => column).join(', ')}) VALUES (${pairs.map(([field]) => `@${field}`).join(', ')})`,
  );
  const update = db.prepare<[Row]>(
    `UPDATE ${table} SET ${pairs.map(([field, column]) => `${column} = @${field}`).join(', ')} WHERE id = @id`,
  );
  const find = db.prepare<[string], Row>(`SELECT ${selected} FROM ${table} WHERE id = ?`);
  const count = db.prepare<[], { total: number }>(`SELECT count(*) AS total FROM ${table}`);
  const remove = db.prepare<[string]>(`DELETE FROM ${table} WHERE id = ?`);
  return {
    insert: (row: Row): void => void insert.run(row),
    update: (row: Row): void => void update.run(row),
    find: (id: string): Row | undefined => find.get(id),
    count: (): number => count.get()?.total ?? 0,
    /** @returns whether it was there */
    remove: (id: string): boolean => remove.run(id).changes === 1,
    /** Whole rows; `rest` is what follows FROM and the table. */
    prepareSelect: <Params extends unknown[]>(rest: string): Statement<Params, Row> =>
      db.prepare<Params, Row>(`SELECT ${selected} FROM ${table} ${rest}`),
  };
}

/** A {@link createRowTable} whose rows have an `updated_date`, by which they are listed: newest change first. */
export function createRowRepository<Row extends { readonly [Field in keyof Row]: Value } & { readonly id: string }>(
  db: Database,
  table: string,
  columns: Readonly<Record<keyof Row & string, string>>,
) {
  const rows = createRowTable<Row>(db, table, columns);
  const list = rows.prepareSelect<[Slice]>('ORDER BY updated_date DESC, rowid DESC LIMIT @limit OFFSET @offset');
  return { ...rows, list: (slice: Slice): Row[] => list.all(slice) };
}

/** What a service needs of a {@link createRowRepository}. */
export interface RowRepository<Row> {
  insert(row: Row): void;
  update(row: Row): void;
  find(id: string): Row | undefined;
  list(slice: Slice): Row[];
  count(): number;
  remove(id: string): boolean;
}
