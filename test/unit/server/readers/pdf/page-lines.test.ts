import { type PDFFont, type PDFPage, StandardFonts } from 'pdf-lib';
import { describe, expect, test } from 'vitest';
import { joinLines } from '../../../../../electron/server/readers/pdf/page-layout.ts';
import { linesOf } from '../../../../../electron/server/readers/pdf/page-lines.ts';
import { type PdfTextItem, textOf } from '../../../../../electron/server/readers/pdf/page-text.ts';
import { pdfReader } from '../../../../../electron/server/readers/pdf/pdf-reader.ts';
import { pdfFile } from '../../../../../shared/nodes/documentloaders/pdf-file.ts';
import { makeDrawnPdf } from '../../../../helpers/builders/pdf-fixtures.ts';
import { readDocuments } from '../../../../helpers/builders/read-documents.ts';
import { sourceFileMaker } from '../../../../helpers/builders/source-files.ts';

interface Place {
  readonly x?: number;
  readonly hasEOL?: boolean;
  readonly width?: number;
}

/** A piece of text 10 units high, so far above the foot of the page. */
function item(str: string, y: number, { x = 50, hasEOL = false, width = 5 * str.length }: Place = {}): PdfTextItem {
  return { str, transform: [10, 0, 0, 10, x, y], width, height: 10, hasEOL, dir: 'ltr' };
}

const end = { hasEOL: true };
const textOfItems = (items: readonly PdfTextItem[]) => joinLines(linesOf(items), new Set()).text;

describe('the lines of a page', () => {
  test('are joined of their items as they are spaced', () => {
    const items = [item('Hello', 700), item(' ', 700, { x: 75 }), item('world', 700, { x: 80 })];
    expect(textOfItems(items)).toBe('Hello world');
  });

  test('are parted, and paragraphs by a wider step', () => {
    const items = [item('one ', 700, end), item('two', 688, end), item('new paragraph', 664, end)];
    expect(textOfItems(items)).toBe('one\ntwo\n\nnew paragraph');
  });

  test('start a paragraph with the next column', () => {
    expect(textOfItems([item('foot of the left', 100, end), item('head of the right', 700)])).toBe(
      'foot of the left\n\nhead of the right',
    );
  });

  test('are none without text, and raised figures are part of theirs', () => {
    const items = [item('text', 700), item('2', 704, { x: 70, hasEOL: true }), item('', 690, end), item('next', 688)];
    expect(textOfItems(items)).toBe('text2\nnext');
    expect(textOfItems([])).toBe('');
  });

  test('have a blank where a gap parts words that no blank does', () => {
    expect(linesOf([item('bold', 700), item('plain', 700, { x: 73 })]).map(textOf)).toEqual(['bold plain']);
    expect(linesOf([item('bold', 700), item('est', 700, { x: 70.5 })]).map(textOf)).toEqual(['boldest']);
    // What stands on the left is drawn later, and read first.
    expect(linesOf([item('right', 700, { x: 300 }), item('left', 700)]).map(textOf)).toEqual(['left right']);
    expect(linesOf([item('漢字', 700, { width: 20 }), item('仮名', 700, { x: 73 })]).map(textOf)).toEqual(['漢字仮名']);
  });

  test('have runs once that are drawn three times each and joined with the next, in a font with figures as wide as signs', () => {
    const drawn = (text: string, x: number, joined = text, joinedWidth?: number) => [
      item(text, 700, { x, width: 10 * text.length }),
      item(text, 700, { x: x + 0.2, width: 10 * text.length }),
      item(joined, 700, { x: x + 0.4, width: joinedWidth ?? 10 * text.length }),
    ];
    const seven = drawn('7', 50, '7 月', 24.6);
    const month = drawn('月', 64.6).slice(1);
    const day = drawn('12', 84.6, '12日', 29.8);
    const sign = drawn('日', 104.6).slice(1);
    expect(textOfItems([...seven, ...month, ...day, ...sign])).toBe('7 月 12日');
  });

  test('are the columns of signs that a font for lines sets one below the other, from right to left', () => {
    const column = (text: string, x: number, top = 700) =>
      [...text].map((sign, index) => item(sign, top - 12 * index, { x, width: 10, ...end }));
    const right = column('吾輩は猫である。', 300);
    const middle = column('名前はまだ無い。', 284, 688);
    const left = column('どこで生れたか', 268);
    expect(textOfItems([...right, ...middle, ...left])).toBe('吾輩は猫である。\n名前はまだ無い。\nどこで生れたか');
    // However they are drawn; the tier below is read after the one above.
    const below = column('第二段の始まり', 300, 500);
    expect(textOfItems([...left, ...middle, ...right, ...below])).toBe(
      '吾輩は猫である。\n名前はまだ無い。\nどこで生れたか\n\n第二段の始まり',
    );
    // Stops stand aside, a number of two figures is one sign, and a title is a line.
    const stop = item('、', 664, { x: 306, width: 10, ...end });
    const number = item('12', 652, { x: 299.5, width: 11, ...end });
    const mixed = [...column('明治九', 300, 700), stop, number, ...column('月三日', 300, 640)];
    expect(textOfItems([item('題名', 760, { x: 40, width: 20, ...end }), ...mixed])).toBe('題名\n\n明治九、12月三日');
  });

  test('are no columns where signs stand in the cells of a table, or in a list', () => {
    const cells = [...'甲乙丙'].map((sign, index) => item(sign, 700 - 12 * index, { width: 10, ...end }));
    expect(textOfItems(cells)).toBe('甲\n乙\n丙');
    const wide = [...'甲乙丙丁'].map((sign, index) => item(sign, 700 - 25 * index, { width: 10, ...end }));
    expect(textOfItems(wide)).toBe('甲\n\n乙\n\n丙\n\n丁');
    const rows = [...'甲乙丙丁'].flatMap((sign, index) => [
      item(sign, 700 - 12 * index, { width: 10 }),
      item(`value ${index}`, 700 - 12 * index, { x: 120, ...end }),
    ]);
    expect(textOfItems(rows)).toBe('甲 value 0\n乙 value 1\n丙 value 2\n丁 value 3');
  });

  test('have letters once that are drawn twice to look bold', () => {
    const letters = [...'Bold'].flatMap((letter, index) => {
      const x = 50 + 6 * index;
      return [item(letter, 700, { x, width: 6 }), item(letter, 700, { x: x + 0.4, width: 6 })];
    });
    expect(textOfItems(letters)).toBe('Bold');
    expect(textOfItems([item('A heading', 700), item('A heading', 699.7, { x: 50.3 })])).toBe('A heading');
    expect(textOfItems([item('BBoolldd', 700, { width: 22 })])).toBe('Bold');
  });

  test('have whole words where letters stand apart', () => {
    const words = [
      item('W E L C O M E', 700, { width: 100 }),
      item(' ', 700, { x: 150 }),
      item('T O', 700, { x: 170 }),
    ];
    expect(textOfItems(words)).toBe('WELCOME TO');
    expect(textOfItems([item('A B C D E', 700)])).toBe('A B C D E');
    expect(textOfItems([item('x y z', 700)])).toBe('x y z');
    expect(textOfItems([item('こ の 文 書 は PDF です', 700)])).toBe('この文書は PDF です');
    expect(textOfItems([item('山田 太郎', 700)])).toBe('山田 太郎');
  });

  test('keep what is really there twice', () => {
    expect(textOfItems([item('so ', 700), item('so', 700, { x: 65 })])).toBe('so so');
    expect(textOfItems([item('1100', 700, { width: 22 })])).toBe('1100');
    expect(textOfItems([item('l', 700, { width: 2.2 }), item('l', 700, { x: 52.2, width: 2.2 })])).toBe('ll');
  });
});

