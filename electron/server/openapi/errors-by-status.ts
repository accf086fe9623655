import { ERROR_STATUS, type ErrorCode } from '../../../shared/errors/error-codes.ts';
import type { Operation } from '../../../shared/operations/operation.ts';

/** What any call can end in. */
const COMMON_ERRORS = [
  'UNAUTHORIZED',
  'LOCAL_TOKEN_REQUIRED',
  'FOREIGN_HOST',
  'FOREIGN_ORIGIN',
  'COLLECTION_PRIVATE',
  'INTERNAL',
] as const;
/** What can be wrong with any body. */
const BODY_ERRORS = ['INVALID_INPUT', 'INVALID_JSON', 'PAYLOAD_TOO_LARGE', 'UNSUPPORTED_MEDIA_TYPE'] as const;

/** All errors that an operation may answer, by status. */
export function errorsByStatus({ errors, body }: Pick<Operation, 'errors' | 'body'>): ReadonlyMap<number, ErrorCode[]> {
  const all = new Set([...errors, ...COMMON_ERRORS, ...(body === undefined ? [] : BODY_ERRORS)]);
  return Map.groupBy(all, (code) => ERROR_STATUS[code]);
}
