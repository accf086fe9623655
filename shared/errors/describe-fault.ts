import type { z } from 'zod';

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

/** A caller may make up many names, of any length. */
const NAMES = { count: 5, length: 60 };

/** Names that a caller made up, as a message lists them. */
export function shownNames(keys: readonly string[]): string {
  const named = keys.slice(0, NAMES.count).map((key) => key.slice(0, NAMES.length));
  return keys.length > named.length ? `${named.join(', ')}, …` : named.join(', ');
}

/** Messages of our schemas stay as they are; those that zod makes itself are put in plain words. */
export function reasonOf(issue: z.core.$ZodIssue | undefined): string {
  if (issue === undefined || issue.message === 'Invalid input') return 'it has none of the forms that it may have';
  if (issue.code === 'invalid_type' && issue.message.startsWith('Invalid input')) {
    if (issue.message.endsWith('received undefined')) return 'it is missing';
    const wanted = `must be ${KIND_WORDS[issue.expected] ?? issue.expected}`;
    return issue.message.endsWith('received null') ? `it is null, and ${wanted}` : wanted;
  }
  if (issue.code === 'unrecognized_keys') return `it takes no ${shownNames(issue.keys)}`;
  if (issue.code === 'invalid_value') return `must be ${issue.values.map(String).join(' or ')}`;
  return issue.message.replace(/^Too (small|big): expected \w+ to (be|have)/, 'must $2');
}

/** What is wrong first with a value, and where in it: "port: must be a number". */
export function describeFault({ issues: [issue] }: z.ZodError): string {
  const path = issue?.path.join('.') ?? '';
  return path === '' ? reasonOf(issue) : `${path}: ${reasonOf(issue)}`;
}
