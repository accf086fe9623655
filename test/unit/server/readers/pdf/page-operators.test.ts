import { expect, test } from 'vitest';
import { openPdf } from '../../../../../electron/server/readers/pdf/open-pdf.ts';
import { operatorsOf } from '../../../../../electron/server/readers/pdf/page-operators.ts';
import { readDrawing } from '../../../../../electron/server/readers/pdf/pdf-pages.ts';
import { makeDrawnPdf } from '../../../../helpers/builders/pdf-fixtures.ts';
import { sourceFileMaker } from '../../../../helpers/builders/source-files.ts';

const makeFile = sourceFileMaker();
const LINES = 3000;

test('operators of a page come in parts, which need not all be taken', async () => {
  const bytes = await makeDrawnPdf([[['Map', 50, 700]]], (page) => {
    for (let line = 0; line < LINES; line += 1) {
      page.drawLine({ start: { x: 50, y: line % 800 }, end: { x: 500, y: line % 800 } });
    }
  });
  const pdf = await openPdf(await makeFile('map.pdf', bytes), new AbortController().signal);
  try {
    const page = await pdf.document.getPage(1);
    const all = (await page.getOperatorList()).fnArray;
    const found: number[] = [];
    let parts = 0;
    for await (const { fnArray } of operatorsOf(page)) {
      parts += 1;
      found.push(...fnArray);
    }
    expect(found).toEqual(all);
    expect(parts).toBeGreaterThan(2);
    for await (const _ of operatorsOf(page)) break;
    expect((await readDrawing(page, () => true)).rules).toEqual([]);
    const { items } = await page.getTextContent();
    expect(items).toEqual([expect.objectContaining({ str: 'Map' })]);
  } finally {
    await pdf.close();
  }
});
