import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { readSheet as read } from '../../../../helpers/builders/read-sheet.ts';

const many = (count: number, row: (index: number) => readonly (string | number)[]) =>
  Array.from({ length: count }, (_, i) => row(i));

describe('the tables of a sheet', () => {
  test('two tables below each other', () => {
    const sheet = [
      ['name', 'born'],
      ['Ada', 1815],
      ['Emmy', 1882],
      2,
      ['town', 'inhabitants', 'country'],
      ['Bonn', 330_000, 'Germany'],
      ['Lyon', 520_000, 'France'],
    ];
    expect(read(sheet)).toEqual({
      texts: [
        'name: Ada\nborn: 1815',
        'name: Emmy\nborn: 1882',
        'town: Bonn\ninhabitants: 330000\ncountry: Germany',
        'town: Lyon\ninhabitants: 520000\ncountry: France',
      ],
      tables: ['header taken from row 1', 'header taken from row 6'],
    });
  });

  test('a titled table right below another', () => {
    const sheet = [
      ['name', 'born', 'died'],
      ['Ada', 1815, 1852],
      ['Table 2: towns'],
      ['town', 'inhabitants', 'area'],
      ['Bonn', 330_000, 141],
      ['Lyon', 520_000, 48],
    ];
    expect(read(sheet).texts).toEqual([
      'name: Ada\nborn: 1815\ndied: 1852',
      'Table 2: towns',
      'town: Bonn\ninhabitants: 330000\narea: 141',
      'town: Lyon\ninhabitants: 520000\narea: 48',
    ]);
  });

  test('two tables beside each other', () => {
    const sheet = [
      ['name', 'born', '', 'name', 'born'],
      ['Ada', 1815, '', 'Emmy', 1882],
      ['Sofja', 1850, '', 'Sophie', 1776],
    ];
    expect(read(sheet)).toEqual({
      texts: ['name: Ada\nborn: 1815', 'name: Emmy\nborn: 1882', 'name: Sofja\nborn: 1850', 'name: Sophie\nborn: 1776'],
      tables: ['header taken from row 1', 'header taken from row 1'],
    });
  });

  test('an empty column within a table parts nothing', () => {
    const sheet = [
      ['name', 'born', '', 'town', 'size'],
      ['Ada', 1815, '', 'London', 9],
      ['Emmy', 1882, '', 'Erlangen', 1],
    ];
    expect(read(sheet).texts[0]).toBe('name: Ada\nborn: 1815\ntown: London\nsize: 9');
  });

  test('a header that is repeated is left out', () => {
    const page = [
      ['name', 'note'],
      ['Ada', 'one'],
      ['Emmy', 'two'],
    ];
    expect(read([...page, 1, ...page, ...page]).texts).toEqual(
      [1, 2, 3].flatMap(() => ['name: Ada\nnote: one', 'name: Emmy\nnote: two']),
    );
  });

  test('groups and totals of a table keep its names, remarks do not', () => {
    const sheet = [
      ['country', 'inhabitants', 'area'],
      ['France', 68, 551],
      1,
      ['Spain', 48, 506],
      1,
      ['Total', 116, 1057],
      1,
      ['Source: the office of numbers'],
    ];
    expect(read(sheet)).toEqual({
      texts: [
        'country: France\ninhabitants: 68\narea: 551',
        'country: Spain\ninhabitants: 48\narea: 506',
        'country: Total\ninhabitants: 116\narea: 1057',
        'Source: the office of numbers',
      ],
      tables: ['header taken from row 1'],
    });
    expect(
      read([
        ['a', 'b', 'c'],
        ['x', 1, 2],
        ['said of the whole row', '«', '«'],
        ['y', 3, 4],
      ]).texts,
    ).toEqual(['a: x\nb: 1\nc: 2', 'said of the whole row', 'a: y\nb: 3\nc: 4']);
  });

  test('headings set apart by empty rows leave the names in force', () => {
    const sheet = [['name', 'n', 'm'], ['x', 1, 2], 1, ['North'], 1, ['y', 3, 4], ['z', 5, 6]];
    expect(read(sheet).texts).toEqual(['name: x\nn: 1\nm: 2', 'North', 'name: y\nn: 3\nm: 4', 'name: z\nn: 5\nm: 6']);
  });

  test('a merged label stands in each row that it reaches', () => {
    const sheet = [
      ['Sales of 2024', '', 'draft'],
      ['^', '', 'of May'],
      ['Region', 'Month', 'Sales', 'Note'],
      ['^', '', '(k€)', '^'],
      ['North', 'Jan', 1, 'all of the year'],
      ['^', 'Feb', 2, '^'],
      ['^', 'Mar', 3, '^'],
      ['South', 'Jan', 4, 'x'.repeat(200)],
      ['^', 'Feb', 5, '^'],
    ];
    expect(read(sheet).texts).toEqual([
      'Sales of 2024 | draft\nof May',
      'Region: North\nMonth: Jan\nSales (k€): 1\nNote: all of the year',
      'Region: North\nMonth: Feb\nSales (k€): 2\nNote: all of the year',
      'Region: North\nMonth: Mar\nSales (k€): 3\nNote: all of the year',
      `Region: South\nMonth: Jan\nSales (k€): 4\nNote: ${'x'.repeat(200)}`,
      'Region: South\nMonth: Feb\nSales (k€): 5',
    ]);
    const pairs = many(9, (index) => [index === 0 ? 'North' : '^', `town ${index}`]);
    expect(read([['Region', 'Town'], ...pairs]).texts).toEqual(
      many(9, (index) => [index]).map(([index]) => `Region: North\nTown: town ${index}`),
    );
    expect(read([['Region', 'n'], ...pairs], 1).texts[5]).toBe('Region: North\nn: town 5');
  });

  test('a long table comes as it is read, and keeps its names', () => {
    const rows = many(500, (index) => [`row ${index}`, index]);
    const { texts, tables } = read([['List of rows'], ['name', 'number'], ...rows]);
    expect(texts).toHaveLength(501);
    expect(texts.at(-1)).toBe('name: row 499\nnumber: 499');
    expect(tables).toEqual(['header taken from row 2']);
  });

  test('a header row that is given counts, whatever it holds', () => {
    expect(read([['Report'], ['name', 'sum'], ['Ada', 3], ['Emmy', 4]], 3)).toEqual({
      texts: ['Ada: Emmy\n3: 4'],
      tables: [],
    });
  });

  test('no cell is lost and none comes twice, whatever the sheet is like', () => {
    const kind = fc.constantFrom('', 'word', 'number', 'long', 'date');
    const row = fc.oneof(
      { weight: 4, arbitrary: fc.array(kind, { maxLength: 7 }) },
      { weight: 1, arbitrary: fc.nat(2) },
    );
    fc.assert(
      fc.property(fc.array(row, { maxLength: 80 }), (plan) => {
        let count = 0;
        const made: Record<string, (id: number) => string> = {
          '': () => '',
          word: (id) => `<w${id}>`,
          number: (id) => String(100_000 + id),
          long: (id) => `<l${id}> ${'and so on '.repeat(15)}`.trim(),
          date: (id) => `20${10 + (id % 80)}-01-02 0${id % 10}:${String(10 + (id % 50))}`,
        };
        const sheet = plan.map((cells) =>
          typeof cells === 'number'
            ? cells
            : cells.map((name) => {
                count += 1;
                return made[name]?.(count) ?? '';
              }),
        );
        const { texts, tables } = read(sheet);
        const all = texts.join('\n');
        const headerRows = new Set(
          tables.flatMap((table) => {
            const [first, last = first] = [...table.matchAll(/\d+/g)].map(([digits]) => Number(digits));
            if (first === undefined || last === undefined || table.startsWith('no ')) return [];
            return Array.from({ length: last - first + 1 }, (_, index) => first + index);
          }),
        );
        let number = 0;
        for (const cells of sheet) {
          number += typeof cells === 'number' ? cells : 1;
          if (typeof cells === 'number' || headerRows.has(number)) continue;
          for (const cell of cells.filter((text) => /^<|^\d{6}$/.test(text))) expect(all.split(cell)).toHaveLength(2);
        }
      }),
    );
  });
});
