/** A token of RTF. `raw` text has one byte in each character. */
export type RtfToken =
  | { readonly type: 'open' }
  | { readonly type: 'close' }
  | { readonly type: 'raw'; readonly text: string }
  | { readonly type: 'word'; readonly name: string; readonly value: number | undefined };

const OPEN: RtfToken = { type: 'open' };
const CLOSE: RtfToken = { type: 'close' };

const RAW = /[^\\{}\r\n]+/y;
const WORD = /\\([a-zA-Z]{1,32})(-?\d{1,10})? ?/y;
const HEX = /\\'([0-9a-fA-F]{2})/y;

/** The most characters of a control word with its number: one that is cut by the end of a piece is read with the next piece. */
const LONGEST_WORD = 64;

/** Splits RTF into tokens, piece by piece (each character is a byte, as from latin1). */
export class RtfTokenizer {
  #rest = '';
  /** Binary data of a picture, to be skipped. */
  #binaryBytes = 0;

  *write(piece: string, isLast = false): Generator<RtfToken> {
    const text = this.#rest + piece;
    this.#rest = '';
    let at = 0;
    while (at < text.length) {
      if (this.#binaryBytes > 0) {
        const passed = Math.min(this.#binaryBytes, text.length - at);
        this.#binaryBytes -= passed;
        at += passed;
        continue;
      }
      const character = text[at];
      if (character === '\\' && !isLast && text.length - at < LONGEST_WORD) {
        this.#rest = text.slice(at);
        return;
      }
      if (character === '\\') {
        const { token, length } = readEscape(text, at);
        if (token.type === 'word' && token.name === 'bin') this.#binaryBytes = Math.max(0, token.value ?? 0);
        yield token;
        at += length;
      } else if (character === '{' || character === '}') {
        yield character === '{' ? OPEN : CLOSE;
        at += 1;
      } else {
        RAW.lastIndex = at;
        const raw = RAW.exec(text)?.[0];
        if (raw !== undefined) yield { type: 'raw', text: raw };
        // Line ends in RTF mean nothing.
        at += raw?.length ?? 1;
      }
    }
  }
}

interface Escape {
  readonly token: RtfToken;
  readonly length: number;
}

function readEscape(text: string, at: number): Escape {
  WORD.lastIndex = at;
  const word = WORD.exec(text);
  if (word !== null) {
    const [all, name = '', number] = word;
    const value = number === undefined ? undefined : Number(number);
    return { token: { type: 'word', name, value }, length: all.length };
  }
  HEX.lastIndex = at;
  const hex = HEX.exec(text)?.[1];
  if (hex !== undefined)
    return { token: { type: 'raw', text: String.fromCharCode(Number.parseInt(hex, 16)) }, length: 4 };
  return { token: { type: 'word', name: text[at + 1] ?? '', value: undefined }, length: 2 };
}
