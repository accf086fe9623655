/** Converts input of any format to text, piece by piece. */
export interface TextReader {
  /** Reads a piece. @returns the text that it completes */
  write(piece: string): string;
  /** @returns the rest of the text */
  end(): string;
}

/** Passes a stream through a reader; pieces without text are left out. */
export async function* readThrough(pieces: AsyncIterable<string>, reader: TextReader): AsyncGenerator<string> {
  for await (const piece of pieces) {
    const text = reader.write(piece);
    if (text !== '') yield text;
  }
  const rest = reader.end();
  if (rest !== '') yield rest;
}

/** The start of a stream, of at least `units` (UTF-16) unless it is shorter, and the whole stream from its beginning. */
export interface Peeked {
  readonly start: string;
  readonly pieces: AsyncIterable<string>;
}

export async function peek(stream: AsyncIterable<string>, units: number): Promise<Peeked> {
  const iterator = stream[Symbol.asyncIterator]();
  let start = '';
  while (start.length < units) {
    const next = await iterator.next();
    if (next.done === true) break;
    start += next.value;
  }
  return { start, pieces: startingWith(start, { [Symbol.asyncIterator]: () => iterator }) };
}

async function* startingWith(start: string, rest: AsyncIterable<string>): AsyncGenerator<string> {
  if (start !== '') yield start;
  yield* rest;
}

/** Longer lines are cut, so that a file without line ends is not read into memory whole. */
const MAX_LINE_UNITS = 1024 * 1024;

/** The lines of a stream, without their ends. */
export async function* linesOf(pieces: AsyncIterable<string>): AsyncGenerator<string> {
  let rest = '';
  for await (const piece of pieces) {
    const lines = (rest + piece).split('\n');
    rest = lines.pop() ?? '';
    for (const line of lines) yield line.endsWith('\r') ? line.slice(0, -1) : line;
    if (rest.length > MAX_LINE_UNITS) {
      yield rest;
      rest = '';
    }
  }
  if (rest !== '') yield rest;
}
