import type { PDFDocument, PDFPage } from 'pdf-lib';
import { describe, expect, test } from 'vitest';
import { pdfReader } from '../../../../../electron/server/readers/pdf/pdf-reader.ts';
import { pdfFile } from '../../../../../shared/nodes/documentloaders/pdf-file.ts';
import { makeDrawnPdf, type PlacedText } from '../../../../helpers/builders/pdf-fixtures.ts';
import { makePng } from '../../../../helpers/builders/picture-files.ts';
import { readDocuments } from '../../../../helpers/builders/read-documents.ts';
import { sourceFileMaker } from '../../../../helpers/builders/source-files.ts';
import { drawText } from '../../../../helpers/builders/text-pictures.ts';

const makeFile = sourceFileMaker();

type Box = readonly [x: number, y: number, width: number, height: number];

/** The lines of a page on which these texts are drawn, and a picture in this box. */
async function linesOf(texts: readonly PlacedText[], figure?: Box): Promise<string[]> {
  const draw = async (page: PDFPage, pdf: PDFDocument): Promise<void> => {
    if (figure === undefined) return;
    const [x, y, width, height] = figure;
    page.drawImage(await pdf.embedPng(makePng(drawText(['HERON']))), { x, y, width, height });
  };
  const file = await makeFile('columns.pdf', await makeDrawnPdf([texts], draw));
  const { documents } = await readDocuments(pdfReader, pdfFile.params.parse({}), file);
  return documents.flatMap(({ text }) => text.split(/\n+/));
}

/** Lines of a column, 15 points apart, as long as each other about. */
function column(name: string, x: number, y: number, count: number): PlacedText[] {
  return Array.from({ length: count }, (_, index) => [
    `${name} says ${String.fromCharCode(97 + index)} of herons`,
    x,
    y - 15 * index,
  ]);
}

function lineByLine(texts: readonly PlacedText[]): PlacedText[] {
  return texts.toSorted(([, x, y], [, otherX, otherY]) => otherY - y || x - otherX);
}

const textsOf = (texts: readonly PlacedText[]) => texts.map(([text]) => text);
const TITLE: PlacedText = ['A title that goes over all of the columns, from the left side to the right one', 50, 780];

/** The parts of a page in the order in which they are read, and a figure on it. */
type Page = readonly [what: string, parts: readonly (readonly PlacedText[])[], figure: Box | undefined];
const PAGES: readonly Page[] = [
  ['two columns', [[TITLE], column('The left one', 50, 740, 8), column('The right one', 320, 740, 8)], undefined],
  [
    'two columns, the left one with a figure',
    [
      [TITLE],
      column('The left one', 50, 740, 6),
      [['Figure 1: a heron at the water', 60, 480]],
      column('Below it one', 50, 450, 6),
      column('The right one', 320, 740, 26),
    ],
    [50, 495, 200, 150],
  ],
  [
    'two columns, the right one with a figure at its top that has words in it',
    [
      [TITLE],
      column('The left one', 50, 740, 16),
      [
        ['beak', 330, 735],
        ['neck', 420, 700],
        ['leg', 480, 640],
      ],
      [['Figure 1: a heron at the water', 330, 610]],
      column('The right one', 320, 580, 6),
    ],
    [320, 625, 200, 120],
  ],
  [
    'two columns with a figure over both',
    [
      [TITLE],
      column('The left one', 50, 740, 8),
      column('The right one', 320, 740, 8),
      [['Figure 1: herons at the water, in a picture that goes over both of the columns', 60, 440]],
      column('Lower left', 50, 400, 8),
      column('Lower right', 320, 400, 8),
    ],
    [50, 460, 490, 150],
  ],
  [
    'three columns',
    [[TITLE], column('First', 40, 740, 10), column('Second', 225, 740, 10), column('Third', 410, 740, 10)],
    undefined,
  ],
  [
    'three columns, the middle one with a figure',
    [
      [TITLE],
      column('First', 40, 740, 20),
      column('Second', 225, 740, 6),
      [['Figure 1: a heron', 230, 530]],
      column('Lower second', 225, 500, 4),
      column('Third', 410, 740, 20),
    ],
    [225, 545, 150, 90],
  ],
];

describe.each(PAGES)('a page with %s', (_what, parts, figure) => {
  test('is read column by column, drawn like that', async () => {
    expect(await linesOf(parts.flat(), figure)).toEqual(textsOf(parts.flat()));
  });

  test('is read column by column, drawn line by line', async () => {
    expect(await linesOf(lineByLine(parts.flat()), figure)).toEqual(textsOf(parts.flat()));
  });
});
