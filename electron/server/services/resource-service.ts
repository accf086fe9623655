import { randomUUID } from 'node:crypto';
import type { UserError } from '../../../shared/errors/errors.ts';
import { type Page, type RowRepository, type Slice, sliceOf } from '../storage/repositories/row-repository.ts';

/** What the server owns of every row. */
export interface Stamp {
  readonly id: string;
  readonly createdDate: string;
  readonly updatedDate: string;
}

/** All rows, or with a page its rows and the number of all. */
export type ListAnswer<Row> = Row[] | { data: Row[]; total: number };

/** Answers a list call in the one way of all lists. */
export function listRows<Row>(
  page: Page | undefined,
  list: (slice: Slice) => Row[],
  count: () => number,
): ListAnswer<Row> {
  const data = list(sliceOf(page));
  return page === undefined ? data : { data, total: count() };
}

/** The fields that were given: the others keep their values. */
function givenFields<Fields extends object>(fields: Fields): Partial<Fields> {
  const given: Partial<Fields> = { ...fields };
  for (const key in given) if (given[key] === undefined) delete given[key];
  return given;
}

export interface ResourceServiceOptions<Row, Create> {
  readonly rows: RowRepository<Row>;
  readonly now: () => Date;
  /** A whole row from the fields of a create call. */
  readonly build: (stamp: Stamp, fields: Create) => Row;
  readonly notFound: (id: string) => UserError;
}

/** List, read, create, change and delete: all that a small resource does. */
export function createResourceService<Row extends Stamp, Create, Update extends object>(
  options: ResourceServiceOptions<Row, Create>,
) {
  const { rows, now } = options;

  /** @throws UserError (404) */
  function find(id: string): Row {
    const row = rows.find(id);
    if (row === undefined) throw options.notFound(id);
    return row;
  }

  return {
    find,

    /** Newest change first. */
    list: (page: Page | undefined): ListAnswer<Row> => listRows(page, rows.list, rows.count),

    create(fields: Create): Row {
      const date = now().toISOString();
      const row = options.build({ id: randomUUID(), createdDate: date, updatedDate: date }, fields);
      rows.insert(row);
      return row;
    },

    /** Merges the fields given. */
    update(id: string, fields: Update): Row {
      const row = { ...find(id), ...givenFields(fields), updatedDate: now().toISOString() };
      rows.update(row);
      return row;
    },

    remove(id: string): void {
      find(id);
      rows.remove(id);
    },
  };
}