const makeFile = sourceFileMaker();

async function read(draw: (write: Write) => void): Promise<string | undefined> {
  const bytes = await makeDrawnPdf([[]], async (page, pdf) => {
    draw(writerOf(page, await pdf.embedFont(StandardFonts.Helvetica)));
  });
  const { documents } = await readDocuments(pdfReader, pdfFile.params.parse({}), await makeFile('a.pdf', bytes));
  return documents[0]?.text;
}

/** Draws runs, each with its ink where that of the one before ends, as if blanks were as wide as nothing. */
type Write = (runs: readonly string[], place?: { readonly y?: number; readonly times?: number }) => void;

function writerOf(page: PDFPage, font: PDFFont): Write {
  return (runs, { y = 700, times = 1 } = {}) => {
    let x = 50;
    for (const run of runs) {
      const before = run.length - run.trimStart().length;
      for (let time = 0; time < times; time += 1) {
        const left = x + 0.2 * time - font.widthOfTextAtSize(' ', 12) * before;
        page.drawText(run, { x: left, y, size: 12, font });
      }
      x += font.widthOfTextAtSize(run.trim(), 12);
    }
  };
}

test.each([
  ['before a run', ['Invoice', ' 1207']],
  ['after a run', ['Invoice ', '1207']],
  ['around a run', ['Pump', ' seven ', 'leaks']],
  ['several of them', ['Invoice', '   1207']],
])('blanks that the text beside them is drawn over are read: %s', async (_, runs) => {
  expect(await read((write) => write(runs))).toBe(runs.join('').replace(/ +/g, ' '));
  expect(await read((write) => write(runs, { times: 3 }))).toBe(runs.join('').replace(/ +/g, ' '));
});

test.each([
  ['Valve', ['Val', 've']],
  ['Valve seven is open', ['Val', 've se', 'ven', ' is ', 'open']],
])('runs that are drawn three times each before the next are read once: %s', async (expected, runs) => {
  expect(await read((write) => write(runs, { times: 3 }))).toBe(expected);
});

test('a word of several runs stays one, and blanks belong to their own line', async () => {
  expect(await read((write) => write(['Inv', 'oice', ' 1207']))).toBe('Invoice 1207');
  const text = await read((write) => {
    write(['Inv', 'oice'], { y: 700 });
    write(['Inv', ' oice'], { y: 686 });
  });
  expect(text).toBe('Invoice\nInv oice');
});

test('also within what pdf.js has joined: runs that are drawn three times, in a font without widths', () => {
  const item = (str: string, x: number, width: number): PdfTextItem => ({
    str,
    transform: [10, 0, 0, 10, x, 700],
    width,
    height: 10,
    hasEOL: false,
    dir: 'ltr',
  });
  const run = (text: string, left: number, right: number) => ({ text, left, right, y: 700 });
  const items = [item('12', 50, 20), item('12日', 50.2, 29.8), item('日', 70.2, 10)];
  const before = { ...run('日', 70, 80), hasBlankBefore: true, hasBlankAfter: false };
  const after = { ...run('12', 50.2, 70.2), hasBlankBefore: false, hasBlankAfter: true };
  expect(linesOf(items).map(textOf)).toEqual(['12日']);
  expect(linesOf(items, [before]).map(textOf)).toEqual(['12 日']);
  expect(linesOf(items, [after]).map(textOf)).toEqual(['12 日']);
  expect(linesOf(items, [{ ...before, y: 680 }]).map(textOf)).toEqual(['12日']);
});
