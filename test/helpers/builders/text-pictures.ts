/** Letters of 5 x 7 dots, a row a number, as old matrix printers drew them. */
const LETTERS: Readonly<Record<string, readonly number[]>> = {
  A: [14, 17, 17, 31, 17, 17, 17],
  B: [30, 17, 17, 30, 17, 17, 30],
  C: [14, 17, 16, 16, 16, 17, 14],
  D: [30, 17, 17, 17, 17, 17, 30],
  E: [31, 16, 16, 30, 16, 16, 31],
  F: [31, 16, 16, 30, 16, 16, 16],
  H: [17, 17, 17, 31, 17, 17, 17],
  I: [14, 4, 4, 4, 4, 4, 14],
  L: [16, 16, 16, 16, 16, 16, 31],
  N: [17, 25, 25, 21, 19, 19, 17],
  O: [14, 17, 17, 17, 17, 17, 14],
  P: [30, 17, 17, 30, 16, 16, 16],
  R: [30, 17, 17, 30, 20, 18, 17],
  S: [15, 16, 16, 14, 1, 1, 30],
  T: [31, 4, 4, 4, 4, 4, 4],
  W: [17, 17, 17, 21, 21, 21, 10],
  '.': [0, 0, 0, 0, 0, 12, 12],
};
const [WIDTH, HEIGHT] = [5, 7];
/** Pixels a dot, and from letter to letter and line to line in dots. */
const [DOT, STEP, LINE, MARGIN] = [6, 7, 14, 10];

/** A picture in shades of grey, a byte a pixel, from the top. */
export interface TextPicture {
  readonly width: number;
  readonly height: number;
  readonly data: Uint8Array;
}

/** A picture of lines of text, black on white, in capital letters. */
export function drawText(lines: readonly string[]): TextPicture {
  const width = (2 * MARGIN + Math.max(...lines.map(({ length }) => length)) * STEP) * DOT;
  const height = (2 * MARGIN + lines.length * LINE) * DOT;
  const data = new Uint8Array(width * height).fill(255);
  for (const [row, line] of lines.entries()) {
    for (const [column, letter] of [...line].entries()) {
      const rows = LETTERS[letter] ?? [];
      for (let dot = 0; dot < WIDTH * HEIGHT; dot += 1) {
        const [x, y] = [dot % WIDTH, Math.floor(dot / WIDTH)];
        if (((rows[y] ?? 0) & (1 << (WIDTH - 1 - x))) === 0) continue;
        const left = (MARGIN + column * STEP + x) * DOT;
        for (let top = 0; top < DOT; top += 1) {
          const start = ((MARGIN + row * LINE + y) * DOT + top) * width + left;
          data.fill(0, start, start + DOT);
        }
      }
    }
  }
  return { width, height, data };
}

/** Where the middle of a word of {@link drawText} is in its picture, as shares of width and height: `row` and `column` count lines and letters from 0. */
export function middleOfWord(
  { width, height }: TextPicture,
  { row, column, letters }: { readonly row: number; readonly column: number; readonly letters: number },
): { readonly x: number; readonly y: number } {
  const x = (MARGIN + (column + letters / 2) * STEP) * DOT;
  const y = (MARGIN + row * LINE + HEIGHT / 2) * DOT;
  return { x: x / width, y: y / height };
}
