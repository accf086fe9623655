import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { createSchemaWriter, findExample } from '../../../../electron/server/openapi/describe-api.ts';

const Leaf = z.object({ text: z.string() }).meta({ id: 'TestLeaf', examples: [{ text: 'a' }] });
const WithDefault = z.object({ size: z.number().default(5), leaf: Leaf }).meta({ id: 'TestWithDefault' });
const Tree = z.object({ default: Leaf, list: z.array(WithDefault) }).meta({ id: 'TestTree' });

describe('JSON schemas of zod schemas', () => {
  test('one with an id becomes a component', () => {
    const writer = createSchemaWriter();
    expect(writer.write(z.array(Leaf), 'output')).toEqual({
      type: 'array',
      items: { $ref: '#/components/schemas/TestLeaf' },
    });
    expect(writer.components()).toEqual({
      TestLeaf: {
        type: 'object',
        properties: { text: { type: 'string' } },
        required: ['text'],
        examples: [{ text: 'a' }],
      },
    });
  });

  test('one that reads otherwise when it is sent has two, and so has all that leads to it', () => {
    const writer = createSchemaWriter();
    expect(writer.write(Tree, 'output')).toEqual({ $ref: '#/components/schemas/TestTree' });
    expect(writer.write(Tree, 'input')).toEqual({ $ref: '#/components/schemas/TestTreeInput' });
    const components = writer.components();
    expect(Object.keys(components)).toEqual([
      'TestLeaf',
      'TestTree',
      'TestTreeInput',
      'TestWithDefault',
      'TestWithDefaultInput',
    ]);
    expect(components.TestWithDefault).toMatchObject({ required: ['size', 'leaf'] });
    expect(components.TestWithDefaultInput).toMatchObject({ required: ['leaf'] });
    expect(JSON.stringify(components.TestTreeInput)).toContain('TestWithDefaultInput');
  });

  test('a field that is called like a word of JSON Schema is still a field', () => {
    const writer = createSchemaWriter();
    writer.write(Tree, 'output');
    expect(writer.components().TestTree).toMatchObject({
      properties: { default: { $ref: '#/components/schemas/TestLeaf' } },
    });
  });

  test('only a strict object forbids further fields', () => {
    const writer = createSchemaWriter();
    expect(writer.write(z.object({}), 'output')).not.toHaveProperty('additionalProperties');
    expect(writer.write(z.strictObject({}), 'output')).toMatchObject({ additionalProperties: false });
    expect(writer.write(z.record(z.string(), z.number()), 'output')).toMatchObject({
      additionalProperties: { type: 'number' },
    });
  });

  test('a whole number has no bounds but its own', () => {
    const writer = createSchemaWriter();
    expect(writer.write(z.int(), 'output')).toEqual({ type: 'integer' });
    expect(writer.write(z.int().min(1).max(9), 'output')).toEqual({ type: 'integer', minimum: 1, maximum: 9 });
  });
});

describe('examples', () => {
  test('come from the schema, from the rows of a list, or from a choice', () => {
    expect(findExample(Leaf)).toEqual({ text: 'a' });
    expect(findExample(z.array(Leaf))).toEqual([{ text: 'a' }]);
    expect(findExample(z.union([z.string(), z.array(Leaf)]))).toEqual([{ text: 'a' }]);
    expect(findExample(z.string())).toBeUndefined();
  });

  test('a list of its own example keeps it', () => {
    expect(findExample(z.array(Leaf).meta({ examples: [[]] }))).toEqual([]);
  });
});
