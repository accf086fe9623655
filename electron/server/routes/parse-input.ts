import type { z } from 'zod';
import { reasonOf } from '../../../shared/errors/describe-fault.ts';
import { UserError } from '../../../shared/errors/errors.ts';

/** A key that a caller made up may be of any length. */
const LONGEST_PATH = 200;

/**
 * Checks what a caller sent.
 * @param what names the part of the request in the message: "body", "query"
 * @returns the value, or an INVALID_INPUT error that names the field
 */
export function checkInput<Schema extends z.ZodType>(
  schema: Schema,
  value: unknown,
  what: string,
): { readonly value: z.output<Schema> } | { readonly error: UserError } {
  const parsed = schema.safeParse(value);
  if (parsed.success) return { value: parsed.data };
  const [issue] = parsed.error.issues;
  const path = issue?.path.join('.').slice(0, LONGEST_PATH) ?? '';
  const place = path === '' ? `The ${what}` : `${path} in the ${what}`;
  return {
    error: new UserError('INVALID_INPUT', `${place} can't be used: ${reasonOf(issue)}.`, { details: { path } }),
  };
}

/**
 * As {@link checkInput}, for the parts that a route checks itself.
 * @throws UserError INVALID_INPUT naming the field
 */
export function parseInput<Schema extends z.ZodType>(schema: Schema, value: unknown, what: string): z.output<Schema> {
  const checked = checkInput(schema, value, what);
  if ('error' in checked) throw checked.error;
  return checked.value;
}
