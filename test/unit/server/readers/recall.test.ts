import {
  Document,
  ExternalHyperlink,
  FootnoteReferenceRun,
  HeadingLevel,
  Packer,
  Paragraph,
  Tab,
  Table,
  TableCell,
  TableRow,
  TextRun,
} from 'docx';
import { type PDFFont, type PDFPage, StandardFonts } from 'pdf-lib';
import { describe, expect, test } from 'vitest';
import { compareWords, countWords } from '../../../bench/corpus/compare-words.ts';
import { makeDrawnPdf } from '../../../helpers/builders/pdf-fixtures.ts';
import { makePresentation } from '../../../helpers/builders/presentations.ts';
import { readAny } from '../../../helpers/builders/read-any.ts';
import { sourceFileMaker } from '../../../helpers/builders/source-files.ts';
import { makeWords, type WordMaker } from '../../../helpers/builders/spoken-words.ts';
import { makeWorkbook } from '../../../helpers/builders/workbooks.ts';

const makeFile = sourceFileMaker();

/** The share of the words that were written into a file which are read of it, 0 to 1. */
async function recallOf(name: string, bytes: Uint8Array, { said }: WordMaker): Promise<number> {
  const { documents } = await readAny(await makeFile(name, bytes), 'perFile');
  const found = compareWords(countWords(documents.map(({ text }) => text).join('\n')), said);
  return found?.recall ?? 0;
}

async function makeLetter(words: WordMaker): Promise<Uint8Array> {
  const say = (count: number) => new TextRun(`${words.say(count)} `);
  // A word whose first letters are bold is one word.
  const halfBold = () => {
    const word = words.say(1);
    return [new TextRun({ text: word.slice(0, 2), bold: true }), new TextRun(`${word.slice(2)} `)];
  };
  const cell = (options = {}) => new TableCell({ children: [new Paragraph({ children: [say(3)] })], ...options });
  const table = () =>
    new Table({
      rows: [
        new TableRow({ children: [cell(), cell(), cell()] }),
        new TableRow({ children: [cell({ columnSpan: 2 }), cell({ rowSpan: 2 })] }),
        new TableRow({ children: [cell(), cell()] }),
      ],
    });
  const chapter = (number: number) => [
    new Paragraph({ heading: HeadingLevel.HEADING_1, children: [say(4)] }),
    new Paragraph({ children: [say(40), ...halfBold(), say(30), new FootnoteReferenceRun(number), say(5)] }),
    new Paragraph({ bullet: { level: 0 }, children: [say(8)] }),
    new Paragraph({ bullet: { level: 1 }, children: [say(6), new TextRun({ children: [new Tab()] }), say(2)] }),
    new Paragraph({ children: [new ExternalHyperlink({ link: 'https://example.com', children: [say(2)] }), say(9)] }),
    new Paragraph({
      children: [say(3), new TextRun({ break: 1 }), say(3), new TextRun({ text: words.say(2), smallCaps: true })],
    }),
    table(),
  ];
  const numbers = [1, 2, 3, 4, 5, 6];
  const footnotes = Object.fromEntries(
    numbers.map((number) => [number, { children: [new Paragraph({ children: [say(7)] })] }]),
  );
  const document = new Document({ footnotes, sections: [{ children: numbers.flatMap(chapter) }] });
  return new Uint8Array(await Packer.toBuffer(document));
}

test('of Word documents .998 of the words', async () => {
  const words = makeWords();
  const bytes = await makeLetter(words);
  expect(await recallOf('letter.docx', bytes, words)).toBeGreaterThanOrEqual(0.998);
});

test('of presentations .982 of the words', async () => {
  const words = makeWords();
  const bytes = await makePresentation((presentation) => {
    for (let number = 0; number < 8; number += 1) {
      const slide = presentation.addSlide();
      slide.addText(words.say(4), { x: 1, y: 0.3, w: 8, h: 1 });
      slide.addText(
        [1, 2, 3].map(() => ({ text: words.say(9), options: { bullet: true, breakLine: true } })),
        { x: 1, y: 1.5, w: 8, h: 2 },
      );
      const row = () => [1, 2, 3].map(() => ({ text: words.say(2) }));
      slide.addTable([[{ text: words.say(3), options: { colspan: 3 } }], row(), row()], { x: 1, y: 4, w: 8 });
      slide.addNotes(words.say(12));
      const series = { name: words.say(1), labels: [words.say(1), words.say(1)], values: [3, 5] };
      words.note('3 5');
      slide.addChart(presentation.ChartType.bar, [series], {
        x: 1,
        y: 5,
        w: 4,
        h: 2,
        showTitle: true,
        title: words.say(2),
      });
    }
  });
  expect(await recallOf('talk.pptx', bytes, words)).toBeGreaterThanOrEqual(0.982);
});

