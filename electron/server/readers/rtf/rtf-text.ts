import type iconv from 'iconv-lite';
import { type BlockWriter, createBlockWriter } from '../text/block-writer.ts';
import type { TextReader } from '../text/text-reader.ts';
import { encodingOfCharset, encodingOfCodePage } from './rtf-encodings.ts';
import { type RtfToken, RtfTokenizer } from './rtf-tokens.ts';

/** Reads RTF from a stream; each character of a piece is a byte (latin1). */
export interface RtfTextReader extends TextReader {
  /** Title and author, once the header has been read. */
  readonly properties: Readonly<Record<string, string>>;
  /** The number of open groups: above 0 at the end, the text is truncated. */
  readonly openGroups: number;
}

/** Groups without document text. All groups that start with `\*` are skipped too. */
const UNSEEN = new Set(
  `colortbl filetbl fldinst footer footerf footerl footerr header headerf headerl headerr listoverridetable listtable
  nonesttables objdata pict revtbl rsidtbl shprslt stylesheet tc tcn themedata upr xe`.split(/\s+/),
);
/** Groups with text inside skipped ones: the Unicode twin of another group, and the text of drawing objects. */
const SEEN = new Set(['ud', 'shptxt']);

/** Header groups that are read but are not text. */
const PARTS = new Map<string, Destination>([
  ['fonttbl', 'fonts'],
  ['info', 'info'],
]);
const PROPERTIES = new Set(['title', 'author']);

