import { describe, expect, test } from 'vitest';
import { readSheet as read } from '../../../../helpers/builders/read-sheet.ts';

describe('the header of a table', () => {
  test('a header in the first row', () => {
    expect(
      read([
        ['name', 'born'],
        ['Ada', 1815],
        ['Emmy', 1882],
      ]),
    ).toEqual({
      texts: ['name: Ada\nborn: 1815', 'name: Emmy\nborn: 1882'],
      tables: ['header taken from row 1'],
    });
  });

  test('titles above the header, with and without an empty row', () => {
    const table = [
      ['name', 'born', 'town'],
      ['Ada', 1815, 'London'],
      ['Emmy', 1882, 'Erlangen'],
    ];
    const rows = ['name: Ada\nborn: 1815\ntown: London', 'name: Emmy\nborn: 1882\ntown: Erlangen'];
    expect(read([['Mathematicians'], 1, ...table])).toEqual({
      texts: ['Mathematicians', ...rows],
      tables: ['header taken from row 3'],
    });
    expect(read([['Mathematicians', '«', '«'], ['As of 2024'], ...table])).toEqual({
      texts: ['Mathematicians\nAs of 2024', ...rows],
      tables: ['header taken from row 3'],
    });
    expect(read([['Author:', 'Ada'], ['Date:', '2024-05-01'], 1, ...table]).texts[0]).toBe(
      'Author: Ada\nDate: 2024-05-01',
    );
  });

  test('remarks in several cells above a wider header', () => {
    const { texts, tables } = read([
      ['Report', '2024'],
      ['id', 'name', 'count'],
      ['a', 'nut', 3],
      ['b', 'bolt', 4],
    ]);
    expect(texts).toEqual(['Report | 2024', 'id: a\nname: nut\ncount: 3', 'id: b\nname: bolt\ncount: 4']);
    expect(tables).toEqual(['header taken from row 2']);
  });

  test('an empty row between header and table', () => {
    expect(read([['name', 'town'], 1, ['Ada', 'London'], ['Emmy', 'Erlangen']])).toEqual({
      texts: ['name: Ada\ntown: London', 'name: Emmy\ntown: Erlangen'],
      tables: ['header taken from row 1'],
    });
  });

  test('units below the names', () => {
    expect(
      read([
        ['site', 'depth', 'flow'],
        ['', 'm', '(l/s)'],
        ['A', 3.5, 12],
        ['B', 4.1, 15],
      ]),
    ).toEqual({
      texts: ['site: A\ndepth (m): 3.5\nflow (l/s): 12', 'site: B\ndepth (m): 4.1\nflow (l/s): 15'],
      tables: ['header taken from rows 1 to 2'],
    });
  });

  test('names under groups', () => {
    const sheet = [
      ['', '2023', '«', '2024', '«'],
      ['city', 'in', 'out', 'in', 'out'],
      ['Bonn', 1, 2, 3, 4],
      ['Köln', 5, 6, 7, 8],
    ];
    expect(read(sheet).texts[0]).toBe('city: Bonn\n2023 in: 1\n2023 out: 2\n2024 in: 3\n2024 out: 4');
  });

  test.each([
    [2023, 2024],
    ['2024-01-01', '2024-02-01'],
  ])('%s and %s under groups', (first, second) => {
    const groups = ['Region', 'Sales', '«', 'Costs', '«'];
    const rows = [
      ['North', 10, 1900, 12, 2020],
      ['South', 20, 21, 22, 23],
    ];
    expect(read([groups, ['', first, second, first, second], ...rows])).toEqual({
      texts: [
        `Region: North\nSales ${first}: 10\nSales ${second}: 1900\nCosts ${first}: 12\nCosts ${second}: 2020`,
        `Region: South\nSales ${first}: 20\nSales ${second}: 21\nCosts ${first}: 22\nCosts ${second}: 23`,
      ],
      tables: ['header taken from rows 1 to 2'],
    });
  });

  test('years and dates as values under a group', () => {
    const sheet = [
      ['Name', 'Active', '«'],
      ['Ada', 1833, 1852],
      ['Emmy', 1908, 1935],
    ];
    expect(read(sheet).texts).toEqual([
      'Name: Ada\nActive: 1833\nActive: 1852',
      'Name: Emmy\nActive: 1908\nActive: 1935',
    ]);
  });

  test('years and days as names', () => {
    expect(
      read([
        ['country', 2021, 2022, 2023],
        ['France', 5, 6, 7],
        ['Spain', 8, 9, 3],
      ]).texts,
    ).toEqual(['country: France\n2021: 5\n2022: 6\n2023: 7', 'country: Spain\n2021: 8\n2022: 9\n2023: 3']);
    expect(
      read([
        ['', 'Jan-24', 'Feb-24'],
        ['sales', 10, 12],
        ['costs', 7, 9],
      ]).texts[0],
    ).toBe('column 1: sales\nJan-24: 10\nFeb-24: 12');
    expect(
      read([
        ['task', '2024-01-01', '2024-02-01', '2024-03-01'],
        ['A', 8, 7, 6],
        ['B', 4, 5, 9],
      ]).texts[0],
    ).toBe('task: A\n2024-01-01: 8\n2024-02-01: 7\n2024-03-01: 6');
    expect(
      read([
        [1, 2, 3],
        [4, 5, 6],
      ]).texts[0],
    ).toBe('1 | 2 | 3');
    expect(
      read([
        ['country', 2024],
        ['France', 510],
        ['Spain', 820],
      ]).texts[0],
    ).toBe('country: France\n2024: 510');
  });

  test('an empty corner above the names of the rows', () => {
    expect(
      read([
        ['', 'Count'],
        ['nut', 3],
        ['bolt', 4],
      ]).texts,
    ).toEqual(['column 1: nut\nCount: 3', 'column 1: bolt\nCount: 4']);
  });

  test('no header: numbers in the first row, values that come again, patterns', () => {
    expect(
      read([
        ['Ada', 3],
        ['Emmy', 4],
        ['Sofja', 5],
      ]),
    ).toEqual({
      texts: ['Ada | 3', 'Emmy | 4', 'Sofja | 5'],
      tables: ['no header above row 1'],
    });
    expect(
      read([
        ['red', 'round'],
        ['red', 'square'],
        ['blue', 'round'],
      ]).texts[0],
    ).toBe('red | round');
    expect(
      read([
        ['A-1', 'Ada'],
        ['A-2', 'Emmy'],
        ['B-7', 'Sofja'],
      ]).texts[0],
    ).toBe('A-1 | Ada');
    expect(
      read([
        ['ada@example.org', 'Ada'],
        ['emmy@example.org', 'Emmy'],
      ]).texts[0],
    ).toBe('ada@example.org | Ada');
  });

  test('a form: names with a colon before their values', () => {
    expect(
      read([
        ['Name:', 'Ada'],
        ['Town:', 'London'],
      ]).texts,
    ).toEqual(['Name: Ada', 'Town: London']);
  });

  test.each([
    ['ACME', 'Ann Lee', 5000],
    ['Bridge', '2024-01-05', '1200.50', 'Ada'],
    ['Ada', 'London', 'ada@example.org'],
    ['Ann', 'High Street', 'Bonn', 'Germany', 'Ada', '030 1234'],
  ])('no header: labels with values of several kinds (%s, %s, ...)', (...values) => {
    const labels = ['Owner', 'Contact', 'Place', 'City', 'Lead', 'Phone'];
    const { texts } = read(values.map((value, index) => [labels[index] ?? '', value]));
    expect(texts).toEqual(values.map((value, index) => `${labels[index]} | ${value}`));
  });

  test('a header over values that are written in several ways', () => {
    const { texts } = read([
      ['name', 'born'],
      ['Ada', '1815-12-10'],
      ['Emmy', 1882],
      ['Sofja', 'true'],
    ]);
    expect(texts).toEqual(['name: Ada\nborn: 1815-12-10', 'name: Emmy\nborn: 1882', 'name: Sofja\nborn: true']);
  });

  test('no header: questions with answers', () => {
    expect(
      read([
        ['What is a nut?', 'A nut is a thing.'],
        ['What is a bolt?', 'A bolt is another thing.'],
        ['Why?', 'Because.'],
      ]).texts,
    ).toEqual(['What is a nut? | A nut is a thing.', 'What is a bolt? | A bolt is another thing.', 'Why? | Because.']);
  });

  test.each<{ header: readonly string[]; rows: readonly (readonly (string | number)[])[] }>([
    {
      header: ['name', 'price'],
      rows: [
        ['nut', 0.5],
        ['bolt', '1200.50'],
        ['pin', 'on request'],
        ['cap', 4],
      ],
    },
    {
      header: ['date', 'amount'],
      rows: [
        ['2024-01-01', 5],
        ['2024-01-02', 6],
      ],
    },
    {
      header: ['date', 'note'],
      rows: [
        ['2024-01-01', 'closed'],
        ['2024-01-02', 6],
      ],
    },
    {
      header: ['term', 'definition'],
      rows: [
        ['API', 'A set of functions.'],
        ['CPU', 'A processor.'],
      ],
    },
    {
      header: ['person', 'room'],
      rows: [
        ['Ada', 'A12'],
        ['Emmy', 204],
        ['Sofja', 'B7'],
      ],
    },
    {
      header: ['When?', 'What do you like?'],
      rows: [
        ['in May', 'The food is good.'],
        ['in June', 'All is well.'],
      ],
    },
  ])('two columns with a header: $header', ({ header, rows }) => {
    const [a, b] = header;
    expect(read([header, ...rows]).texts).toEqual(rows.map(([first, second]) => `${a}: ${first}\n${b}: ${second}`));
  });

  test('one row is text', () => {
    expect(read([['only', 'one', 'row']])).toEqual({ texts: ['only | one | row'], tables: [] });
    expect(read([['A sentence in a sheet.']]).texts).toEqual(['A sentence in a sheet.']);
    expect(read([])).toEqual({ texts: [], tables: [] });
  });

  test('one column: a list under its name, a list, paragraphs', () => {
    expect(read([['town'], ['Bonn'], ['Köln']]).texts).toEqual(['town: Bonn', 'town: Köln']);
    expect(read([[12], [13], [14]]).texts).toEqual(['12', '13', '14']);
    const long = `This is what the columns of the other sheets mean, and who made them. ${'More. '.repeat(20)}`.trim();
    expect(read([['About the data in this file'], [long], ['Ask the office.']]).texts).toEqual([
      `About the data in this file\n${long}\nAsk the office.`,
    ]);
  });
});
