import { PDFDocument, type PDFPage, StandardFonts, setTextRenderingMode, TextRenderingMode } from 'pdf-lib';
import { afterAll, describe, expect, test } from 'vitest';
import type { LoadContext } from '../../../../../electron/server/core/document-loader.ts';
import { pdfFile } from '../../../../../electron/server/nodes/documentloaders/pdf-file.ts';
import { createTextRecogniser } from '../../../../../electron/server/recognition/text-recogniser.ts';
import { pdfFile as definition } from '../../../../../shared/nodes/documentloaders/pdf-file.ts';
import { putEnglish } from '../../../../helpers/builders/ocr-language.ts';
import { openFiles } from '../../../../helpers/builders/read-documents.ts';
import { addScan, makeScan } from '../../../../helpers/builders/scanned-pdfs.ts';
import { sourceFileMaker } from '../../../../helpers/builders/source-files.ts';
import { makeTemporaryFolder } from '../../../../helpers/builders/temporary-folder.ts';
import { drawText } from '../../../../helpers/builders/text-pictures.ts';

const makeFile = sourceFileMaker();
const folder = makeTemporaryFolder().path;
putEnglish(folder);
const recogniser = createTextRecogniser({ folder });
afterAll(() => recogniser[Symbol.asyncDispose]());

const WORDS = 'THE WATER IS COLD';

const UNREAD = 'not read: switch on "Recognise text in scans" (OCR) in the loader.';

async function read(bytes: Uint8Array, params: object, given: Partial<LoadContext> = {}) {
  const told: string[] = [];
  const context: LoadContext = {
    signal: new AbortController().signal,
    onRead: () => undefined,
    onFailedPart: ({ message }) => void told.push(message),
    onNote: (note) => void told.push(note),
    recogniser,
    ...given,
  };
  const documents: { text: string; page: unknown }[] = [];
  const file = await makeFile('scan.pdf', bytes);
  for await (const document of openFiles(pdfFile, definition.params.parse(params)).load(file, context)) {
    let text = '';
    if (typeof document.text === 'string') text = document.text;
    else for await (const piece of document.text) text += piece;
    documents.push({ text, page: document.metadata.loc });
  }
  return { documents, told };
}

/** A page of text, one that is a picture, and an empty one. */
async function makeMixed(): Promise<Uint8Array> {
  const pdf = await PDFDocument.create();
  const font = await pdf.embedFont(StandardFonts.Helvetica);
  pdf.addPage([595, 842]).drawText('Typed words', { x: 50, y: 700, size: 12, font });
  addScan(pdf, drawText([WORDS]), 'stencil', 90);
  pdf.addPage([595, 842]);
  return pdf.save();
}

describe('a PDF with scanned pages', () => {
  test('is read where text recognition is switched on: only pages that are pictures are recognised', async () => {
    expect(await read(await makeMixed(), { ocr: true })).toEqual({
      documents: [
        { text: 'Typed words', page: { pageNumber: 1 } },
        { text: WORDS, page: { pageNumber: 2 } },
      ],
      told: [],
    });
    const whole = await read(await makeMixed(), { ocr: true, usage: 'perFile' });
    expect(whole.documents.map(({ text }) => text)).toEqual([`Typed words\n\n${WORDS}`]);
  });

  test('tells which of its pages is recognised', async () => {
    const steps: unknown[] = [];
    await read(await makeMixed(), { ocr: true }, { onStep: (step) => void steps.push(step) });
    expect(steps).toEqual([undefined, 'Recognising the text of page 2 of 3']);
  });

  test('is refused without, and the refusal says how to switch it on', async () => {
    const scan = await makeScan([drawText([WORDS])]);
    await expect(read(scan, {})).rejects.toMatchObject({
      code: 'FILE_HAS_NO_TEXT',
      message: expect.stringContaining('switch on "Recognise text in scans" (OCR) in the loader'),
    });
    const { documents, told } = await read(await makeMixed(), {});
    expect(documents.map(({ text }) => text)).toEqual(['Typed words']);
    expect(told).toEqual([`Its page 2 is a picture, whose text was ${UNREAD}`]);
  });

  test('says so when nothing was recognised', async () => {
    const blank = drawText(['        ']);
    await expect(read(await makeScan([blank]), { ocr: true })).rejects.toMatchObject({
      code: 'FILE_HAS_NO_TEXT',
      message: expect.stringContaining('none was recognised'),
    });
  });

  test('loses only the page that takes too long', async () => {
    await using hasty = createTextRecogniser({ folder, limitMs: 1 });
    const { documents, told } = await read(await makeMixed(), { ocr: true }, { recogniser: hasty });
    expect(documents.map(({ text }) => text)).toEqual(['Typed words']);
    expect(told).toEqual([expect.stringMatching(/without the text of its page 2, a picture: it takes more than/)]);
  });

  test('can be stopped while a page is recognised', async () => {
    const stop = new AbortController();
    const stopping = {
      recognise: async (...args: Parameters<typeof recogniser.recognise>) => {
        const text = recogniser.recognise(...args);
        stop.abort(new Error('stopped'));
        return await text;
      },
    };
    const reading = read(await makeMixed(), { ocr: true }, { recogniser: stopping, signal: stop.signal });
    await expect(reading).rejects.toThrow('stopped');
    expect((await read(await makeMixed(), { ocr: true })).documents).toHaveLength(2);
  });
});

