/** A line of a text, without its end. */
export interface TextLine {
  readonly text: string;
  /** Counts from 1. */
  readonly number: number;
}

/** A line is kept whole, so its length is limited to protect memory. In UTF-16 units. */
const MAX_LINE_UNITS = 32 * 1024 * 1024;

/**
 * Splits a stream of text into lines (LF, CR LF).
 * @throws RangeError for a line of more than 32 Mi units
 */
export async function* readLines(pieces: AsyncIterable<string>): AsyncGenerator<TextLine> {
  let number = 0;
  let open = '';
  for await (const piece of pieces) {
    let start = 0;
    for (let feed = piece.indexOf('\n'); feed !== -1; feed = piece.indexOf('\n', start)) {
      number += 1;
      yield { text: withoutReturn(open + piece.slice(start, feed)), number };
      open = '';
      start = feed + 1;
    }
    open += piece.slice(start);
    if (open.length > MAX_LINE_UNITS) throw new RangeError('A line is too long');
  }
  if (open !== '') yield { text: withoutReturn(open), number: number + 1 };
}

function withoutReturn(line: string): string {
  return line.endsWith('\r') ? line.slice(0, -1) : line;
}
