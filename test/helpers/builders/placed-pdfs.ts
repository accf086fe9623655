import { PDFDocument, StandardFonts } from 'pdf-lib';
import type { PdfPassage } from '../../../shared/api/originals.ts';
import { makeScan } from './scanned-pdfs.ts';
import { drawText, middleOfWord, type TextPicture } from './text-pictures.ts';

/** A word of a page, as shares of its width and height from the top left corner. */
interface PlacedWord {
  readonly text: string;
  readonly pageNumber: number;
  readonly x: number;
  readonly y: number;
}

/** A PDF of which is known where its words are. */
export interface PlacedPdf {
  readonly content: Uint8Array;
  /** In the order in which people read them. */
  readonly words: readonly PlacedWord[];
}

/** The words under the boxes of a passage: those whose middle is marked. */
export function wordsUnder({ pages }: PdfPassage, { words }: PlacedPdf): string {
  const isUnder = ({ x, y, pageNumber }: PlacedWord) =>
    pages.some(
      (page) =>
        page.pageNumber === pageNumber &&
        page.boxes.some((box) => x > box.x && x < box.x + box.width && y > box.y && y < box.y + box.height),
    );
  return words
    .filter(isUnder)
    .map(({ text }) => text)
    .join(' ');
}

const [WIDTH, HEIGHT, SIZE, STEP, TOP] = [600, 800, 11, 14, 740];

/** A column of lines: from the left, in points. */
interface Column {
  readonly left: number;
  readonly lines: readonly string[];
}

/**
 * Pages of columns, whose lines are drawn across the page as many programs draw them.
 * @param pages of each its columns
 */
export async function makeColumns(pages: readonly (readonly Column[])[]): Promise<PlacedPdf> {
  const pdf = await PDFDocument.create();
  const font = await pdf.embedFont(StandardFonts.Helvetica);
  const words: PlacedWord[] = [];
  for (const [index, columns] of pages.entries()) {
    const page = pdf.addPage([WIDTH, HEIGHT]);
    const rows = Math.max(...columns.map(({ lines }) => lines.length));
    for (let row = 0; row < rows; row += 1) {
      for (const { left, lines } of columns) {
        page.drawText(lines[row] ?? '', { x: left, y: TOP - row * STEP, size: SIZE, font });
      }
    }
    for (const { left, lines } of columns) {
      for (const [row, line] of lines.entries()) {
        for (const { 0: text, index: at } of line.matchAll(/\S+/g)) {
          const before = font.widthOfTextAtSize(line.slice(0, at), SIZE);
          const x = (left + before + font.widthOfTextAtSize(text, SIZE) / 2) / WIDTH;
          words.push({ text, pageNumber: index + 1, x, y: 1 - (TOP - row * STEP + SIZE / 4) / HEIGHT });
        }
      }
    }
  }
  return { content: await pdf.save(), words };
}

function wordsOfPicture(lines: readonly string[], picture: TextPicture, pageNumber: number): PlacedWord[] {
  return lines.flatMap((line, row) =>
    [...line.matchAll(/\S+/g)].map(({ 0: text, index: column }) => {
      return { text, pageNumber, ...middleOfWord(picture, { row, column, letters: text.length }) };
    }),
  );
}

/** A scan: pages of lines in capital letters, of which the file has pictures only. */
export async function makePlacedScan(pages: readonly (readonly string[])[], turn: 0 | 90 = 0): Promise<PlacedPdf> {
  const pictures = pages.map((lines) => drawText(lines));
  const words = pictures.flatMap((picture, index) => wordsOfPicture(pages[index] ?? [], picture, index + 1));
  return { content: await makeScan(pictures, 'grey', turn), words };
}