const MARK = 'Scanned with a phone';

/** Two scans with a text of their own, each line 20 points below the other. */
async function makeMarked(lines: readonly string[], prepare: (page: PDFPage) => void = () => undefined) {
  const pdf = await PDFDocument.create();
  for (const kind of ['strips', 'stencil'] as const) {
    const page = addScan(pdf, drawText([WORDS, WORDS, WORDS]), kind);
    prepare(page);
    for (const [index, line] of lines.entries()) page.drawText(line, { x: 20, y: 60 - 20 * index, size: 9 });
  }
  return pdf.save();
}

describe('a scan with text of its own', () => {
  const recognised = [WORDS, WORDS, WORDS].join('\n');

  test('is recognised in spite of a line or two, which are kept', async () => {
    const { documents } = await read(await makeMarked([MARK, '17']), { ocr: true });
    const text = `${recognised}\n\n${MARK}\n17`;
    expect(documents.map((document) => document.text)).toEqual([text, text]);
  });

  test('says without text recognition that it was not read', async () => {
    const { documents, told } = await read(await makeMarked([MARK]), {});
    expect(documents.map(({ text }) => text)).toEqual([MARK, MARK]);
    expect(told).toEqual([`Its pages 1, 2 are pictures, whose text was ${UNREAD}`]);
  });

  test('does not say twice what the picture says', async () => {
    const { documents } = await read(await makeMarked(['The water is cold', MARK]), { ocr: true });
    expect(documents[0]?.text).toBe(`${recognised}\n\n${MARK}`);
  });

  const hide = (page: PDFPage): void => page.pushOperators(setTextRenderingMode(TextRenderingMode.Invisible));
  const enlarge = (page: PDFPage): void => page.setSize(page.getWidth(), 1.5 * page.getHeight());
  test.each([
    ['has been recognised', ['The water'], hide],
    ['has more text', ['One line', 'another', 'and a third'], () => undefined],
    ['is only part of the page', ['A figure'], enlarge],
  ])('is left as it is where it %s', async (_what, lines, prepare) => {
    const bytes = await makeMarked(lines, prepare);
    for (const ocr of [true, false]) {
      const { documents, told } = await read(bytes, { ocr });
      expect(documents.map(({ text }) => text.split(/\n+/))).toEqual([lines, lines]);
      expect(told).toEqual([]);
    }
  });

  test('keeps it where the picture can not be recognised', async () => {
    await using hasty = createTextRecogniser({ folder, limitMs: 1 });
    const { documents, told } = await read(await makeMarked([MARK]), { ocr: true }, { recogniser: hasty });
    expect(documents.map(({ text }) => text)).toEqual([MARK, MARK]);
    expect(told).toHaveLength(2);
  });
});
