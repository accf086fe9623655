import { describe, expect, test } from 'vitest';
import { joinLines } from '../../../../../electron/server/readers/pdf/page-layout.ts';
import { linesOf } from '../../../../../electron/server/readers/pdf/page-lines.ts';
import { markTables } from '../../../../../electron/server/readers/pdf/page-tables.ts';
import { orderColumns } from '../../../../../electron/server/readers/pdf/pdf-pages.ts';
import { pdfReader } from '../../../../../electron/server/readers/pdf/pdf-reader.ts';
import { pdfFile } from '../../../../../shared/nodes/documentloaders/pdf-file.ts';
import { makeDrawnPdf } from '../../../../helpers/builders/pdf-fixtures.ts';
import { readDocuments } from '../../../../helpers/builders/read-documents.ts';
import { sourceFileMaker } from '../../../../helpers/builders/source-files.ts';

const makeFile = sourceFileMaker();

/** A text, its place from the left, and from the bottom of the page. */
type Cell = readonly [text: string, x: number, y: number];

/** The text of a page on which these are drawn one after the other, 10 units high. */
function textOf(cells: readonly Cell[]): string {
  const items = cells.map(([str, x, y], index) => ({
    str,
    transform: [10, 0, 0, 10, x, y],
    width: 5 * str.length,
    height: 10,
    hasEOL: cells[index + 1]?.[2] !== y,
    dir: 'ltr',
  }));
  return joinLines(markTables(orderColumns(linesOf(items)), new Set()), new Set()).text;
}

/** Cells of rows 20 units apart, row by row. */
function rowsOf(rows: readonly (readonly string[])[], lefts: readonly number[], step = 20): Cell[] {
  return rows.flatMap((row, index) =>
    row.flatMap((text, column): Cell[] => (text === '' ? [] : [[text, lefts[column] ?? 0, 700 - step * index]])),
  );
}

function markdownOf([head = [], ...body]: readonly (readonly string[])[]): string {
  const lines = [head, head.map(() => '---'), ...body].map((row) => `| ${row.join(' | ')} |`);
  return lines.join('\n');
}

