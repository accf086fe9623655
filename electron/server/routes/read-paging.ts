import type { PagingQuery } from '../../../shared/api/common.ts';
import { UserError } from '../../../shared/errors/errors.ts';

export interface Paging {
  /** From 1. */
  readonly page: number;
  readonly limit: number;
}

/**
 * The page that a list call asks for; undefined when it asks for the whole list (no `page`, or no `limit`).
 * @throws UserError NEGATIVE_PAGING (412) for numbers below 1
 */
export function readPaging({ page, limit }: PagingQuery): Paging | undefined {
  if ((page !== undefined && page < 1) || (limit !== undefined && limit < 1)) {
    throw new UserError('NEGATIVE_PAGING', 'page and limit start at 1: send numbers from 1 on.');
  }
  return page === undefined || limit === undefined ? undefined : { page, limit };
}
