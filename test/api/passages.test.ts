import { join } from 'node:path';
import { PDFDocument, StandardFonts } from 'pdf-lib';
import { describe, expect, test } from 'vitest';
import { PassageSchema } from '../../shared/api/originals.ts';
import { fileLoader } from '../../shared/nodes/documentloaders/file-loader.ts';
import { makeFlow } from '../helpers/builders/flows.ts';
import { putEnglish } from '../helpers/builders/ocr-language.ts';
import { makeOds, odsSheet } from '../helpers/builders/odf-fixtures.ts';
import { makePng } from '../helpers/builders/picture-files.ts';
import { makeScan } from '../helpers/builders/scanned-pdfs.ts';
import { drawText } from '../helpers/builders/text-pictures.ts';
import { makeWorkbook } from '../helpers/builders/workbooks.ts';
import { setUpApiSuite } from '../helpers/servers/api-suite.ts';

const suite = setUpApiSuite({ dimensions: 8 });

async function newFlow(loaderInputs: Readonly<Record<string, unknown>> = {}): Promise<string> {
  const flow = makeFlow({
    basepath: suite.fake.basepath,
    loader: fileLoader,
    loaderInputs,
    splitter: { chunkSize: 200, chunkOverlap: 0 },
  });
  return (await suite.api.createFlow(flow)).id;
}

/**
 * Uploads a file, and asks for the places of its chunks.
 * @param isWanted which of them, by their number
 */
async function passagesOf(
  id: string,
  name: string,
  content: string | Uint8Array,
  isWanted: (index: number, count: number) => boolean = () => true,
) {
  const { addedDocs } = await suite.api.upsert(id, [{ name, content }]);
  const wanted = addedDocs.filter((_, index) => isWanted(index, addedDocs.length));
  return Promise.all(
    wanted.map(async ({ pageContent: text, metadata }) => {
      const answer = await suite.api.json('POST', `/originals/${id}/passage`, { source: name, text, metadata });
      expect(answer.status).toBe(200);
      return { text, passage: PassageSchema.parse(answer.body) };
    }),
  );
}

const PARAGRAPHS = Array.from({ length: 12 }, (_, index) =>
  `Paragraph ${index} ${'says some words. '.repeat(6)}`.trim(),
);

