import { expect, test } from 'vitest';
import { z } from 'zod';
import { describeFault, faultOf } from '../../../../shared/errors/describe-fault.ts';

/** Nothing of it may come back in words. */
const SECRET = 'sk-secret';

test.each<[z.ZodType, unknown, string]>([
  [z.string(), undefined, 'is missing'],
  [z.string(), null, 'is null, and must be text'],
  [z.number(), SECRET, 'must be a number'],
  [z.int(), 1.5, 'must be a whole number'],
  [z.boolean(), SECRET, 'must be true or false'],
  [z.array(z.string()), SECRET, 'must be a list'],
  [z.object({}), SECRET, 'must be an object'],
  [z.record(z.string(), z.string()), SECRET, 'must be an object'],
  [z.map(z.string(), z.string()), SECRET, 'must be of another kind'],
  [z.enum(['a', 'b']), SECRET, 'must be one of a, b'],
  [z.uuid(), SECRET, 'must be an id as the lists show it, 36 characters with hyphens'],
  [z.iso.date(), SECRET, 'must be a date such as 2026-11-28'],
  [z.iso.datetime(), SECRET, 'must be a date with its time such as 2026-11-28T09:30:00Z'],
  [z.url(), SECRET, 'must be a web address, one that begins with https:// or http://'],
  [z.email(), SECRET, 'must be written in another way'],
  [z.string().regex(/^\d+$/), SECRET, 'must be written in another way'],
  [z.string().min(1), '', 'must have at least 1 character'],
  [z.string().max(3), SECRET, 'must have at most 3 characters'],
  [z.array(z.string()).min(2), [], 'must have at least 2 entries'],
  [z.array(z.string()).max(1), ['a', 'b'], 'must have at most 1 entry'],
  [z.number().min(2), 1, 'must be at least 2'],
  [z.number().max(2), 3, 'must be at most 2'],
  [z.number().positive(), 0, 'must be more than 0'],
  [z.number().lt(2), 2, 'must be less than 2'],
  [z.number().multipleOf(5), 3, 'must be a multiple of 5'],
  [z.strictObject({}), { [SECRET.slice(3)]: 1 }, 'takes no secret'],
  [z.union([z.string(), z.number()]), [], 'has none of the forms that it may have'],
  [z.record(z.string().max(3), z.string()), { [SECRET]: '' }, 'has none of the forms that it may have'],
  [z.string('must name a node'), 1, 'must name a node'],
])('case %# of a fault has plain words', (schema, value, words) => {
  const issue = schema.safeParse(value).error?.issues[0];
  expect(faultOf(issue)).toBe(words);
  expect(faultOf(issue)).not.toContain(SECRET);
});

test('many long names of unknown fields are cut', () => {
  const fields = Object.fromEntries(Array.from({ length: 9 }, (_, at) => [`${at}${'x'.repeat(100)}`, 1]));
  const words = faultOf(z.strictObject({}).safeParse(fields).error?.issues[0]);
  expect(words.length).toBeLessThan(400);
  expect(words).toMatch(/^takes no 0x+, 1x+, .*, …$/);
});

test('the place of a fault stands before it', () => {
  const { error } = z.object({ port: z.object({ number: z.int() }) }).safeParse({ port: {} });
  expect(error && describeFault(error)).toBe('port.number: it is missing');
});
