import { type PDFFont, type PDFPage, StandardFonts } from 'pdf-lib';
import { expect, test } from 'vitest';
import { linesOf } from '../../../../../electron/server/readers/pdf/page-lines.ts';
import { type PdfTextItem, textOf } from '../../../../../electron/server/readers/pdf/page-text.ts';
import { pdfReader } from '../../../../../electron/server/readers/pdf/pdf-reader.ts';
import { pdfFile } from '../../../../../shared/nodes/documentloaders/pdf-file.ts';
import { makeDrawnPdf } from '../../../../helpers/builders/pdf-fixtures.ts';
import { readDocuments } from '../../../../helpers/builders/read-documents.ts';
import { sourceFileMaker } from '../../../../helpers/builders/source-files.ts';

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
