import { describe, expect, test } from 'vitest';
import { pdfReader } from '../../../../../electron/server/readers/pdf/pdf-reader.ts';
import { pdfFile } from '../../../../../shared/nodes/documentloaders/pdf-file.ts';
import { makeDrawnPdf, type PlacedText } from '../../../../helpers/builders/pdf-fixtures.ts';
import { readDocuments } from '../../../../helpers/builders/read-documents.ts';
import { sourceFileMaker } from '../../../../helpers/builders/source-files.ts';

const makeFile = sourceFileMaker();

/** A table drawn cell by cell: its first column stands in the middle of the height of its rows. */
const TEXTS: readonly PlacedText[] = [
  ['What is due:', 50, 750],
  ['Name', 55, 705],
  ['Meaning', 205, 705],
  ['Price', 455, 705],
  ['Compost', 55, 665],
  ['Old leaves and the recom-', 205, 680],
  ['mended amount of soil,', 205, 665],
  ['mixed by hand', 205, 650],
  ['3.50', 455, 665],
  ['Mulch', 55, 615],
  ['Young leaves', 205, 622],
  ['That is all.', 50, 560],
];
const XS = [50, 200, 450, 545];
const YS = [720, 695, 640, 600];

type Draw = Parameters<typeof makeDrawnPdf>[1];

async function textOf(draw: Draw, texts = TEXTS): Promise<string> {
  const file = await makeFile('table.pdf', await makeDrawnPdf([texts], draw));
  const { documents } = await readDocuments(pdfReader, pdfFile.params.parse({}), file);
  return documents.map(({ text }) => text).join('\n');
}

const TABLE = [
  'What is due:',
  '',
  '| Name | Meaning | Price |',
  '| --- | --- | --- |',
  '| Compost | Old leaves and the recommended amount of soil, mixed by hand | 3.50 |',
  '| Mulch | Young leaves |  |',
  '',
  'That is all.',
].join('\n');

describe('a table with rules', () => {
  test('is read cell by cell, whatever the height of its rows', async () => {
    const text = await textOf((page) => {
      for (const x of XS) page.drawLine({ start: { x, y: 600 }, end: { x, y: 720 } });
      for (const y of YS) page.drawLine({ start: { x: 50, y }, end: { x: 545, y } });
    });
    expect(text).toBe(TABLE);
  });

  test('may have its rules drawn as rectangles, thin or one around each cell', async () => {
    const thin: Draw = (page) => {
      for (const x of XS) page.drawRectangle({ x, y: 600, width: 0.5, height: 120 });
      for (const y of YS) page.drawRectangle({ x: 50, y, width: 495, height: 0.5 });
    };
    const boxes: Draw = (page) => {
      for (const [row, top] of YS.slice(0, -1).entries()) {
        for (const [column, x] of XS.slice(0, -1).entries()) {
          const [bottom = 0, right = 0] = [YS[row + 1], XS[column + 1]];
          page.drawRectangle({ x, y: bottom, width: right - x, height: top - bottom, borderWidth: 1, opacity: 0 });
        }
      }
    };
    expect(await textOf(thin)).toBe(TABLE);
    expect(await textOf(boxes)).toBe(TABLE);
  });

  test('is none when its rules frame the text of a page, or nothing', async () => {
    const frame: Draw = (page) => page.drawRectangle({ x: 40, y: 590, width: 520, height: 140, borderWidth: 1 });
    expect(await textOf(frame)).not.toContain('|');
  });
});

test('a page with more pieces of text than any has is read as it is drawn', async () => {
  const texts = Array.from({ length: 12_000 }, (_, index): PlacedText => {
    return [`w${index}`, 20 + 50 * (index % 10), 800 - 0.6 * Math.floor(index / 10)];
  });
  const text = await textOf(() => undefined, texts);
  expect(text.split(/\s+/)).toHaveLength(12_000);
  expect(text).not.toContain('|');
});
