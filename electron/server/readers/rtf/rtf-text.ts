import type iconv from 'iconv-lite';
import { type BlockWriter, createBlockWriter } from '../text/block-writer.ts';
import { encodingOfCodePage } from '../text/code-page.ts';
import { MarkdownRows } from '../text/markdown-rows.ts';
import type { Script } from '../text/script-writer.ts';
import type { TextReader } from '../text/text-reader.ts';
import {
  CHARACTERS,
  encodingOfCharset,
  LIST_MARKS,
  PARAGRAPH_ENDS,
  PARTS,
  PROPERTIES,
  type RtfToken,
  RtfTokenizer,
  SCRIPTS,
  SEEN,
  UNSEEN,
} from './rtf-tokens.ts';

/** Reads RTF from a stream; each character of a piece is a byte (latin1). */
export interface RtfTextReader extends TextReader {
  /** Title and author, once the header has been read. */
  readonly properties: Readonly<Record<string, string>>;
  /** The number of open groups: above 0 at the end, the text is truncated. */
  readonly openGroups: number;
}

type Destination = 'text' | 'unseen' | 'fonts' | 'info' | `property ${string}`;

/** State that lasts until the end of a group. */
interface Group {
  part: Destination;
  isHidden: boolean;
  script: Script | undefined;
  font: number | undefined;
  /** The number of fallback characters after a `\u`, for readers without Unicode. */
  substitutes: number;
  /** Footnotes and marks of lists have their own; undefined: the body, or a cell of it. */
  writer: BlockWriter | undefined;
  /** What is made of the text of a writer of its own when the group ends. */
  finish: ((text: string) => void) | undefined;
}

export async function createRtfTextReader(): Promise<RtfTextReader> {
  const { default: decoders } = await import('iconv-lite');
  const writer = createBlockWriter();
  const tokenizer = new RtfTokenizer();
  const text = new RtfText(writer, decoders);
  const read = (piece: string, isLast: boolean): string => {
    for (const token of tokenizer.write(piece, isLast)) text.take(token);
    if (isLast) text.end();
    return isLast ? writer.end() : writer.take();
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

/** The table that the text is in: RTF says of a paragraph that it lies in a row, and where cells and rows end. */
class RtfRows {
  readonly #body: BlockWriter;
  #rows: MarkdownRows | undefined;
  #cells: string[] = [];
  #cell: BlockWriter | undefined;

  constructor(body: BlockWriter) {
    this.#body = body;
  }

  get isInRow(): boolean {
    return this.#cell !== undefined;
  }

  /** Where text of the body goes. Ends a table if the text is not in a row of it. */
  get writer(): BlockWriter {
    if (this.#cell === undefined) this.endTable();
    return this.#cell ?? this.#body;
  }

  startRow(): void {
    this.#rows ??= new MarkdownRows(this.#body, false);
    this.#cell ??= createBlockWriter();
  }

  endCell(): void {
    if (this.#cell !== undefined) this.#cells.push(this.#cell.end());
    this.#cell = createBlockWriter();
  }

  endRow(): void {
    if (this.#cell === undefined) return;
    const rest = this.#cell.end();
    const cells = rest === '' ? this.#cells : [...this.#cells, rest];
    this.#rows?.add(cells);
    this.#cells = [];
    this.#cell = undefined;
  }

  endTable(): void {
    this.#rows?.end();
    this.#rows = undefined;
  }
}

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
  #noteCount = 0;
  readonly #rows: RtfRows;
  #isOptional = false;

  constructor(writer: BlockWriter, decoders: typeof iconv) {
    this.#group = {
      part: 'text',
      isHidden: false,
      script: undefined,
      font: undefined,
      substitutes: 1,
      writer: undefined,
      finish: undefined,
    };
    this.#rows = new RtfRows(writer);
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
    this.#rows.endRow();
    this.#rows.endTable();
    this.#endParagraph();
  }

  get #writer(): BlockWriter {
    return this.#group.writer ?? this.#rows.writer;
  }

  #openGroup(): void {
    this.#flush();
    this.#toSkip = 0;
    if (this.#outer.length < MAX_DEPTH) this.#outer.push({ ...this.#group });
  }

  #closeGroup(): void {
    this.#flush();
    this.#toSkip = 0;
    const { writer, finish } = this.#group;
    this.#group = this.#outer.pop() ?? this.#group;
    if (writer !== undefined && writer !== this.#group.writer) finish?.(writer.end());
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
    // Word writes notes without a star, LibreOffice with one.
    else if (isOptional && name === 'footnote') group.part = this.#outer.at(-1)?.part ?? 'text';
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
    else if (name === 'plain') Object.assign(group, { font: this.#defaultFont, isHidden: false, script: undefined });
    else if (name === 'uc') group.substitutes = Math.max(0, value ?? 1);
    else if (name === 'v' || name === 'deleted') group.isHidden = value !== 0;
    else if (SCRIPTS.has(name)) group.script = value === 0 ? undefined : SCRIPTS.get(name);
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
    if (PARAGRAPH_ENDS.has(name)) this.#endParagraph();
    else if (name === 'line') this.#writer.addLineEnd();
    else if (name === 'footnote') this.#startNote();
    else if (name === 'chftn') this.#addNoteMark();
    else if (LIST_MARKS.has(name)) this.#startListMark();
    else if (this.#group.writer !== undefined) return;
    else if (name === 'intbl' || name === 'trowd') this.#rows.startRow();
    else if (name === 'cell') this.#rows.endCell();
    else if (name === 'nestcell') this.#writer.addText(' ');
    else if (name === 'nestrow') this.#writer.endLine();
    else if (name === 'row') this.#rows.endRow();
  }

  /** The mark in the text comes before the note. */
  #addNoteMark(): void {
    if (this.#group.writer === undefined && !this.#group.isHidden) this.#writer.addText(`[^${this.#noteCount + 1}]`);
  }

  #startNote(): void {
    this.#noteCount += 1;
    const number = this.#noteCount;
    this.#group.writer = createBlockWriter();
    this.#group.finish = (text) => void this.#notes.push(`[^${number}]: ${text}`);
  }

  /** Bullets are signs of fonts of their own. */
  #startListMark(): void {
    const { writer: around } = this.#group;
    this.#group.writer = createBlockWriter();
    this.#group.finish = (text) => (around ?? this.#rows.writer).addText(`${/[\p{L}\p{N}]/u.test(text) ? text : '-'} `);
  }

  #endParagraph(): void {
    const writer = this.#writer;
    writer.endParagraph();
    // Notes of a cell stand behind its table.
    if (this.#rows.isInRow || this.#group.writer !== undefined) return;
    for (const note of this.#notes.splice(0)) {
      writer.addPreformatted(note);
      writer.endParagraph();
    }
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
    const { part, isHidden, script } = this.#group;
    if (part === 'text' && !isHidden) this.#writer.addText(text, script);
    if (!part.startsWith('property ')) return;
    const name = part.slice('property '.length);
    this.properties[name] = (this.properties[name] ?? '') + text;
  }
}
