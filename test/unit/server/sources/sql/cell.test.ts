import { describe, expect, test } from 'vitest';
import { cellOf, numberCell, timeCell } from '../../../../../electron/server/sources/sql/cell.ts';
import { requireSelect } from '../../../../../electron/server/sources/sql/require-select.ts';

describe('cellOf', () => {
  const cases: [unknown, unknown][] = [
    [null, undefined],
    [undefined, undefined],
    [Buffer.from('x'), undefined],
    ['text', { text: 'text', value: 'text' }],
    [true, { text: 'true', value: true }],
    [1.5, { text: '1.5', value: 1.5 }],
    [Number.POSITIVE_INFINITY, { text: 'Infinity', value: 'Infinity' }],
    [42n, { text: '42', value: 42 }],
    [9007199254740993n, { text: '9007199254740993', value: '9007199254740993' }],
    [new Date('2024-05-06T07:08:09Z'), { text: '2024-05-06T07:08:09.000Z', value: '2024-05-06T07:08:09.000Z' }],
    [[1, null, 'a'], { text: '[1,null,"a"]', value: [1, null, 'a'] }],
    [
      { at: new Date(0), bytes: Buffer.from('x') },
      {
        text: '{"at":"1970-01-01T00:00:00.000Z","bytes":null}',
        value: { at: '1970-01-01T00:00:00.000Z', bytes: null },
      },
    ],
  ];
  test.each(cases.map(([value, cell], index) => [index, value, cell]))(
    'takes every kind of value (%i)',
    (_, value, cell) => {
      expect(cellOf(value)).toEqual(cell);
    },
  );

  test('numbers as text keep every digit', () => {
    expect(numberCell('12.50')).toEqual({ text: '12.50', value: 12.5 });
    expect(numberCell('-1')).toEqual({ text: '-1', value: -1 });
    expect(numberCell('12345678901234567.89').value).toBe('12345678901234567.89');
    expect(numberCell('NaN').value).toBe('NaN');
  });

  test('times become ISO 8601', () => {
    expect(timeCell('2024-05-06 07:08:09.5').text).toBe('2024-05-06T07:08:09.5');
    expect(timeCell('2024-05-06').text).toBe('2024-05-06');
    expect(timeCell('infinity').text).toBe('infinity');
  });
});

describe('requireSelect', () => {
  test.each([
    'SELECT 1',
    ' \n-- why\n/* what; DELETE */ (select 1) union (select 2);',
    '# MySQL\nWITH a AS (SELECT 1) SELECT * FROM a',
    'VALUES (1)',
    'TABLE films',
  ])('takes %j', (query) => {
    expect(requireSelect(query)).toBe(query);
  });

  test.each(['DELETE FROM a', '', '--', 'PRAGMA user_version = 3', "SELECT 1 INTO OUTFILE '/tmp/x'", '; SELECT 1'])(
    'refuses %j',
    (query) => {
      expect(() => requireSelect(query)).toThrowError(expect.objectContaining({ code: 'INVALID_PARAM' }));
    },
  );
});
