import type { PagingQuery } from '../../../shared/api/common.ts';
import { UserError } from '../../../shared/errors/errors.ts';

export interface Paging {
  /** From 1. */
  readonly page: number;
  readonly limit: number;
}

/** Far beyond any table's rows, and so small that page times limit is still a whole number that SQLite takes. */
const MOST = 10_000_000;

/**
 * The page that a list call requests; undefined for the whole list (no `page`, or no `limit`, or 0 for both).
 * @throws UserError NEGATIVE_PAGING (412) for numbers below 1
 */
export function readPaging({ page, limit }: PagingQuery): Paging | undefined {
  if (page === 0 && limit === 0) return undefined;
  if ((page !== undefined && page < 1) || (limit !== undefined && limit < 1)) {
    throw new UserError('NEGATIVE_PAGING', 'page and limit start at 1: send numbers from 1 on.');
  }
  return page === undefined || limit === undefined
    ? undefined
    : { page: Math.min(page, MOST), limit: Math.min(limit, MOST) };
}
