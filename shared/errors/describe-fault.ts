import type { z } from 'zod';
import { t } from '../texts/t.ts';

/** A caller may make up many names, of any length. */
const NAMES = { count: 5, length: 60 };

/** Names that a caller made up, as a message lists them. */
export function shownNames(keys: readonly string[]): string {
  const named = keys.slice(0, NAMES.count).map((key) => key.slice(0, NAMES.length));
  return keys.length > named.length ? `${named.join(', ')}, …` : named.join(', ');
}

/** How the validator begins the messages that it makes itself; those of our schemas begin in lower case. */
const NOT_OURS = /^(?:Invalid|Too|Unrecognized) /;

/** What the validator calls the kinds of values, in our words. */
function kindMust(expected: string): string {
  switch (expected) {
    case 'string':
      return t('must be text');
    case 'number':
      return t('must be a number');
    case 'int':
      return t('must be a whole number');
    case 'boolean':
      return t('must be true or false');
    case 'array':
      return t('must be a list');
    case 'object':
    case 'record':
      return t('must be an object');
    default:
      return t('must be of another kind');
  }
}

function formatMust(format: string): string {
  switch (format) {
    case 'uuid':
    case 'guid':
      return t('must be an id as the lists show it, 36 characters with hyphens');
    case 'date':
      return t('must be a date such as 2026-11-28');
    case 'datetime':
      return t('must be a date with its time such as 2026-11-28T09:30:00Z');
    case 'url':
      return t('must be a web address, one that begins with https:// or http://');
    default:
      return t('must be written in another way');
  }
}

function leastMust({ origin, minimum, inclusive }: z.core.$ZodIssueTooSmall): string {
  const least = Number(minimum);
  if (origin === 'string')
    return t('must have at least {least, plural, one {# character} other {# characters}}', { least });
  if (origin === 'array' || origin === 'set' || origin === 'map')
    return t('must have at least {least, plural, one {# entry} other {# entries}}', { least });
  return inclusive === false
    ? t('must be more than {least, number}', { least })
    : t('must be at least {least, number}', { least });
}

function mostMust({ origin, maximum, inclusive }: z.core.$ZodIssueTooBig): string {
  const most = Number(maximum);
  if (origin === 'string')
    return t('must have at most {most, plural, one {# character} other {# characters}}', { most });
  if (origin === 'array' || origin === 'set' || origin === 'map')
    return t('must have at most {most, plural, one {# entry} other {# entries}}', { most });
  return inclusive === false
    ? t('must be less than {most, number}', { most })
    : t('must be at most {most, number}', { most });
}

/** Whether a value is not there at all. */
function isMissing({ code, message }: z.core.$ZodIssue): boolean {
  return code === 'invalid_type' && message.endsWith('received undefined');
}

/**
 * What is wrong with a value, without its name: "must be a number". What our schemas say stays as it is; what the validator says itself is put in plain words.
 * Nothing in it is of the value, but names of fields.
 */
export function faultOf(issue: z.core.$ZodIssue | undefined): string {
  if (issue === undefined) return t('has none of the forms that it may have');
  if (!NOT_OURS.test(issue.message)) return issue.message;
  switch (issue.code) {
    case 'invalid_type':
      if (isMissing(issue)) return t('is missing');
      return issue.message.endsWith('received null')
        ? t('is null, and {must}', { must: kindMust(issue.expected) })
        : kindMust(issue.expected);
    case 'invalid_value':
      return t('must be one of {values}', { values: issue.values.map(String).join(', ') });
    case 'invalid_format':
      return formatMust(issue.format);
    case 'unrecognized_keys':
      return t('takes no {names}', { names: shownNames(issue.keys) });
    case 'too_small':
      return leastMust(issue);
    case 'too_big':
      return mostMust(issue);
    case 'not_multiple_of':
      return t('must be a multiple of {step, number}', { step: Number(issue.divisor) });
    default:
      return t('has none of the forms that it may have');
  }
}

/** {@link faultOf} after a colon: "it is missing", "must be a number". */
export function reasonOf(issue: z.core.$ZodIssue | undefined): string {
  const fault = faultOf(issue);
  return /^(?:is|has|takes) /.test(fault) ? `it ${fault}` : fault;
}

/** What is wrong first with a value, and where in it: "port: must be a number". */
export function describeFault({ issues: [issue] }: z.ZodError): string {
  const path = issue?.path.join('.') ?? '';
  return path === '' ? reasonOf(issue) : `${path}: ${reasonOf(issue)}`;
}
