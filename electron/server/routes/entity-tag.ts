import { createHash } from 'node:crypto';
import { UserError } from '../../../shared/errors/errors.ts';

/** A row as it is answered. */
export interface TaggedRow {
  readonly json: Buffer;
  /** Its version: the same for the same content, and another for any other. */
  readonly tag: string;
}

/** Writes a row once for both, its body and its tag: a flow may have 20 MB. */
export function tagRow(row: unknown): TaggedRow {
  const json = Buffer.from(JSON.stringify(row));
  return { json, tag: `"${createHash('sha256').update(json).digest('base64url')}"` };
}

/**
 * Goes on only if a row is still the one that the caller has seen.
 * @param ifMatch the `If-Match` of the call: entity tags by comma, or `*`; without it nothing is checked
 * @throws UserError CHANGED_MEANWHILE (412)
 */
export function requireMatch(ifMatch: string | undefined, row: unknown): void {
  if (ifMatch === undefined) return;
  const known = ifMatch.split(',').map((tag) => tag.trim());
  if (known.includes('*') || known.includes(tagRow(row).tag)) return;
  throw new UserError(
    'CHANGED_MEANWHILE',
    'It was changed after you read it, so nothing was written: read it again, then repeat your change.',
  );
}
