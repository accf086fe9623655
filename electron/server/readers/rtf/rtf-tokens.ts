import type { Script } from '../text/script-writer.ts';

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

/** Groups without document text. All groups that start with `\*` are skipped too. */
export const UNSEEN = new Set(
  `colortbl filetbl fldinst footer footerf footerl footerr header headerf headerl headerr listoverridetable listtable
  nonesttables objdata pict revtbl rsidtbl shprslt stylesheet tc tcn themedata upr xe`.split(/\s+/),
);
/** Groups with text inside skipped ones: the Unicode twin of another group, and the text of drawing objects. */
export const SEEN = new Set(['ud', 'shptxt']);

/** Header groups that are read but are not text. */
export const PARTS: ReadonlyMap<string, 'fonts' | 'info'> = new Map([
  ['fonttbl', 'fonts'],
  ['info', 'info'],
]);
export const PROPERTIES = new Set(['title', 'author']);

export const CHARACTERS: ReadonlyMap<string, string> = new Map([
  ['tab', ' '],
  ['~', ' '],
  ['_', '-'],
  ['\\', '\\'],
  ['{', '{'],
  ['}', '}'],
  ['emdash', '—'],
  ['endash', '–'],
  ['emspace', ' '],
  ['enspace', ' '],
  ['qmspace', ' '],
  ['bullet', '•'],
  ['lquote', '‘'],
  ['rquote', '’'],
  ['ldblquote', '“'],
  ['rdblquote', '”'],
]);

/** Raised and lowered text; with a 0 behind, no longer. */
export const SCRIPTS: ReadonlyMap<string, Script | undefined> = new Map([
  ...['super', 'up'].map((name) => [name, 'superscript'] as const),
  ...['sub', 'dn'].map((name) => [name, 'subscript'] as const),
  ['nosupersub', undefined] as const,
]);

/** A backslash before a line end means `\par` too. */
export const PARAGRAPH_ENDS = new Set(['par', 'sect', 'page', '\n', '\r']);

/** Groups with the mark of a list item as it shows. */
export const LIST_MARKS = new Set(['listtext', 'pntext']);

/** Windows code pages in iconv-lite's names, by RTF's `\fcharset` (RTF 1.9.1, font table). 0 and 1 are the document's own. */
const ENCODING_OF_CHARSET: ReadonlyMap<number, string> = new Map([
  [77, 'macintosh'],
  [128, 'cp932'],
  [129, 'cp949'],
  [134, 'cp936'],
  [136, 'cp950'],
  [161, 'cp1253'],
  [162, 'cp1254'],
  [163, 'cp1258'],
  [177, 'cp1255'],
  [178, 'cp1256'],
  [186, 'cp1257'],
  [204, 'cp1251'],
  [222, 'cp874'],
  [238, 'cp1250'],
  [254, 'cp437'],
  [255, 'cp850'],
]);

/** The encoding of a font's character set; undefined: that of the document. */
export function encodingOfCharset(charset: number): string | undefined {
  return ENCODING_OF_CHARSET.get(charset);
}
