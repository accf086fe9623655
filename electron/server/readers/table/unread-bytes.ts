/** What is left of a text where a row can't be read. */
export interface CutText {
  /** Sound rows. */
  readonly before: Buffer;
  readonly emptyLines: number;
  /** The line that can't be read. */
  readonly line: Buffer;
  readonly rest: AsyncIterable<string>;
}

/** Longer lines are dropped. */
const MOST_BYTES = 32 * 1024 * 1024;

/** Passes a text on as bytes, and keeps those that are not dealt with yet. */
export class UnreadBytes {
  readonly #source: AsyncIterator<string>;
  #buffered: Buffer[] = [];
  /** Where the buffered bytes begin, and up to where they are processed. */
  #start = 0;
  #dealtWith = 0;

  constructor(source: AsyncIterable<string>) {
    this.#source = source[Symbol.asyncIterator]();
  }

  async *pieces(): AsyncGenerator<Buffer> {
    for (let piece = await this.#next(); piece !== undefined; piece = await this.#next()) yield piece;
  }

  async #next(): Promise<Buffer | undefined> {
    const next = await this.#source.next();
    if (next.done === true) return undefined;
    const piece = Buffer.from(next.value);
    this.#buffered.push(piece);
    return piece;
  }

  /** Forgets the bytes up to here, counted from the beginning. */
  forget(bytes: number): void {
    this.#dealtWith = bytes;
    for (
      let [first] = this.#buffered;
      first !== undefined && this.#start + first.length <= bytes;
      [first] = this.#buffered
    ) {
      this.#start += first.length;
      this.#buffered.shift();
    }
  }

  /**
   * Cuts the text at a place, counted in bytes from the beginning, and behind the first line there that is not empty.
   * @returns undefined if that line is too long
   */
  async cut(at: number): Promise<CutText | undefined> {
    const buffered = Buffer.concat(this.#buffered);
    const before = buffered.subarray(this.#dealtWith - this.#start, at - this.#start);
    let all = buffered.subarray(at - this.#start);
    const [empty] = /^(?:[ \t]*\r?\n)*/.exec(all.toString('latin1')) ?? [''];
    let end = all.indexOf('\n', empty.length);
    while (end === -1) {
      if (all.length > MOST_BYTES) return undefined;
      const piece = await this.#next();
      if (piece === undefined) break;
      all = Buffer.concat([all, piece]);
      end = all.indexOf('\n', empty.length);
    }
    const lineEnd = end === -1 ? all.length : end + 1;
    const left = all.subarray(lineEnd).toString();
    return {
      before,
      emptyLines: empty.split('\n').length - 1,
      line: all.subarray(empty.length, lineEnd),
      rest: followedBy(left, this.#source),
    };
  }
}

async function* followedBy(start: string, rest: AsyncIterator<string>): AsyncGenerator<string> {
  if (start !== '') yield start;
  for (let next = await rest.next(); next.done !== true; next = await rest.next()) yield next.value;
}
