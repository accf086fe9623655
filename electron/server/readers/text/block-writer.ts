import { type Script, ScriptWriter } from './script-writer.ts';

/** Builds plain text from the blocks of a document: paragraphs, lines, list items and table cells. */
export interface BlockWriter {
  /** Running text, raised or lowered if that is given: any white space becomes one space, none at the ends of lines. */
  addText(text: string, script?: Script): void;
  /** Preformatted text: spaces and lines stay; several empty lines become one. */
  addPreformatted(text: string): void;
  /** Starts a new line. */
  endLine(): void;
  /** Starts a new paragraph, after an empty line. */
  endParagraph(): void;
  /** An explicit line break in the text: two of them separate paragraphs. */
  addLineEnd(): void;
  /** What follows, up to the end of the item, starts on a new line with `marker`. */
  startItem(marker: string): void;
  endItem(): void;
  /** The cells of a row share one line. A cell may contain rows. */
  startRow(): void;
  startCell(): void;
  endRow(): void;
  /** The text written since the last call; a raised or lowered text when its end is known. */
  take(): string;
  /** The rest. */
  end(): string;
}

const CELL_SEPARATOR = ' | ';
const EMPTY_LINE = 2;

/** Layout spaces and no-break spaces, which nobody types into a search. */
const WHITE_SPACE = /[\s\u00a0]+/g;
const BLANK = /^[\s\u00a0]*$/;
/** Invisible characters inside words: soft hyphen, zero-width space, byte order mark. */
const UNSEEN = /[\u00ad\u200b\ufeff]/g;

interface Row {
  hasCell: boolean;
  hasText: boolean;
  cellHasText: boolean;
}

export function createBlockWriter(): BlockWriter {
  return new Writer();
}

class Writer implements BlockWriter {
  #text = '';
  #isAtStart = true;
  /** The separator or marker to write before the next text. */
  #lineEnds = 0;
  #cellEnds = 0;
  #hasSpace = false;
  #marker = '';
  readonly #rows: Row[] = [];
  readonly #scripts = new ScriptWriter();

  addText(text: string, script?: Script): void {
    this.#addWords(this.#scripts.write(text, script));
  }

  #addWords(text: string): void {
    const seen = text.replace(UNSEEN, '');
    if (BLANK.test(seen)) {
      this.#hasSpace ||= seen !== '';
      return;
    }
    const words = seen.replace(WHITE_SPACE, ' ');
    this.#hasSpace ||= words.startsWith(' ');
    this.#startText();
    this.#text += words.trim();
    this.#hasSpace = words.endsWith(' ');
  }

  addPreformatted(text: string): void {
    this.#endScript();
    for (const [index, line] of text.replaceAll('\r\n', '\n').split('\n').entries()) {
      if (index > 0) this.addLineEnd();
      if (line === '') continue;
      this.#hasSpace = false;
      this.#startText();
      this.#text += line;
    }
  }

  endLine(): void {
    this.#endLines(Math.max(this.#lineEnds, 1));
  }

  endParagraph(): void {
    this.#endLines(EMPTY_LINE);
  }

  addLineEnd(): void {
    this.#endLines(Math.min(this.#lineEnds + 1, EMPTY_LINE));
  }

  startItem(marker: string): void {
    this.endLine();
    this.#marker = marker;
  }

  endItem(): void {
    this.endLine();
    this.#marker = '';
  }

  startRow(): void {
    this.endLine();
    // A table in a cell goes on behind the separator of the cell.
    if (this.#rows.length === 0) this.#cellEnds = 0;
    this.#rows.push({ hasCell: false, hasText: false, cellHasText: false });
  }

  startCell(): void {
    this.#endScript();
    const row = this.#rows.at(-1);
    if (row === undefined) {
      this.#hasSpace = true;
      return;
    }
    // Blocks in the previous cell must not break the row's line.
    if (row.hasText) this.#lineEnds = 0;
    if (row.hasCell) this.#cellEnds += 1;
    row.hasCell = true;
    row.cellHasText = false;
  }

  endRow(): void {
    this.#endScript();
    const row = this.#rows.pop();
    const outer = this.#rows.at(-1);
    if (outer !== undefined && row?.hasText === true) {
      outer.hasText = true;
      outer.cellHasText = true;
    }
    this.#cellEnds = 0;
    // The last block of a row must not add a blank line before the next row.
    if (row?.hasText === true) this.#lineEnds = 1;
    else this.endLine();
  }

  take(): string {
    const text = this.#text;
    this.#text = '';
    return text;
  }

  end(): string {
    this.#endScript();
    return this.take();
  }

  #endScript(): void {
    const text = this.#scripts.end();
    if (text !== '') this.#addWords(text);
  }

  #endLines(count: number): void {
    this.#endScript();
    const row = this.#rows.at(-1);
    // The first block of a cell stays on the row's line.
    const isAtCellStart = row?.hasCell === true && !row.cellHasText;
    if (!isAtCellStart) this.#lineEnds = count;
  }

  /** Writes the separator between the previous text and the next. */
  #startText(): void {
    const row = this.#rows.at(-1);
    if (row !== undefined) {
      row.hasText = true;
      row.cellHasText = true;
    }
    const isNewLine = this.#isAtStart || this.#lineEnds > 0;
    if (!this.#isAtStart) this.#text += '\n'.repeat(this.#lineEnds);
    if (this.#cellEnds > 0) {
      const separators = CELL_SEPARATOR.repeat(this.#cellEnds);
      this.#text += isNewLine ? separators.trimStart() : separators;
    } else if (this.#hasSpace && !isNewLine) {
      this.#text += ' ';
    }
    this.#text += this.#marker;
    this.#marker = '';
    this.#isAtStart = false;
    this.#lineEnds = 0;
    this.#cellEnds = 0;
    this.#hasSpace = false;
  }
}