describe('a table', () => {
  test('is Markdown, with the text around it', () => {
    const table = rowsOf(
      [
        ['Plant', 'Water', 'Sun'],
        ['Tomato', 'daily', 'full'],
        ['Fern', '', 'none|little'],
      ],
      [50, 200, 300],
    );
    expect(textOf([['What plants need:', 50, 720], ...table, ['That is all.', 50, 640]])).toBe(
      'What plants need:\n\n| Plant | Water | Sun |\n| --- | --- | --- |\n| Tomato | daily | full |\n| Fern |  | none\\|little |\n\nThat is all.',
    );
  });

  test('may have its cells in the middle of their columns', () => {
    const rows = [
      ['Plant', 'Water', 'Sun'],
      ['Tomato', 'daily', 'full'],
      ['Fern', 'twice a week', 'no'],
      ['Oleander', 'now and then', 'most of the day'],
    ];
    const centred = rows.flatMap((row, index) =>
      row.map((text, column): Cell => [text, 100 + 150 * column - 2.5 * text.length, 700 - 20 * index]),
    );
    expect(textOf(centred)).toBe(markdownOf(rows));
  });

  test('has cells of several lines, drawn cell by cell or line by line', () => {
    const head = rowsOf([['Term', 'Meaning', 'Page']], [50, 150, 400]);
    const cellByCell: Cell[] = [
      ...['Compost', 'Mulch', 'Loam'].flatMap((term, index): Cell[] => {
        const y = 670 - 40 * index;
        return [
          [term, 50, y],
          [`first line of ${term}`, 150, y],
          ['and its second line', 150, y - 12],
          [String(9 - index), 400, y],
        ];
      }),
    ];
    const lineByLine = cellByCell.toSorted((a, b) => b[2] - a[2]);
    for (const cells of [cellByCell, lineByLine]) {
      expect(textOf([...head, ...cells])).toBe(
        [
          '| Term | Meaning | Page |',
          '| --- | --- | --- |',
          ...['Compost', 'Mulch', 'Loam'].map(
            (term, index) => `| ${term} | first line of ${term} and its second line | ${9 - index} |`,
          ),
        ].join('\n'),
      );
    }
  });

  test.each([
    [
      'sums below the items of an invoice',
      [
        ['Item', 'Qty', 'Price', 'Sum'],
        ['Screw', '100', '0.05', '5.00'],
        ['Nut', '200', '0.02', '4.00'],
        ['Bolt', '5', '1.20', '6.00'],
        ['', '', 'Subtotal', '15.00'],
        ['', '', 'VAT 19 %', '2.85 EUR'],
        ['', '', 'Total', '17.85 EUR'],
      ],
    ],
    [
      'numbers of a region that is named once',
      [
        ['Region', 'Month', 'Sales'],
        ['North', 'Jan', '10'],
        ['', 'Feb', '11'],
        ['South', 'Jan', '20'],
        ['', 'Feb', '21'],
        ['West', 'Jan', '30'],
      ],
    ],
    [
      'texts of one that is named once',
      [
        ['Region', 'Month', 'Ferry'],
        ['North', 'January', 'closed'],
        ['', 'February', 'open at noon'],
        ['South', 'January', 'open'],
        ['West', 'January', 'open'],
      ],
    ],
  ])('keeps apart: %s', (_what, rows) => {
    for (const step of [12, 15, 20]) expect(textOf(rowsOf(rows, [50, 150, 250, 350], step))).toBe(markdownOf(rows));
  });

  test('has a cell of several lines although its rows are no farther apart', () => {
    const rows = [
      ['Plant', 'Advice', 'Sun'],
      ['Tomato', 'give it water', 'full'],
      ['', 'every evening', ''],
      ['Fern', 'keep it moist', 'none'],
      ['Oak', 'leave it alone', 'any'],
    ];
    expect(textOf(rowsOf(rows, [50, 150, 300], 12))).toContain('| Tomato | give it water every evening | full |');
  });

  test('has several cells of several lines where its rows are farther apart', () => {
    const rows = ['Tomato', 'Fern', 'Oak'].flatMap((plant, index): Cell[] => [
      [plant, 50, 680 - 30 * index],
      [`water for ${plant}`, 150, 680 - 30 * index],
      ['full sun', 300, 680 - 30 * index],
      ['in summer', 150, 668 - 30 * index],
      ['or shade', 300, 668 - 30 * index],
    ]);
    expect(textOf([...rowsOf([['Plant', 'Advice', 'Sun']], [50, 150, 300]), ...rows])).toContain(
      '| Fern | water for Fern in summer | full sun or shade |',
    );
  });

  test.each([
    [
      'a list',
      [
        ['1.', 'one'],
        ['2.', 'two'],
        ['3.', 'three'],
        ['4.', 'four'],
      ],
    ],
    [
      'contents',
      [
        ['Soil', '3'],
        ['Water', '9'],
        ['Light', '12'],
        ['Tools', '20'],
      ],
    ],
    [
      'two lines with a gap',
      [
        ['Name', 'Ada'],
        ['Town', 'London'],
      ],
    ],
  ])('is not %s', (_what, rows) => {
    expect(textOf(rowsOf(rows, [50, 200]))).not.toContain('|');
  });
});

test('a PDF without rules has the table that its aligned cells show', async () => {
  const rows = [
    ['Plant', 'Water', 'Sun'],
    ['Tomato', 'daily', 'full'],
    ['Fern', 'twice a week', 'none'],
    ['Moss', '', 'little'],
  ];
  const cells: Cell[] = [['What plants need:', 50, 730], ...rowsOf(rows, [50, 200, 350]), ['That is all.', 50, 600]];
  const file = await makeFile('table.pdf', await makeDrawnPdf([cells]));
  const { documents } = await readDocuments(pdfReader, pdfFile.params.parse({}), file);
  expect(documents.map(({ text }) => text)).toEqual([`What plants need:\n\n${markdownOf(rows)}\n\nThat is all.`]);
});