const CHARACTERS: ReadonlyMap<string, string> = new Map([
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

/** A backslash before a line end means `\par` too. */
const PARAGRAPH_ENDS = new Set(['par', 'sect', 'page', '\n', '\r']);

type Destination = 'text' | 'unseen' | 'fonts' | 'info' | `property ${string}`;

/** State that lasts until the end of a group. */
interface Group {
  part: Destination;
  isHidden: boolean;
  font: number | undefined;
  /** The number of fallback characters after a `\u`, for readers without Unicode. */
  substitutes: number;
  /** Footnotes have their own. */
  writer: BlockWriter;
}

export async function createRtfTextReader(): Promise<RtfTextReader> {
  const { default: decoders } = await import('iconv-lite');
  const writer = createBlockWriter();
  const tokenizer = new RtfTokenizer();
  const text = new RtfText(writer, decoders);
  const read = (piece: string, isLast: boolean): string => {
    for (const token of tokenizer.write(piece, isLast)) text.take(token);
    if (isLast) text.end();
    return writer.take();
  };
  return {
    get properties() {
      return text.properties;
    },
    get openGroups() {
      return text.openGroups;
    },
    write: (piece) => read(piece, false),
    end: () => read('', true),
  };
}

/** More nested groups than any program writes. */
const MAX_DEPTH = 10_000;

class RtfText {
  readonly properties: Record<string, string> = {};
  readonly #decoders: typeof iconv;
  readonly #outer: Group[] = [];
  #group: Group;
  /** Footnotes of the paragraph; they are written after it. */
  readonly #notes: string[] = [];
  #encoding = 'cp1252';
  readonly #fontEncodings = new Map<number, string>();
  #defaultFont: number | undefined;
  /** Bytes, or UTF-16 units, that are decoded together later. */
  #bytes = '';
  #units = '';
  #toSkip = 0;
  #isInRow = false;
  #isOptional = false;

  constructor(writer: BlockWriter, decoders: typeof iconv) {
    this.#group = { part: 'text', isHidden: false, font: undefined, substitutes: 1, writer };
    this.#decoders = decoders;
  }

  get openGroups(): number {
    return this.#outer.length;
  }

  take(token: RtfToken): void {
    if (token.type === 'raw') {
      this.#addRaw(token.text);
      return;
    }
    if (token.type === 'open') this.#openGroup();
    else if (token.type === 'close') this.#closeGroup();
    else this.#onWord(token.name, token.value);
  }

  end(): void {
    this.#flush();
    this.#endRow();
    this.#endParagraph();
  }

  #openGroup(): void {
    this.#flush();
    this.#toSkip = 0;
    if (this.#outer.length < MAX_DEPTH) this.#outer.push({ ...this.#group });
  }

  #closeGroup(): void {
    this.#flush();
    this.#toSkip = 0;
    const { writer } = this.#group;
    this.#group = this.#outer.pop() ?? this.#group;
    if (writer !== this.#group.writer) this.#notes.push(writer.take());
  }

  #addRaw(text: string): void {
    if (this.#group.part === 'unseen' || this.openGroups === 0) return;
    const skipped = Math.min(this.#toSkip, text.length);
    this.#toSkip -= skipped;
    if (skipped === text.length) return;
    this.#flushUnits();
    this.#bytes += text.slice(skipped);
  }

  #onWord(name: string, value: number | undefined): void {
    const group = this.#group;
    if (name === '*') {
      this.#isOptional = true;
      return;
    }
    const isOptional = this.#isOptional;
    this.#isOptional = false;
    if (SEEN.has(name)) group.part = this.#outer.findLast(({ part }) => part !== 'unseen')?.part ?? 'text';
    else if (isOptional || UNSEEN.has(name)) group.part = 'unseen';
    if (group.part === 'unseen') return;
    if (name === 'u') {
      this.#addUnit(value ?? 0);
      return;
    }
    const character = CHARACTERS.get(name);
    if (character !== undefined && this.#toSkip > 0) {
      this.#toSkip -= 1;
      return;
    }
    this.#flush();
    if (character !== undefined) this.#writeText(character);
    else this.#onFormat(name, value);
  }

  #onFormat(name: string, value: number | undefined): void {
    const group = this.#group;
    const part = PARTS.get(name);
    if (part !== undefined) group.part = part;
    else if (group.part === 'info' && PROPERTIES.has(name)) group.part = `property ${name}`;
    else if (name === 'f') group.font = value;
    else if (name === 'plain') Object.assign(group, { font: this.#defaultFont, isHidden: false });
    else if (name === 'uc') group.substitutes = Math.max(0, value ?? 1);
    else if (name === 'v' || name === 'deleted') group.isHidden = value !== 0;
    else if (name === 'deff') this.#defaultFont = value;
    else if (name === 'ansicpg' && value !== undefined) this.#encoding = this.#known(encodingOfCodePage(value));
    else if (name === 'mac') this.#encoding = 'macintosh';
    else if (name === 'pc') this.#encoding = 'cp437';
    else if (name === 'pca') this.#encoding = 'cp850';
    else if (group.part === 'fonts') this.#onFontWord(name, value);
    else if (group.part === 'text') this.#onBlock(name);
  }

  #onFontWord(name: string, value: number | undefined): void {
    const { font } = this.#group;
    if (font === undefined || value === undefined) return;
    const encoding = name === 'fcharset' ? encodingOfCharset(value) : undefined;
    if (encoding !== undefined) this.#fontEncodings.set(font, encoding);
    if (name === 'cpg') this.#fontEncodings.set(font, this.#known(encodingOfCodePage(value)));
  }

  #onBlock(name: string): void {
    const { writer } = this.#group;
    if (PARAGRAPH_ENDS.has(name)) this.#endParagraph();
    else if (name === 'line') writer.addLineEnd();
    else if (name === 'footnote') this.#group.writer = createBlockWriter();
    else if (name === 'intbl' || name === 'trowd') this.#startRow();
    else if (name === 'cell' || name === 'nestcell') writer.startCell();
    else if (name === 'nestrow') writer.endLine();
    else if (name === 'row') this.#endRow();
  }

  #endParagraph(): void {
    const { writer } = this.#group;
    writer.endParagraph();
    for (const note of this.#notes.splice(0)) {
      writer.addPreformatted(note);
      writer.endParagraph();
    }
  }

  #startRow(): void {
    if (this.#isInRow) return;
    this.#isInRow = true;
    this.#group.writer.startRow();
    this.#group.writer.startCell();
  }

  #endRow(): void {
    if (!this.#isInRow) return;
    this.#isInRow = false;
    this.#group.writer.endRow();
  }

  #addUnit(value: number): void {
    this.#flushBytes();
    // The number is a signed 16-bit integer.
    this.#units += String.fromCharCode(value & 0xffff);
    this.#toSkip = this.#group.substitutes;
  }

  #known(encoding: string): string {
    return this.#decoders.encodingExists(encoding) ? encoding : 'cp1252';
  }

  #flush(): void {
    this.#flushBytes();
    this.#flushUnits();
  }

  #flushUnits(): void {
    if (this.#units === '') return;
    const text = this.#units;
    this.#units = '';
    this.#writeText(text.toWellFormed());
  }

  #flushBytes(): void {
    if (this.#bytes === '') return;
    const { font } = this.#group;
    const encoding = (font === undefined ? undefined : this.#fontEncodings.get(font)) ?? this.#encoding;
    const text = this.#decoders.decode(Buffer.from(this.#bytes, 'latin1'), encoding);
    this.#bytes = '';
    this.#writeText(text);
  }

  #writeText(text: string): void {
    const { part, isHidden, writer } = this.#group;
    if (part === 'text' && !isHidden) writer.addText(text);
    if (!part.startsWith('property ')) return;
    const name = part.slice('property '.length);
    this.properties[name] = (this.properties[name] ?? '') + text;
  }
}
