import { expect, test } from 'vitest';
import type { JsonSchema } from '../../../../../renderer/api/api-document.ts';
import {
  hasFields,
  innerSchema,
  limitWords,
  typeWords,
} from '../../../../../renderer/features/api-panel/reference/schema-words.ts';

const schema = (value: JsonSchema): JsonSchema => value;
const ref = (name: string) => schema({ $ref: `#/components/schemas/${name}` });

const schemas = {
  Chunk: schema({ type: 'object', properties: { id: schema({ type: 'string' }), parent: ref('Chunk') } }),
  Mode: schema({ type: 'string', enum: ['meaning', 'words'] }),
  __schema0: schema({ anyOf: [schema({ type: 'string' }), schema({ type: 'array', items: ref('__schema0') })] }),
};

test('a type is told in a few words', () => {
  expect(typeWords(schema({ type: 'string', format: 'date-time' }), schemas)).toBe('string (date-time)');
  expect(typeWords(schema({ type: 'string', format: 'binary' }), schemas)).toBe('file');
  expect(typeWords(schema({ type: 'array', items: ref('Chunk') }), schemas)).toBe('list of Chunk');
  expect(typeWords(ref('Mode'), schemas)).toBe('"meaning" or "words"');
  expect(typeWords(schema({ anyOf: [ref('Chunk'), schema({ type: 'null' })] }), schemas)).toBe('Chunk or null');
  expect(typeWords(ref('__schema0'), schemas)).toBe('any JSON');
  expect(typeWords(schema({ type: 'object', additionalProperties: ref('__schema0') }), schemas)).toBe(
    'object of any JSON',
  );
  expect(typeWords(schema({}), schemas)).toBe('any JSON');
});

test('limits are told with their units', () => {
  expect(limitWords(schema({ minimum: 1, maximum: 100, default: 5 }))).toBe('1 to 100, 5 if left out');
  expect(limitWords(schema({ maxLength: 255 }))).toBe('at most 255 characters');
  expect(limitWords(schema({ minItems: 1 }))).toBe('at least 1 item');
});

test('the fields of lists and of choices with null are those inside; what leads to itself ends', () => {
  const list = schema({ anyOf: [schema({ type: 'array', items: ref('Chunk') }), schema({ type: 'null' })] });
  expect(innerSchema(list, schemas)).toBe(schemas.Chunk);
  expect(hasFields(list, schemas)).toBe(true);
  expect(hasFields(ref('__schema0'), schemas)).toBe(false);
  expect(hasFields(ref('Mode'), schemas)).toBe(false);
});
