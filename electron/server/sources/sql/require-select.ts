import { UserError } from '../../../../shared/errors/errors.ts';
import { describeStatement, READING_STATEMENT } from '../../../../shared/nodes/text-rules.ts';

/**
 * Accepts only statements that read. This only helps the user to see a mistake early; the read-only connection is what protects the database.
 * @throws UserError INVALID_PARAM
 */
export function requireSelect(query: string): string {
  if (READING_STATEMENT.fits(query)) return query;
  const { word, writesFile } = describeStatement(query);
  const found = word === '' ? 'no statement' : `${word} …`;
  throw queryRefused(`is to be one SELECT, and this is ${writesFile ? 'one that writes a file' : found}`);
}

/** `problem` follows "The query". */
export function queryRefused(problem: string, cause?: unknown): UserError {
  return new UserError('INVALID_PARAM', `The query ${problem}: correct it.`, { details: { param: 'query' }, cause });
}
