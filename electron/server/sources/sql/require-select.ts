import { UserError } from '../../../../shared/errors/errors.ts';

/** What may stand before the first word of a statement. */
const BEFORE = /^(?:[\s(]+|--[^\n]*(?:\n|$)|#[^\n]*(?:\n|$)|\/\*[\s\S]*?\*\/)+/;
const READING = new Set(['SELECT', 'WITH', 'VALUES', 'TABLE']);
/** MySQL writes files with it, on the server's machine. */
const WRITES_FILE = /\bINTO\s+(?:OUTFILE|DUMPFILE)\b/i;

/**
 * Lets a statement pass that reads. It is a help for people, who are told at once; what holds for sure is that it runs in a connection that can only read.
 * @throws UserError INVALID_PARAM
 */
export function requireSelect(query: string): string {
  const start = query.replace(BEFORE, '');
  const word = /^[a-z]+/i.exec(start)?.[0].toUpperCase() ?? '';
  if (READING.has(word) && !WRITES_FILE.test(query)) return query;
  const found = word === '' ? 'no statement' : `${word} …`;
  throw queryRefused(`is to be one SELECT, and this is ${WRITES_FILE.test(query) ? 'one that writes a file' : found}`);
}

/** `problem` follows "The query". */
export function queryRefused(problem: string, cause?: unknown): UserError {
  return new UserError('INVALID_PARAM', `The query ${problem}: correct it.`, { details: { param: 'query' }, cause });
}
