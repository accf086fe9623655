import { describe, expect, test } from 'vitest';
import { linesOf } from '../../../../../electron/server/readers/pdf/page-lines.ts';
import { type Line, textOf } from '../../../../../electron/server/readers/pdf/page-text.ts';
import { learnRunningLines, type SeenPage } from '../../../../../electron/server/readers/pdf/running-lines.ts';

type Row = readonly [text: string, y: number, x?: number, size?: number];

/** A page 800 units high. */
function page(pageNumber: number, rows: readonly Row[]): SeenPage {
  const items = rows.map(([str, y, x = 50, size = 10], index) => ({
    str,
    transform: [size, 0, 0, size, x, y],
    width: (size / 2) * str.length,
    height: size,
    hasEOL: rows[index + 1]?.[1] !== y,
    dir: 'ltr',
  }));
  return { pageNumber, bottom: 0, top: 800, lines: linesOf(items) };
}

function pages(count: number, rowsOf: (pageNumber: number) => readonly Row[]): SeenPage[] {
  return Array.from({ length: count }, (_, index) => page(index + 1, rowsOf(index + 1)));
}

function textsOf(lines: readonly Line[]): string[] {
  return lines.map((line) => textOf(line).trim());
}

function textsWithout(all: readonly SeenPage[]): string[][] {
  const running = learnRunningLines(all);
  return all.map((own) => textsOf(running.remove(own)));
}

const body = (pageNumber: number): readonly Row[] => [
  [`Body of ${'abcdefgh'.charAt(pageNumber)} begins`, 640],
  ['and goes on', 628],
];

describe('running headers and footers', () => {
  test('are left out, but for the first, and so are the numbers of the pages', () => {
    const all = pages(5, (n) => [['The Handbook', 770], ...body(n), [`Page ${n + 6} of 12`, 40]]);
    const texts = all.map(({ pageNumber }) => body(pageNumber).map(([text]) => text));
    expect(textsWithout(all)).toEqual([['The Handbook', ...(texts[0] ?? [])], ...texts.slice(1)]);
  });

  test.each([
    ['a contract with its number', (n: number) => `Contract 4711, page ${n}`, 'Contract 4711, page 1'],
    ['the page alone', (n: number) => String(n), undefined],
    ['the page in German', (n: number) => `- Seite ${n} von 5 -`, undefined],
    ['the page in Chinese', (n: number) => `第 ${n} 页`, undefined],
  ])('stay once if they say more than the number of the page: %s', (_what, textOn, kept) => {
    const texts = textsWithout(pages(5, (n) => [...body(n), [textOn(n), 40]]));
    expect(texts.flatMap((own) => own.slice(2))).toEqual(kept === undefined ? [] : [kept]);
  });

  test('stay on the first page that has them, whichever is read first', () => {
    const all = pages(5, (n) => [...(n < 3 ? [] : ([['The Handbook', 770]] as const)), ...body(n)]);
    const running = learnRunningLines(all);
    const firstLineOf = (index: number) => textsOf(running.remove(all[index] ?? page(0, [])))[0];
    expect([4, 2, 4, 2].map(firstLineOf)).toEqual([
      'Body of f begins',
      'The Handbook',
      'Body of f begins',
      'The Handbook',
    ]);
  });

  test('are known on left and right pages alone, whatever the chapter is called beside them', () => {
    const all = pages(10, (n) => [
      [n % 2 === 0 ? 'The Handbook' : `Chapter ${'abcdefghijk'.charAt(n)}`, 770],
      [String(n), 770, 500],
      ...body(n % 5),
    ]);
    const texts = textsWithout(all);
    expect(texts[0]?.[0]).toBe('Chapter b');
    expect(texts[1]?.[0]).toBe('The Handbook');
    expect(texts[3]?.[0]).toBe('Body of e begins');
  });

  test('stay where they are on two pages only, or on few of many', () => {
    const two = pages(2, (n) => [['The Handbook', 770], ...body(n)]);
    expect(textsWithout(two).map(([first]) => first)).toEqual(['The Handbook', 'The Handbook']);
    const few = pages(6, (n) => [[n < 3 ? 'The Handbook' : `Title ${'abcdefgh'.charAt(n)}`, 770], ...body(n)]);
    expect(textsWithout(few)[0]?.[0]).toBe('The Handbook');
  });

  test('stay where a page has nothing else', () => {
    const all = pages(4, (n) => [['The Handbook', 770], ...(n === 3 ? [] : body(n))]);
    expect(textsWithout(all)[2]).toEqual(['The Handbook']);
  });

  test('are not what a page begins with below them, a title, or the head of a table with airy rows', () => {
    const exam = pages(6, (n) => [['Faculty', 770], ['Tick all answers here', 690], ...body(n), ['Sheet', 40]]);
    expect(textsWithout(exam)[3]).toEqual(['Tick all answers here', ...body(4).map(([text]) => text)]);
    const forms = pages(6, (n) => [['Certificate', 740, 50, 20], ...body(n)]);
    expect(textsWithout(forms)[3]?.[0]).toBe('Certificate');
    const table = pages(6, (n) =>
      ['Name', `Ann ${'abcdefg'.charAt(n)}`, 'Bea', 'Cleo'].flatMap((name, row): Row[] => [
        [name, 770 - 25 * row],
        [row === 0 ? 'Points' : String(7 * n * row), 770 - 25 * row, 300],
      ]),
    );
    expect(textsWithout(table)[3]?.[0]).toMatch(/^Name\s*Points$/);
  });

  test('are no rows of a table, and no first lines of the text, however equal they are', () => {
    const rows = (n: number): Row[] =>
      Array.from({ length: 50 }, (_, row) => [`${n * 10 + row}.5 of 3`, 770 - 14 * row]);
    const table = pages(5, rows);
    expect(textsWithout(table)).toEqual(table.map(({ lines }) => lines.map(textOf)));
    const equal = pages(5, () => Array.from({ length: 50 }, (_, row) => ['The same line', 770 - 14 * row] as const));
    expect(textsWithout(equal)[0]).toHaveLength(50);
  });
});
