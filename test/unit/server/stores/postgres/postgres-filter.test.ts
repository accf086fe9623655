import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { jsonbText, quoteName } from '../../../../../electron/server/databases/postgres-text.ts';
import { postgresFilter, readNodeFilter } from '../../../../../electron/server/stores/postgres/postgres-filter.ts';
import { encodeVector, encodeVectors } from '../../../../../electron/server/stores/postgres/postgres-vectors.ts';

describe('A metadata filter in SQL', () => {
  test('binds every value, and counts its parameters on', () => {
    const filter = postgresFilter([{ team: 'red', 'loc.page': [1, 2] }, undefined, { gone: null }], 3);
    expect(filter).toEqual({
      sql:
        '(metadata @> $3::jsonb) AND (metadata @> $4::jsonb OR metadata @> $5::jsonb OR metadata @> $6::jsonb OR metadata @> $7::jsonb)' +
        ' AND (metadata @> $8::jsonb)',
      values: [
        '{"team":"red"}',
        '{"loc":{"page":1}}',
        '{"loc.page":1}',
        '{"loc":{"page":2}}',
        '{"loc.page":2}',
        '{"gone":null}',
      ],
    });
    expect(postgresFilter([undefined, {}], 1)).toEqual({ sql: '', values: [] });
    expect(postgresFilter([{ team: [] }], 1)).toEqual({ sql: 'false', values: [] });
  });

  test('passes keys and values as parameters only', () => {
    const scalar = fc.oneof(fc.string(), fc.double({ noNaN: true, noDefaultInfinity: true }), fc.boolean());
    fc.assert(
      fc.property(fc.dictionary(fc.string(), fc.oneof(scalar, fc.array(scalar)), { maxKeys: 5 }), (filter) => {
        const { sql, values } = postgresFilter([filter], 1);
        expect(sql).toMatch(/^(?:false|metadata @> \$\d+::jsonb|[()]| OR | AND )*$/);
        for (const value of values) expect(() => JSON.parse(value)).not.toThrow();
      }),
    );
  });

  test('has an end', () => {
    expect(() => postgresFilter([{ key: Array.from({ length: 501 }, (_, index) => index) }], 1)).toThrow('at most 500');
  });
});

describe("A filter of the node's settings", () => {
  test('takes objects for paths, and lists for choices', () => {
    const filter = { team: ['red', 1, true], loc: { lines: { from: 1 } }, gone: null };
    expect(readNodeFilter(filter, 'f')).toEqual({ team: ['red', 1, true], 'loc.lines.from': 1, gone: null });
    expect(readNodeFilter({}, 'f')).toEqual({});
  });

  test.each([[{ a: [{ b: 1 }] }], [{ a: [null] }], [{ a: { b: [[1]] } }]])(
    'refuses what has no meaning: %j',
    (filter) => {
      expect(() => readNodeFilter(filter, 'pgMetadataFilter')).toThrow(
        expect.objectContaining({ code: 'INVALID_PARAM', details: { param: 'pgMetadataFilter' } }),
      );
    },
  );
});

describe('Text for PostgreSQL', () => {
  test('names are quoted part by part', () => {
    expect(quoteName('my"table')).toBe('"my""table"');
    expect(quoteName('schema.My-Table')).toBe('"schema"."My-Table"');
  });

  test('JSON keeps its value, except what jsonb rejects', () => {
    expect(jsonbText({ a: 'x\0y', 'b\0': ['\ud800', '😀'] })).toBe('{"a":"xy","b":["\ufffd","😀"]}');
    fc.assert(
      fc.property(fc.jsonValue({ maxDepth: 4 }), (value) => {
        const text = jsonbText(value);
        expect(text).not.toMatch(/(?<!\\)(?:\\\\)*\\u(?:0000|d[89a-f])/i);
        if (!/\0/.test(JSON.stringify(value).replaceAll('\\u0000', '\0')))
          expect(JSON.parse(text)).toEqual(JSON.parse(JSON.stringify(value)));
      }),
    );
  });
});

describe('Vectors as PostgreSQL reads them', () => {
  test('a vector: how many numbers, two bytes, then the numbers', () => {
    const bytes = encodeVector(new Float32Array([1.5, -2, 0.1]));
    expect(bytes.readInt16BE(0)).toBe(3);
    expect([4, 8, 12].map((offset) => bytes.readFloatBE(offset))).toEqual([1.5, -2, Math.fround(0.1)]);
    expect(bytes).toHaveLength(16);
  });

  test('a list of vectors, also of a part of a buffer, leaves those as they are', () => {
    const numbers = new Float32Array([9, 1, 2, 3, 4]);
    const vectors = [numbers.subarray(1, 3), numbers.subarray(3)];
    const bytes = encodeVectors(vectors, 70_000);
    expect([0, 4, 8, 12, 16].map((offset) => bytes.readUInt32BE(offset))).toEqual([1, 0, 70_000, 2, 1]);
    expect(bytes.subarray(24, 36)).toEqual(encodeVector(new Float32Array([1, 2])));
    expect(bytes.subarray(40)).toEqual(encodeVector(new Float32Array([3, 4])));
    expect([...numbers]).toEqual([9, 1, 2, 3, 4]);
  });
});
