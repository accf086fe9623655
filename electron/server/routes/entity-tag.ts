import { createHash } from 'node:crypto';
import { UserError } from '../../../shared/errors/errors.ts';

/** The version of a row as it is answered: the same for the same content, and another for any other. */
export function entityTagOf(row: unknown): string {
  return `"${createHash('sha256').update(JSON.stringify(row)).digest('base64url')}"`;
}

/**
 * Goes on only if a row is still the one that the caller has seen.
 * @param ifMatch the `If-Match` of the call: entity tags by comma, or `*`; without it nothing is checked
 * @throws UserError CHANGED_MEANWHILE (412)
 */
export function requireMatch(ifMatch: string | undefined, row: unknown): void {
  if (ifMatch === undefined) return;
  const known = ifMatch.split(',').map((tag) => tag.trim());
  if (known.includes('*') || known.includes(entityTagOf(row))) return;
  throw new UserError(
    'CHANGED_MEANWHILE',
    'It was changed after you read it, so nothing was written: read it again, then repeat your change.',
  );
}
