import {
  beginMarkedContent,
  endMarkedContent,
  PDFName,
  PDFOperator,
  PDFOperatorNames,
  rgb,
  StandardFonts,
  setTextRenderingMode,
} from 'pdf-lib';
import { describe, expect, test } from 'vitest';
import { linesOf } from '../../../../../electron/server/readers/pdf/page-lines.ts';
import { type PdfTextItem, textOf } from '../../../../../electron/server/readers/pdf/page-text.ts';
import { pdfReader } from '../../../../../electron/server/readers/pdf/pdf-reader.ts';
import { pdfFile } from '../../../../../shared/nodes/documentloaders/pdf-file.ts';
import { makeDrawnPdf } from '../../../../helpers/builders/pdf-fixtures.ts';
import { readDocuments } from '../../../../helpers/builders/read-documents.ts';
import { sourceFileMaker } from '../../../../helpers/builders/source-files.ts';

const makeFile = sourceFileMaker();

type Draw = NonNullable<Parameters<typeof makeDrawnPdf>[1]>;

async function read(draw: Draw) {
  const bytes = await makeDrawnPdf([[['Valid until May.', 50, 700]]], draw);
  const file = await makeFile('a.pdf', bytes);
  const { documents, notes } = await readDocuments(pdfReader, pdfFile.params.parse({ usage: 'perFile' }), file);
  return { text: documents.map(({ text }) => text).join('\n'), notes };
}

const told = [expect.stringMatching(/^Left out: text on page 1 that nobody sees/)];

describe('text that nobody sees is left out and told', () => {
  test('on a layer that is off; one that is on is read', async () => {
    const { text, notes } = await read((page, { context, catalog }) => {
      const layer = (name: string) => context.register(context.obj({ Type: 'OCG', Name: PDFName.of(name) }));
      const [off, on] = [layer('off'), layer('on')];
      catalog.set(PDFName.of('OCProperties'), context.obj({ OCGs: [off, on], D: { OFF: [off] } }));
      page.node.normalizedEntries().Resources.set(PDFName.of('Properties'), context.obj({ Off: off, On: on }));
      const draw = (name: string, words: string, y: number) => {
        const args = [PDFName.of('OC'), PDFName.of(name)];
        page.pushOperators(PDFOperator.of(PDFOperatorNames.BeginMarkedContentSequence, args));
        page.drawText(words, { x: 50, y, size: 12 });
        page.pushOperators(endMarkedContent());
      };
      draw('Off', 'Secret draft', 680);
      draw('On', 'Shown layer', 660);
      page.pushOperators(beginMarkedContent('Span'));
      page.drawText('Marked', { x: 50, y: 640, size: 12 });
      page.pushOperators(endMarkedContent());
    });
    expect(text).toBe('Valid until May.\n\nShown layer\nMarked');
    expect(notes).toEqual(told);
  });

  test.each([
    ['invisible', {}, 3],
    ['white on white', { color: rgb(1, 1, 1) }, 0],
    ['below 1 point', { size: 0.5 }, 0],
  ])('%s', async (_, look, mode) => {
    const { text, notes } = await read((page) => {
      page.pushOperators(setTextRenderingMode(mode));
      page.drawText('Hidden words', { x: 50, y: 650, size: 12, ...look });
    });
    expect(text).toBe('Valid until May.');
    expect(notes).toEqual(told);
  });

  test('not so white text on a dark box, and a page that shows no other', async () => {
    const { text } = await read((page) => {
      page.drawRectangle({ x: 40, y: 640, width: 200, height: 30, color: rgb(0, 0, 0.5) });
      page.drawText('White heading', { x: 50, y: 650, size: 12, color: rgb(1, 1, 1) });
    });
    expect(text).toContain('White heading');
    const bytes = await makeDrawnPdf([[]], async (page, pdf) => {
      const font = await pdf.embedFont(StandardFonts.Helvetica);
      page.drawText('All there is', { x: 50, y: 650, size: 12, font, color: rgb(1, 1, 1) });
    });
    const { documents } = await readDocuments(pdfReader, pdfFile.params.parse({}), await makeFile('b.pdf', bytes));
    expect(documents[0]?.text).toBe('All there is');
  });
});

/** A piece of text 10 units high. */
function item(str: string, x: number, width = 5 * str.length, dir = 'ltr'): PdfTextItem {
  return { str, transform: [10, 0, 0, 10, x, 700], width, height: 10, hasEOL: false, dir };
}

const lineOf = (...items: PdfTextItem[]) => linesOf(items).map(textOf).join('\n');

describe('runs that go back on their line', () => {
  test('are read from the left, and apart', () => {
    expect(lineOf(item('12.50', 300), item('Oak plank', 148), item('Order 17', 50))).toBe('Order 17 Oak plank 12.50');
    // Letters that are thought to be wider than they are.
    expect(lineOf(item('plank', 90), item('Oak wood', 50, 42))).toBe('Oak wood plank');
    expect(lineOf(...[...'sgnik'].map((letter, at) => item(letter, 90 - 5 * at, 5)))).toBe('kings');
  });

  test('are read from the right in Hebrew and Arabic, with their numbers', () => {
    const letters = (word: string, x: number) => [...word].map((letter, at) => item(letter, x - 8 * at, 7, 'rtl'));
    expect(lineOf(...letters('ספר', 300), ...letters('חדש', 268))).toBe('ספר חדש');
    // Drawn from the left.
    expect(lineOf(...[...letters('ספר', 300), ...letters('חדש', 268)].toReversed())).toBe('ספר חדש');
    expect(lineOf(...letters('كتاب', 300), item('2024', 240, 22))).toBe('كتاب 2024');
  });

  test('are read once if each is drawn several times before the next', () => {
    const items = [item('7', 50), item('7', 50.3), item('7 May', 50.6), item('May', 60.4, 15), item('May', 60.7, 15)];
    expect(lineOf(...items)).toBe('7 May');
    expect(lineOf(item('10', 50), item('0', 70))).toBe('10 0');
  });
});
