import type { TextReader } from './text-reader.ts';

/** The beginning of what is written into a text as letters (RFC 2397), and the sign in front of it; or a definition of it that links refer to. */
const START =
  /(^ {0,3}\[[^\]\n]{1,500}\]:[ \t]*<?|["'<(])?data:(image|[\w-]+)\/[\w.+-]+(?:;[\w.+-]+(?:=[\w.+-]*)?)*,/gm;
/** The most units of such a beginning. */
const LONGEST_START = 1000;

/** What goes on up to the sign that fits the one in front; letters in base 64 may be broken into lines there. */
const CODED = /[\w+/=%-]*/y;
const CODED_LINES = /[\w+/=%\s-]*/y;
const WRITTEN: ReadonlyMap<string, RegExp> = new Map([
  ['"', /[^"\n]*/y],
  ["'", /[^'\n]*/y],
  ['<', /[^>\n]*/y],
]);
const WRITTEN_BARE = /[^\s"'<>)]*/y;
const LINE = /[^\n]*\n?/y;

/** The text without pictures, fonts and other files that are written into it as letters. */
export function withoutData(text: string): string {
  const reader = createDataRemover();
  return reader.write(text) + reader.end();
}

/** Leaves out what is written into Markdown or HTML as letters: `![A barn](data:…)` becomes `![A barn]()`, and a definition `[image1]: <data:…>` goes whole. */
export function createDataRemover(): TextReader {
  return new DataRemover();
}

class DataRemover implements TextReader {
  #rest = '';
  /** What the data goes on with, when a piece ends within it. */
  #data: RegExp | undefined;

  write(piece: string): string {
    return this.#read(this.#rest + piece, false);
  }

  end(): string {
    return this.#read(this.#rest, true);
  }

  #read(text: string, isLast: boolean): string {
    let kept = '';
    let at = this.#skipData(text, 0);
    START.lastIndex = at;
    // Most texts have none, and this is the fastest way to know.
    const has = text.includes('data:', at);
    for (let found = has ? START.exec(text) : null; found !== null; found = START.exec(text)) {
      const [start, before = '', type = ''] = found;
      const isCoded = start.endsWith(';base64,');
      // Other texts in a few letters are examples.
      if (!isCoded && type !== 'image') continue;
      const isDefinition = before.length > 1;
      kept += text.slice(at, found.index) + (isDefinition ? '' : before);
      this.#data = isDefinition ? LINE : dataBehind(before, isCoded);
      at = this.#skipData(text, START.lastIndex);
      START.lastIndex = at;
    }
    const end = isLast ? text.length : Math.max(at, safeEnd(text));
    this.#rest = text.slice(end);
    return kept + text.slice(at, end);
  }

  /** Where the data ends that is open, if any. */
  #skipData(text: string, at: number): number {
    if (this.#data === undefined) return at;
    this.#data.lastIndex = at;
    const end = at + (this.#data.exec(text)?.[0].length ?? 0);
    const isWhole = end < text.length || (this.#data === LINE && text.endsWith('\n'));
    if (isWhole) this.#data = undefined;
    return end;
  }
}

function dataBehind(before: string, isCoded: boolean): RegExp {
  const quoted = WRITTEN.get(before);
  if (isCoded) return quoted === undefined ? CODED : CODED_LINES;
  return quoted ?? WRITTEN_BARE;
}

/** Up to where a text holds no beginning that the next piece may complete. */
function safeEnd(text: string): number {
  const line = text.lastIndexOf('\n') + 1;
  return Math.max(line, text.length - LONGEST_START);
}