test('of workbooks .968 of the words', async () => {
  const words = makeWords();
  const bytes = await makeWorkbook((workbook) => {
    for (let number = 0; number < 3; number += 1) {
      const sheet = workbook.addWorksheet(words.say(1));
      sheet.addRow([1, 2, 3, 4, 5, 6].map(() => words.say(1)));
      for (let at = 0; at < 40; at += 1) {
        const amount = 1000 + at;
        const row = sheet.addRow([words.say(2), words.say(5), amount, new Date(Date.UTC(2024, 2, (at % 28) + 1))]);
        words.note(`${amount} 2024-03-${String((at % 28) + 1).padStart(2, '0')}`);
        row.getCell(4).numFmt = 'yyyy-mm-dd';
        row.getCell(5).value = { formula: `C${at + 2}*2`, result: 2 * amount };
        words.note(String(2 * amount));
        row.getCell(6).value = {
          richText: [{ text: words.say(1), font: { bold: true } }, { text: ` ${words.say(1)}` }],
        };
        if (at % 10 === 0) row.getCell(1).note = words.say(4);
      }
      const last = sheet.addRow([words.say(6)]);
      sheet.mergeCells(last.number, 1, last.number, 4);
    }
  });
  expect(await recallOf('book.xlsx', bytes, words)).toBeGreaterThanOrEqual(0.968);
});

interface Column {
  readonly left: number;
  readonly width: number;
  readonly top?: number;
}

/** Draws a text in lines as wide as a column, justified. @returns where the next line stands */
function drawColumn(page: PDFPage, font: PDFFont, text: string, { left, width, top = 740 }: Column): number {
  const size = 10;
  const widthOf = (words: string) => font.widthOfTextAtSize(words, size);
  let y = top;
  let line: string[] = [];
  const draw = (isLast: boolean) => {
    const gap = isLast || line.length < 2 ? widthOf(' ') : (width - widthOf(line.join(''))) / (line.length - 1);
    let x = left;
    for (const word of line) {
      page.drawText(word, { x, y, size, font });
      x += widthOf(word) + gap;
    }
    y -= 13;
    line = [];
  };
  for (const word of text.split(' ')) {
    if (widthOf([...line, word].join(' ')) > width) draw(false);
    line.push(word);
  }
  draw(true);
  return y;
}

async function makePages(draw: (page: PDFPage, font: PDFFont, number: number) => void): Promise<Uint8Array> {
  return await makeDrawnPdf([[], [], [], []], async (_, pdf, pages) => {
    const font = await pdf.embedFont(StandardFonts.Helvetica);
    for (const [index, page] of pages.entries()) draw(page, font, index + 1);
  });
}

type DrawPage = (words: WordMaker, ...drawn: Parameters<Parameters<typeof makePages>[0]>) => void;

/** By folder in the corpus of real files: .91 where pages have running lines, .99 elsewhere. */
const PDFS: readonly (readonly [string, number, DrawPage])[] = [
  [
    'prose',
    0.99,
    (words, page, font) => {
      let top = 740;
      for (let at = 0; at < 4; at += 1) top = drawColumn(page, font, words.say(70), { left: 60, width: 470, top }) - 10;
    },
  ],
  [
    'two columns',
    0.99,
    (words, page, font) => {
      for (const left of [60, 310]) drawColumn(page, font, words.say(150), { left, width: 230 });
    },
  ],
  [
    'tables',
    0.99,
    (words, page, font) => {
      for (let row = 0; row < 30; row += 1)
        for (let column = 0; column < 4; column += 1)
          page.drawText(words.say(2), { x: 60 + 125 * column, y: 740 - 18 * row, size: 9, font });
    },
  ],
  // What stands at the top and the bottom of each page is left out.
  [
    'pages with running lines',
    0.91,
    (words, page, font, number) => {
      page.drawText(words.note('Annual report of the harbour office'), { x: 60, y: 800, size: 9, font });
      drawColumn(page, font, words.say(180), { left: 60, width: 470 });
      page.drawText(words.note(`Page ${number} of 4`), { x: 280, y: 30, size: 9, font });
    },
  ],
];

describe('of PDF documents', () => {
  test.each(PDFS)('%s: %s of the words', async (name, least, draw) => {
    const words = makeWords(true);
    const bytes = await makePages((page, font, number) => draw(words, page, font, number));
    expect(await recallOf(`${name}.pdf`, bytes, words)).toBeGreaterThanOrEqual(least);
  });
});
