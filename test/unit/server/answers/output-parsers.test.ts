import { describe, expect, test } from 'vitest';
import { listParser } from '../../../../electron/server/answers/parse-list.ts';
import { valueParser } from '../../../../electron/server/answers/parse-value.ts';
import { AppError } from '../../../../shared/errors/errors.ts';

function fault(work: () => unknown): { code: string; message: string; details: unknown } {
  try {
    work();
  } catch (error) {
    if (error instanceof AppError) return error;
    throw error;
  }
  throw new Error('It fits');
}

describe('a list', () => {
  const csv = listParser({ separator: ',', length: undefined, asksAgain: false });

  test.each([
    ['red, green,blue', ['red', 'green', 'blue']],
    [' "red", "green" \n', ['red', 'green']],
    ['1. red\n2. green\n', ['red', 'green']],
    ['- red\n- green', ['red', 'green']],
    ['red', ['red']],
  ])('is read from %j', (text, entries) => {
    expect(csv.parse(text)).toEqual(entries);
  });

  test('with nothing in it, or of another length, does not fit', () => {
    expect(fault(() => csv.parse(' , '))).toMatchObject({ code: 'ANSWER_UNFIT', details: { said: ' , ' } });
    const three = listParser({ separator: ';', length: 3, asksAgain: false });
    expect(three.parse('a, b; c; d')).toEqual(['a, b', 'c', 'd']);
    expect(fault(() => three.parse('a; b')).message).toContain('it has 2 values, and 3 are wanted');
  });
});

describe('a value', () => {
  const schema = {
    type: 'object',
    properties: {
      name: { type: 'string', maxLength: 5 },
      year: { type: 'integer' },
      note: { type: 'string' },
      tags: { type: 'array', items: { type: 'object', properties: { tag: { type: 'string' } }, required: ['tag'] } },
    },
    required: ['name', 'tags'],
  };
  const parser = valueParser(schema, false);
  const value = { name: 'Ada', tags: [{ tag: 'a' }] };

  test('is read from JSON alone, in a block, or within words; null and what is not asked for is left out', () => {
    const text = JSON.stringify({ ...value, note: null, more: 1, tags: [{ tag: 'a', more: 2 }] });
    for (const said of [text, `\`\`\`json\n${text}\n\`\`\``, `Here it is: ${text} Good luck!`])
      expect(parser.parse(said)).toEqual(value);
  });

  test('that does not fit says where, with what was said', () => {
    expect(fault(() => parser.parse('Ada')).message).toContain('it is no JSON');
    const long = JSON.stringify({ ...value, name: 'Adalbert' });
    expect(fault(() => parser.parse(long))).toMatchObject({
      message: expect.stringContaining('name: must have at most 5 characters'),
      details: { said: long },
    });
  });

  test('is forced by a schema in which everything is there, and limits are left to the check', () => {
    expect(parser.schema).toEqual({
      type: 'object',
      properties: {
        name: { type: 'string' },
        year: { anyOf: [{ type: 'integer' }, { type: 'null' }] },
        note: { anyOf: [{ type: 'string' }, { type: 'null' }] },
        tags: {
          type: 'array',
          items: {
            ...{ type: 'object', properties: { tag: { type: 'string' } }, required: ['tag'] },
            additionalProperties: false,
          },
        },
      },
      required: ['name', 'year', 'note', 'tags'],
      additionalProperties: false,
    });
    expect(valueParser({ type: 'object', additionalProperties: {} }, false).schema).toBeUndefined();
    expect(valueParser({ type: 'array', items: { type: 'string' } }, false).schema).toBeUndefined();
  });
});