describe('a chunk is found in its original', () => {
  test('of text and Markdown, every one at its place', async () => {
    const id = await newFlow();
    for (const name of ['notes.txt', 'notes.md']) {
      const found = await passagesOf(id, name, PARAGRAPHS.join('\n\n'));
      expect(found.length).toBeGreaterThanOrEqual(12);
      for (const { text, passage } of found) {
        if (passage.kind !== 'text') throw new Error('no text');
        expect(passage).toMatchObject({ found: 'whole', isMarkdown: name.endsWith('.md') });
        const [range] = passage.ranges;
        expect(passage.text.slice(range?.from, range?.to)).toBe(text);
      }
    }
  });

  test('of a table as its row', async () => {
    const id = await newFlow();
    const rows = Array.from({ length: 500 }, (_, index) => `gate ${index},green`);
    const text = ['name,colour', ...rows].join('\n');
    const [found] = await passagesOf(id, 'gates.csv', text, (index) => index === 320);
    const passage = found?.passage;
    if (passage?.kind !== 'table') throw new Error('no table');
    expect(passage).toMatchObject({
      found: 'whole',
      columns: ['name', 'colour'],
      isCutBefore: true,
      isCutBehind: false,
    });
    expect(passage.rows.filter(({ isMarked }) => isMarked)).toEqual([
      { number: 321, cells: ['gate 320', 'green'], isMarked: true },
    ]);
  });

  test('of a workbook as its row, in the sheet that it is of', async () => {
    const id = await newFlow();
    const xlsx = await makeWorkbook((workbook) => {
      workbook.addWorksheet('Gates').addRows([
        ['name', 'colour'],
        ['North gate', 'green'],
      ]);
      const birds = Array.from({ length: 300 }, (_, index) => [`Bird ${index}`, undefined, index]);
      workbook.addWorksheet('Birds').addRows([['name', 'empty', 'seen'], ...birds]);
    });
    const ods = makeOds(
      odsSheet('Plots', [['name'], ['Plot 12']]) + odsSheet('Birds', [['name'], ['Robin'], ['Wren']]),
    );
    const ends = (index: number, count: number) => index === 0 || index >= count - 3;
    const [north, ...birds] = (await passagesOf(id, 'garden.xlsx', xlsx, ends)).map(({ passage }) => passage);
    expect(north).toMatchObject({ found: 'whole', sheet: 'Gates', columns: ['name', 'colour'], isCutBehind: false });
    // The word over the empty column comes behind the rows.
    const last = birds.findLast((passage) => passage.kind === 'table' && passage.columns.includes('name'));
    if (last?.kind !== 'table') throw new Error('no table');
    expect(last).toMatchObject({ found: 'whole', sheet: 'Birds', columns: ['name', 'seen'], isCutBefore: true });
    expect(last.rows).toHaveLength(201);
    expect(last.rows.filter(({ isMarked }) => isMarked)).toEqual([
      { number: 301, cells: ['Bird 299', '299'], isMarked: true },
    ]);
    const found = await passagesOf(id, 'garden.ods', ods);
    expect(found.at(-1)?.passage).toMatchObject({
      sheet: 'Birds',
      rows: [
        { number: 2, cells: ['Robin'], isMarked: false },
        { number: 3, cells: ['Wren'], isMarked: true },
      ],
    });
    const gone = { source: 'garden.xlsx', text: 'Owl', metadata: { sheet: 'Owls', row: 2 } };
    expect((await suite.api.json('POST', `/originals/${id}/passage`, gone)).body).toMatchObject({
      found: 'none',
      sheet: 'Gates',
    });
  });

  test('of JSON Lines in the text of its record, even if others are the same', async () => {
    const id = await newFlow();
    const lines = Array.from({ length: 5 }, (_, index) =>
      JSON.stringify({ text: index < 3 ? 'Same words.' : 'Others.' }),
    );
    const found = await passagesOf(id, 'notes.jsonl', lines.join('\n'));
    for (const { passage } of found) expect(passage.found).toBe('whole');
  });

  test.each(['perPage', 'perFile'])('of a PDF read %s, on its pages', async (pdfUsage) => {
    const pdf = await PDFDocument.create();
    const font = await pdf.embedFont(StandardFonts.Helvetica);
    for (const number of [1, 2, 3]) {
      const page = pdf.addPage([600, 800]);
      for (let line = 0; line < 6; line += 1) {
        page.drawText(`Line ${line} of page ${number} is about gardens.`, {
          x: 60,
          y: 700 - line * 15,
          size: 12,
          font,
        });
      }
    }
    const id = await newFlow({ pdfUsage, usage: pdfUsage });
    const found = await passagesOf(id, 'gardens.pdf', await pdf.save());
    for (const { text, passage } of found) {
      if (passage.kind !== 'pdf') throw new Error('no PDF');
      expect(passage).toMatchObject({ found: 'whole', pageCount: 3 });
      const pages = [...new Set([...text.matchAll(/of page (\d)/g)].map(([, number]) => Number(number)))];
      expect(passage.pages.map(({ pageNumber }) => pageNumber)).toEqual(pages);
      const boxes = passage.pages.flatMap((page) => page.boxes);
      expect(boxes).toHaveLength(text.split('\n').filter((line) => line !== '').length);
    }
  });

  test('without an original the answer says why, and a damaged one is told', async () => {
    const id = await newFlow();
    expect(await suite.api.json('POST', `/originals/${id}/passage`, { source: 'none.txt', text: 'x' })).toMatchObject({
      status: 404,
      body: { code: 'ORIGINAL_NOT_FOUND' },
    });
  });

  test('of a scan where its words are, and of a picture in the text that was recognised', async () => {
    putEnglish(join(suite.server.dataDir, 'models', 'ocr'));
    const id = await newFlow({ ocr: true });
    const [first, second] = [drawText(['A BIRD WAITS']), drawText(['THE WATER IS COLD'])];
    const [, scanned] = await passagesOf(id, 'scan.pdf', await makeScan([first, second], 'bits'));
    expect(scanned).toMatchObject({
      text: 'THE WATER IS COLD',
      passage: { kind: 'pdf', found: 'whole', pageCount: 2, pageNumber: 2, pages: [{ pageNumber: 2, boxes: [{}] }] },
    });
    const [photo] = await passagesOf(id, 'photo.png', makePng(first));
    expect(photo).toMatchObject({
      text: 'A BIRD WAITS',
      passage: { kind: 'text', found: 'whole', text: 'A BIRD WAITS', ranges: [{ from: 0, to: 12 }] },
    });
  });
});
