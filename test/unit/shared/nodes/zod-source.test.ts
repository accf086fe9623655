import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { advancedStructuredOutputParser } from '../../../../shared/nodes/outputparsers/advanced-structured-output-parser.ts';
import { faultOfZodSource, readZodSource } from '../../../../shared/nodes/outputparsers/zod-source.ts';

/** The JSON schemas of what was read, and of zod itself; they say the same in the same words, but for what zod adds. */
function both(source: string, own: z.ZodType) {
  const { $schema: _, ...wanted } = z.toJSONSchema(own, { io: 'input' });
  return { read: readZodSource(source), wanted };
}

describe('a schema of zod that somebody wrote', () => {
  test.each([
    ['z.string().min(2).max(5)', z.string().min(2).max(5)],
    ['z.number().gte(1).lt(9.5)', z.number().gte(1).lt(9.5)],
    ['z.array(z.boolean()).nonempty()', z.array(z.boolean()).nonempty()],
    ['z.enum(["a", \'b\', `c`]).array().length(2)', z.enum(['a', 'b', 'c']).array().length(2)],
    [
      'z.union([z.string(), z.number().min(1)]).describe("it\'s")',
      z.union([z.string(), z.number().min(1)]).describe("it's"),
    ],
    [
      'z.object({ a: z.string(), "b c": z.number().optional() })',
      z.object({ a: z.string(), 'b c': z.number().optional() }),
    ],
    ['z . object ( { /* one */ a : z.any() , // two\n } ) ;', z.object({ a: z.any() })],
  ])('means what zod says of it: %s', (source, own) => {
    const { read, wanted } = both(source, own);
    expect(read).toEqual(wanted);
  });

  test('may be nested, missing, null, and have another value if it is missing', () => {
    const schema = z.fromJSONSchema(
      readZodSource('z.object({ a: z.object({ b: z.coerce.number().int() }).nullable(), c: z.string().default("x") })'),
    );
    expect(schema.parse({ a: { b: 1 } })).toEqual({ a: { b: 1 }, c: 'x' });
    expect(schema.parse({ a: null, c: 'y' })).toEqual({ a: null, c: 'y' });
    expect(schema.safeParse({ a: { b: 1.5 } }).success).toBe(false);
  });

  test('is the one that the node comes with', () => {
    const { exampleJson } = advancedStructuredOutputParser.params.parse({});
    expect(
      Object.keys(z.object({ properties: z.looseObject({}) }).parse(readZodSource(exampleJson)).properties),
    ).toEqual([...['title', 'yearOfRelease', 'genres', 'shortDescription']]);
  });

  test.each([
    ['', 'has an argument that is not read here'],
    ['process.exit(1)', 'has an argument that is not read here'],
    ['z.string().transform((text) => text)', 'has transform(), which is not read here'],
    ['z.string().regex(/a+/)', 'has regex(), which is not read here'],
    ['z.constructor.constructor("return process")()', 'has constructor(), which is not read here'],
    ['z["string"]()', 'has no . where one belongs'],
    ['z.object({ a: z.string() }).strict(); process.exit()', 'goes on behind the schema'],
    [`z.string().describe(\`\${process.env.HOME}\`)`, 'has an argument that is not read here'],
    ['z.object({ a: 1 })', 'has an argument that is not read here'],
    ['z.object({ a: z.string()', 'has no , where one belongs'],
    ['z.boolean().min(2)', 'has an argument that is not read here'],
    ['z.array('.repeat(100), 'is nested too deep'],
    [' '.repeat(30_000), 'is too long'],
  ])('is refused where it says more: %s', (source, fault) => {
    expect(faultOfZodSource(source)).toBe(fault);
  });
});
