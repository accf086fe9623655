import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { degrees, PDFDocument, type PDFFont, type PDFPage, StandardFonts } from 'pdf-lib';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { findInPdf } from '../../../../../electron/server/pipeline/original/find-in-pdf.ts';
import { pdfReader } from '../../../../../electron/server/readers/pdf/pdf-reader.ts';
import { createTextRecogniser } from '../../../../../electron/server/recognition/text-recogniser.ts';
import type { PdfPassage } from '../../../../../shared/api/originals.ts';
import { putEnglish } from '../../../../helpers/builders/ocr-language.ts';
import { makeScan } from '../../../../helpers/builders/scanned-pdfs.ts';
import { makeTemporaryFolder } from '../../../../helpers/builders/temporary-folder.ts';
import { drawText } from '../../../../helpers/builders/text-pictures.ts';

const [WIDTH, HEIGHT, SIZE] = [600, 800, 12];
const context = { signal: new AbortController().signal, onRead: () => undefined };
let folder: ReturnType<typeof makeTemporaryFolder>;

beforeAll(() => {
  folder = makeTemporaryFolder();
});
afterAll(() => folder.remove());

interface Line {
  readonly text: string;
  readonly x: number;
  /** From the bottom of the page. */
  readonly y: number;
}

interface MadePdf {
  readonly file: { readonly name: string; readonly path: string; readonly sizeBytes: number };
  readonly font: PDFFont;
  readonly pages: readonly PDFPage[];
}

let count = 0;

async function makePdf(pages: readonly (readonly Line[])[], rotation = 0): Promise<MadePdf> {
  const pdf = await PDFDocument.create();
  const font = await pdf.embedFont(StandardFonts.Helvetica);
  const made = pages.map((lines) => {
    const page = pdf.addPage([WIDTH, HEIGHT]);
    for (const { text, x, y } of lines) page.drawText(text, { x, y, size: SIZE, font });
    if (rotation !== 0) page.setRotation(degrees(rotation));
    return page;
  });
  const bytes = await pdf.save();
  count += 1;
  const path = join(folder.path, `${count}.pdf`);
  writeFileSync(path, bytes);
  return { file: { name: 'made.pdf', path, sizeBytes: bytes.length }, font, pages: made };
}

async function textOf({ file }: MadePdf): Promise<string> {
  let text = '';
  for await (const document of pdfReader.load({ usage: 'perFile' } as never, file, context)) {
    if (typeof document.text === 'string') text += document.text;
    else for await (const piece of document.text) text += piece;
  }
  return text;
}

function find({ file }: MadePdf, text: string, loc: object = {}): Promise<PdfPassage> {
  return findInPdf({ file, loader: { name: 'pdfFile', params: {} }, text, metadata: { loc } }, context);
}

/** Where a part of a line is on its page, as shares from the top left corner. */
function expectedBox({ font }: MadePdf, { text, x, y }: Line, part = text) {
  const at = text.indexOf(part);
  const left = x + font.widthOfTextAtSize(text.slice(0, at), SIZE);
  return {
    left: left / WIDTH,
    right: (left + font.widthOfTextAtSize(part, SIZE)) / WIDTH,
    baseline: 1 - y / HEIGHT,
  };
}

/** Two letters: within a line widths are estimated. */
const TOLERANCE = 12 / WIDTH;

function expectBox(
  box: PdfPassage['pages'][number]['boxes'][number] | undefined,
  expected: ReturnType<typeof expectedBox>,
) {
  if (box === undefined) throw new Error('There is no box');
  expect(Math.abs(box.x - expected.left)).toBeLessThan(TOLERANCE);
  expect(Math.abs(box.x + box.width - expected.right)).toBeLessThan(TOLERANCE);
  expect(box.y).toBeLessThan(expected.baseline);
  expect(box.y + box.height).toBeGreaterThan(expected.baseline);
  expect(box.height * HEIGHT).toBeLessThan(SIZE * 1.3);
}

const lines = (texts: readonly string[], x = 60, top = 720): Line[] =>
  texts.map((text, index) => ({ text, x, y: top - index * 15 }));

