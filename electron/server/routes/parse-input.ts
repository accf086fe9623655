import type { z } from 'zod';
import { UserError } from '../../../shared/errors/errors.ts';

/** What zod calls the kinds of values, in our words. */
const KIND_WORDS: Readonly<Record<string, string>> = {
  string: 'text',
  number: 'a number',
  int: 'a whole number',
  boolean: 'true or false',
  array: 'a list',
  object: 'an object',
  record: 'an object',
};

/** Messages of our schemas stay as they are; those that zod makes itself are put in plain words. */
function reasonOf(issue: z.core.$ZodIssue | undefined): string {
  if (issue === undefined || issue.message === 'Invalid input') return 'it has none of the forms that it may have';
  if (issue.code === 'invalid_type' && issue.message.startsWith('Invalid input')) {
    if (issue.message.endsWith('received undefined')) return 'it is missing';
    return `must be ${KIND_WORDS[issue.expected] ?? issue.expected}`;
  }
  if (issue.code === 'invalid_value') return `must be ${issue.values.map(String).join(' or ')}`;
  return issue.message.replace(/^Too (small|big): expected \w+ to (be|have)/, 'must $2');
}

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
