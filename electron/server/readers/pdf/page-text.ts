/** The fields of pdf.js's text items that determine the text. */
export interface PdfTextItem {
  readonly str: string;
  /** Affine transform; [4] and [5] are the distances of its first letter's baseline from the left and the bottom of the page. */
  readonly transform: readonly number[];
  readonly width: number;
  readonly height: number;
  readonly hasEOL: boolean;
  /** `rtl`: its first letter is at its right. */
  readonly dir: string;
}

/** A part of a line. */
export interface Piece {
  readonly text: string;
  /** The item whose text this is; undefined for what stands on no place of the page: a blank, say. */
  readonly item: PdfTextItem | undefined;
}

/** A line of text, in the units of the page. */
export interface Line {
  readonly pieces: readonly Piece[];
  /** Distance from the bottom of the page, and character height, of the line's first item with text. */
  readonly baseline: number | undefined;
  readonly height: number;
  /** A paragraph begins here, wherever the line before stands. */
  readonly beginsParagraph?: true;
  /** A row of a Markdown table. */
  readonly isTable?: true;
  /** A column of signs, one below the other. */
  readonly isStacked?: true;
}

/** Words are rarely nearer to each other than this share of the font's size, and letters of a word rarely farther (pdf.js takes 0.1 and kerning in account). */
export const WORD_GAP = 0.15;
/** Scripts that put no blanks between words. */
export const UNSPACED =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}、。・，！？：；（）「」]/u;

/** Whether a text runs from left to right along a level line. */
export function isLevel({ transform: [a = 1, b = 0, c = 0], dir }: PdfTextItem): boolean {
  return a > 0 && Math.abs(b) < 0.01 * a && Math.abs(c) < a && dir === 'ltr';
}

export function leftOf({ transform }: PdfTextItem): number {
  return transform[4] ?? 0;
}

export function rightOf(item: PdfTextItem): number {
  return leftOf(item) + item.width;
}

export function baselineOf({ transform }: PdfTextItem): number {
  return transform[5] ?? 0;
}

export function textOf({ pieces }: Line): string {
  return pieces.map(({ text }) => text).join('');
}

/** Pages of text have some 3,000 pieces at most; what takes more is a drawing, or made to keep a reader busy. */
const MOST_PIECES = 10_000;

/** Whether a page has more pieces than it is worth looking for columns and tables in. */
export function isDense(lines: readonly Line[]): boolean {
  return lines.reduce((sum, { pieces }) => sum + pieces.length, 0) > MOST_PIECES;
}