test('a passage of a scan is not marked where its picture can not be recognised again, and that is said', async () => {
  const models = join(folder.path, 'models');
  putEnglish(models);
  await using hasty = createTextRecogniser({ folder: models, limitMs: 1 });
  await using patient = createTextRecogniser({ folder: models });
  const bytes = await makeScan([drawText(['THE WATER IS COLD'])]);
  const path = join(folder.path, 'scan.pdf');
  writeFileSync(path, bytes);
  const file = { name: 'scan.pdf', path, sizeBytes: bytes.length };
  const loader = { name: 'pdfFile', params: { ocr: true, ocrLanguages: 'eng' } };
  for (const loc of [{}, { pageNumber: 1 }]) {
    const request = { file, loader, text: 'THE WATER IS COLD', metadata: { loc } };
    const unread = { found: 'unread', isChanged: false, pageNumber: 1, pages: [] };
    expect(await findInPdf(request, { ...context, recogniser: hasty })).toMatchObject(unread);
    const read = { found: 'whole', isChanged: false, pages: [{ boxes: [{}] }] };
    expect(await findInPdf(request, { ...context, recogniser: patient })).toMatchObject(read);
    rmSync(path);
    writeFileSync(path, Buffer.concat([bytes, Buffer.from('\n')]));
  }
});

