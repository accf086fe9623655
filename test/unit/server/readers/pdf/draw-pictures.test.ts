import { describe, expect, test } from 'vitest';
import { loadPdfjsWithPictures, openPdf } from '../../../../../electron/server/readers/pdf/open-pdf.ts';
import { toMatrix } from '../../../../../electron/server/readers/pdf/page-matrix.ts';
import {
  drawPictures,
  encodeGrey,
  MOST_PIXELS,
  type PagePicture,
  readPictures,
} from '../../../../../electron/server/readers/pdf/scanned-pages.ts';
import {
  type CodedPicture,
  makeCoded,
  makeScan,
  type ScanKind,
  type ScanTurn,
} from '../../../../helpers/builders/scanned-pdfs.ts';
import { sourceFileMaker } from '../../../../helpers/builders/source-files.ts';
import { drawText } from '../../../../helpers/builders/text-pictures.ts';

const makeFile = sourceFileMaker();

async function drawPage(bytes: Uint8Array) {
  const { signal } = new AbortController();
  const file = await makeFile('scan.pdf', bytes);
  // As for its text, which comes first.
  await (await openPdf(file, signal)).close();
  const pdf = await openPdf(file, signal, true);
  try {
    const page = await pdf.document.getPage(1);
    const { pictures, undecoded } = await readPictures(page);
    const { width, height, transform } = page.getViewport({ scale: 1 });
    return { undecoded, drawn: drawPictures(pictures, { width, height, matrix: toMatrix(transform) }) };
  } finally {
    await pdf.close();
  }
}

describe('the picture of a page', () => {
  test.each<[ScanKind, ScanTurn]>([
    ['grey', 0],
    ['bits', 0],
    ['stencil', 0],
    ['strips', 0],
    ['grey', 90],
    ['stencil', 90],
  ])('is what was scanned: %s, turned by %d°', async (kind, turn) => {
    const picture = drawText(['HERON']);
    const { drawn, undecoded } = await drawPage(await makeScan([picture], kind, turn));
    expect(undecoded).toBe(0);
    expect(Math.abs(drawn.width - picture.width)).toBeLessThanOrEqual(1);
    expect(Math.abs(drawn.height - picture.height)).toBeLessThanOrEqual(1);
    let differing = 0;
    for (let y = 0; y < drawn.height; y += 1) {
      for (let x = 0; x < drawn.width; x += 1) {
        const [got = 0, wanted = 0] = [drawn.data[y * drawn.width + x], picture.data[y * picture.width + x]];
        if (Math.abs(got - wanted) > 8) differing += 1;
      }
    }
    // Edges may lie a pixel further where the page is not a whole number of pixels.
    expect(differing / drawn.data.length).toBeLessThan(0.02);
  });

  test.each<CodedPicture>(['CCITTFaxDecode', 'JBIG2Decode', 'JPXDecode'])('is decoded: %s', async (filter) => {
    const { drawn, undecoded } = await drawPage(await makeCoded(filter));
    expect(undecoded).toBe(0);
    const rows = Array.from({ length: 8 }, (_, y) => [...drawn.data.subarray(y * 16, (y + 1) * 16)]);
    const black = rows.map((row) => row.map((shade) => (shade === 0 ? '#' : '.')).join(''));
    const [blank, part] = ['.'.repeat(16), '....########....'];
    expect(black).toEqual([blank, blank, part, part, part, part, blank, blank]);
  });

  test('comes from the same version of pdf.js as the text', async () => {
    expect((await loadPdfjsWithPictures()).version).toBe((await import('unpdf/pdfjs')).version);
  });

  test('is no finer than memory allows', () => {
    const picture: PagePicture = { width: 1e5, height: 1e5, kind: 'bit', data: [], matrix: [100, 0, 0, 100, 0, 0] };
    const { width, height } = drawPictures([picture], { width: 100, height: 100, matrix: [1, 0, 0, -1, 0, 100] });
    expect(width * height).toBeLessThanOrEqual(MOST_PIXELS);
    expect(width * height).toBeGreaterThan(MOST_PIXELS * 0.99);
  });

  test('lets the paper show through what is not opaque', () => {
    const data = [0, 0, 0, 255, 0, 0, 0, 0];
    const picture: PagePicture = { width: 2, height: 1, kind: 'rgba', data, matrix: [2, 0, 0, 1, 0, 0] };
    const { data: drawn } = drawPictures([picture], { width: 2, height: 1, matrix: [1, 0, 0, -1, 0, 1] });
    expect([...drawn]).toEqual([0, 255]);
  });

  test('is a PGM file for the recogniser', () => {
    const file = encodeGrey({ width: 2, height: 1, data: Uint8Array.of(7, 9) });
    expect(Buffer.from(file).toString('latin1')).toBe('P5\n2 1\n255\n\x07\x09');
  });
});