describe('a passage', () => {
  test('is marked line by line, from its first word to its last', async () => {
    const page = lines([
      'The garden gate is green, and it',
      'creaks when the wind comes from the',
      'north. The shed is red.',
    ]);
    const pdf = await makePdf([page]);
    const found = await find(pdf, 'it creaks when the wind comes from the north.');
    expect(found).toMatchObject({ found: 'whole', pageCount: 1, pageNumber: 1 });
    const boxes = found.pages[0]?.boxes ?? [];
    expect(boxes).toHaveLength(3);
    const [first, second, third] = page;
    if (first === undefined || second === undefined || third === undefined) throw new Error('no lines');
    expectBox(boxes[0], expectedBox(pdf, first, 'it'));
    expectBox(boxes[1], expectedBox(pdf, second));
    expectBox(boxes[2], expectedBox(pdf, third, 'north.'));

    const text = 'The garden gate is green, and it creaks when the wind comes from the north. The shed is red.';
    const start = text.indexOf('The shed');
    const loader = { name: 'pdfFile', params: {} };
    const request = { file: pdf.file, loader, text, part: { start, end: text.length }, metadata: {} };
    const sentence = await findInPdf(request, context);
    expect(sentence).toMatchObject({ found: 'whole', pages: [{ boxes: [{}] }] });
    expectBox(sentence.pages[0]?.boxes[0], expectedBox(pdf, third, 'The shed is red.'));
  });

  test('is marked in its column only', async () => {
    const left = lines(['Left one is about herons', 'and left two about bees.'], 40);
    const right = lines(['Right one is about otters', 'and right two about owls.'], 330);
    const pdf = await makePdf([[...left, ...right]]);
    const found = await find(pdf, 'Right one is about otters\nand right two about owls.');
    expect(found.found).toBe('whole');
    expect(found.pages[0]?.boxes).toHaveLength(2);
    for (const box of found.pages[0]?.boxes ?? []) expect(box.x).toBeGreaterThan(0.5);
  });

  test('is found with its hyphens joined', async () => {
    const page = lines(['Every member has a water-', 'ing can and an infor-', 'mation sheet of the club.']);
    const pdf = await makePdf([page]);
    const found = await find(pdf, 'has a watering can and an information sheet');
    expect(found.found).toBe('whole');
    const boxes = found.pages[0]?.boxes ?? [];
    expect(boxes).toHaveLength(3);
    const [first] = page;
    if (first === undefined) throw new Error('no line');
    expectBox(boxes[0], expectedBox(pdf, first, 'has a water-'));
  });

  test('that crosses a page is marked on both, without the header and footer that were cleaned out of it', async () => {
    const first = [
      ...lines(['Rules of the club'], 60, 770),
      ...lines(['Water before nine, and', 'never at noon, since the'], 60, 80),
      ...lines(['Page 1 of 2'], 280, 30),
    ];
    const second = [
      ...lines(['Rules of the club'], 60, 770),
      ...lines(['sun burns wet leaves. Compost', 'is turned on Mondays.'], 60, 720),
    ];
    const pdf = await makePdf([first, second]);
    const found = await find(
      pdf,
      'Water before nine, and never at noon, since the sun burns wet leaves. Compost is turned',
    );
    expect(found).toMatchObject({ found: 'whole', pageNumber: 1 });
    expect(found.pages.map(({ pageNumber, boxes }) => [pageNumber, boxes.length])).toEqual([
      [1, 2],
      [2, 2],
    ]);
    const header = 1 - 770 / HEIGHT;
    for (const { boxes } of found.pages) for (const { y } of boxes) expect(Math.abs(y - header)).toBeGreaterThan(0.03);
  });

  test('is marked where the chunk is from when running headers were left out before it', async () => {
    const repeated = 'Close the gate behind you, always.';
    const pdf = await makePdf(
      Array.from({ length: 5 }, (_, page) => [
        ...lines(['Rules of the garden club, all of them'], 60, 770),
        ...lines([`Part ${'abcde'.charAt(page)} says:`, repeated], 60, 500),
        ...lines([`Page ${page + 1}`], 280, 30),
      ]),
    );
    const text = await textOf(pdf);
    expect(text.match(/Rules|Page/g)).toEqual(['Rules']);
    const places = [...text.matchAll(new RegExp(repeated, 'g'))].map(({ index }) => index);
    const found = await Promise.all(
      places.map((from) => find(pdf, repeated, { offset: { from, to: from + repeated.length } })),
    );
    expect(found.map(({ found: word, pageNumber }) => [word, pageNumber])).toEqual(
      [1, 2, 3, 4, 5].map((page) => ['whole', page]),
    );
  });

  test('that is there several times is marked where the chunk is from', async () => {
    const repeated = 'Close the gate behind you, always.';
    const pdf = await makePdf([
      lines(['First part.', repeated, 'Some more of the first.', repeated]),
      lines(['Second part.', repeated, 'The end.']),
    ]);
    const text = await textOf(pdf);
    const places = [...text.matchAll(new RegExp(repeated, 'g'))].map(({ index }) => index);
    expect(places).toHaveLength(3);
    const found = await Promise.all(
      places.map((from) => find(pdf, repeated, { offset: { from, to: from + repeated.length } })),
    );
    expect(found.map(({ pageNumber }) => pageNumber)).toEqual([1, 1, 2]);
    const tops = found.map(({ pages }) => pages[0]?.boxes[0]?.y ?? 0);
    expect(tops[0]).toBeLessThan(tops[1] ?? 0);
    expect(tops[2]).toBeCloseTo(tops[0] ?? 0, 3);
    // One document a page: the offset counts from the page's own text.
    const onSecond = await find(pdf, repeated, { pageNumber: 2, offset: { from: 13, to: 13 + repeated.length } });
    expect(onSecond).toMatchObject({ found: 'whole', pageNumber: 2, pages: [{ pageNumber: 2 }] });
  });

  test('on a page that is shown turned is marked where it is shown', async () => {
    const [line] = lines(['Turned text stands on its side.'], 100, 600);
    if (line === undefined) throw new Error('no line');
    const pdf = await makePdf([[line]], 90);
    const found = await find(pdf, line.text);
    const [box] = found.pages[0]?.boxes ?? [];
    if (box === undefined) throw new Error('no box');
    // Turned clockwise by 90°: the view is 800 wide and 600 high; what was up is right, what was left is up.
    const width = pdf.font.widthOfTextAtSize(line.text, SIZE);
    expect(box.x).toBeLessThan(line.y / HEIGHT);
    expect(box.x + box.width).toBeGreaterThan(line.y / HEIGHT);
    expect(box.y).toBeCloseTo(line.x / WIDTH, 2);
    expect(box.height).toBeCloseTo(width / WIDTH, 2);
    expect(box.width * HEIGHT).toBeLessThan(SIZE * 1.3);
  });

  test('of which a person has changed some words is marked where most of it is', async () => {
    const page = lines([
      'The opening hours are from nine to five',
      'on weekdays, and from ten to two on',
      'Saturdays. Closed on Sundays.',
    ]);
    const pdf = await makePdf([page]);
    const found = await find(
      pdf,
      'The opening hours are from eight to six on weekdays, and from ten to two on Saturdays.',
    );
    expect(found.found).toBe('partly');
    expect(found.pages[0]?.boxes.length).toBeGreaterThanOrEqual(3);
  });

  test('that is not there leads to its page, with nothing marked', async () => {
    const pdf = await makePdf([lines(['One page of text.']), lines(['Another page of text.'])]);
    const found = await find(pdf, 'Zebras quickly jump over fuzzy boxes', { offset: { from: 25, to: 60 } });
    expect(found).toMatchObject({ found: 'none', pageNumber: 2, pages: [] });
  });
});
