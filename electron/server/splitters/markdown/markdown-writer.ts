/** Writes Markdown as the elements of a page arrive. Memory holds the text that was not taken yet, and one table row. */
export interface MarkdownWriter {
  /** Running text: any white space becomes one space, none at the ends of lines. */
  addText(text: string): void;
  /** Text that keeps its spaces and lines, for {@link openContainer} of a code block. */
  addVerbatim(text: string): void;
  /** Puts what follows, up to `closeMark`, between two marks (`**`), unless it is blank. */
  openMark(before: string, after: string): void;
  closeMark(): void;
  endLine(): void;
  endParagraph(): void;
  /** The next text starts on a new line with `marker`, and its further lines with `indent`, up to `closeContainer`. */
  openContainer(marker: string, indent: string): void;
  closeContainer(): void;
  startTable(): void;
  endTable(): void;
  startRow(): void;
  startCell(): void;
  endRow(): void;
  /** Call this if what follows has its own lines: a row with such a cell can't be a row of a Markdown table. */
  breakRow(): void;
  /** The text written since the last call, without an incomplete row. */
  take(): string;
}

interface Mark {
  readonly before: string;
  readonly after: string;
  isWritten: boolean;
}

interface Container {
  /** Undefined once it has been written. */
  marker: string | undefined;
  readonly indent: string;
}

interface Table {
  hasHead: boolean;
}

interface Row {
  cells: number;
  hasText: boolean;
  isBroken: boolean;
}

const NEW_LINE = 1;
const NEW_PARAGRAPH = 2;
/** A longer row is page layout, not a table. */
const MAX_ROW_UNITS = 64 * 1024;
/** Nesting of lists and quotations. Each adds to every line inside it, so the output could grow without limit. */
const MAX_CONTAINERS = 32;

const WHITE_SPACE = /[\s\u00a0]+/g;
const BLANK = /^[\s\u00a0]*$/;
/** Invisible characters inside words: soft hyphen, zero-width space, byte order mark. */
const UNSEEN = /[\u00ad\u200b\ufeff]/g;
/** What Markdown reads as a heading, an item, a quotation or a fence at the start of a line. */
const LOOKS_LIKE_BLOCK = /^(?:#{1,6}(?=\s|$)|[-+*>](?=\s|$)|`{3}|~{3})/;

export function createMarkdownWriter(): MarkdownWriter {
  return new Writer();
}

class Writer implements MarkdownWriter {
  #done = '';
  /** The text written last; for a row that may become a Markdown table row, exactly that row. */
  #text = '';
  #isAtStart = true;
  #isAtLineStart = true;
  /** Line ends, and a space, to write before the next text. */
  #lineEnds = 0;
  #hasSpace = false;
  readonly #marks: Mark[] = [];
  readonly #containers: Container[] = [];
  /** For each opened mark, whether it is written. */
  readonly #areMarks: boolean[] = [];
  readonly #areContainers: boolean[] = [];
  readonly #tables: Table[] = [];
  readonly #rows: Row[] = [];

  addText(text: string): void {
    const seen = text.replace(UNSEEN, '');
    if (BLANK.test(seen)) {
      this.#hasSpace ||= seen !== '';
      return;
    }
    let words = seen.replace(WHITE_SPACE, ' ');
    this.#hasSpace ||= words.startsWith(' ');
    const hasSpaceAfter = words.endsWith(' ');
    words = words.trim();
    this.#startText();
    if (this.#isAtLineStart && LOOKS_LIKE_BLOCK.test(words)) this.#text += '\\';
    for (const mark of this.#marks) this.#write(mark);
    this.#text += this.#rows.length > 0 ? words.replaceAll('|', '\\|') : words;
    this.#isAtLineStart = false;
    this.#hasSpace = hasSpaceAfter;
    if (this.#isRowHeld() && this.#text.length > MAX_ROW_UNITS) this.breakRow();
  }

  addVerbatim(text: string): void {
    this.#startText();
    const prefix = this.#prefix();
    this.#text += prefix === '' ? text : text.replaceAll('\n', `\n${prefix}`);
    this.#isAtLineStart = false;
    this.#hasSpace = false;
  }

  openMark(before: string, after: string): void {
    const isOne = before !== '' && !this.#marks.some((mark) => mark.before === before);
    this.#areMarks.push(isOne);
    if (isOne) this.#marks.push({ before, after, isWritten: false });
  }

  closeMark(): void {
    const mark = this.#areMarks.pop() === true ? this.#marks.pop() : undefined;
    if (mark?.isWritten === true) this.#text += mark.after;
  }

  endLine(): void {
    this.#endLines(Math.max(this.#lineEnds, NEW_LINE));
  }

  endParagraph(): void {
    this.#endLines(NEW_PARAGRAPH);
  }

  openContainer(marker: string, indent: string): void {
    const isOne = this.#containers.length < MAX_CONTAINERS;
    this.#areContainers.push(isOne);
    if (isOne) this.#containers.push({ marker, indent });
  }

  closeContainer(): void {
    this.#closeMarks();
    if (this.#areContainers.pop() === true) this.#containers.pop();
  }

  startTable(): void {
    this.breakRow();
    this.endParagraph();
    this.#tables.push({ hasHead: false });
  }

  endTable(): void {
    this.#tables.pop();
    this.endParagraph();
  }

  startRow(): void {
    this.breakRow();
    this.endLine();
    this.#lineEnds = Math.min(this.#lineEnds, this.#tables.at(-1)?.hasHead === true ? NEW_LINE : NEW_PARAGRAPH);
    this.#rows.push({ cells: 0, hasText: false, isBroken: false });
  }

  startCell(): void {
    const row = this.#rows.at(-1);
    if (row === undefined) return;
    row.cells += 1;
    this.#closeMarks();
    if (row.isBroken) this.endParagraph();
    else if (row.cells > 1) {
      this.#startRowText(row);
      this.#text += ' |';
      this.#isAtLineStart = false;
      this.#hasSpace = true;
    }
  }

  endRow(): void {
    const row = this.#rows.pop();
    const table = this.#tables.at(-1);
    this.#closeMarks();
    if (row?.hasText === true && row.cells > 1 && !row.isBroken) {
      this.#text = `| ${this.#text.trim()} |`;
      if (table?.hasHead === false) this.#text += `\n${this.#prefix()}|${' --- |'.repeat(row.cells)}`;
      if (table !== undefined) table.hasHead = true;
      this.#lineEnds = 0;
    }
    this.#hasSpace = false;
    this.endLine();
  }

  breakRow(): void {
    // The rows around it were broken when it started.
    const row = this.#rows.at(-1);
    if (row !== undefined) row.isBroken = true;
  }

  take(): string {
    let text = this.#done;
    this.#done = '';
    if (!this.#isRowHeld()) {
      text += this.#text;
      this.#text = '';
    }
    return text;
  }

  #isRowHeld(): boolean {
    const row = this.#rows.at(-1);
    return row?.hasText === true && !row.isBroken;
  }

  #endLines(count: number): void {
    const row = this.#rows.at(-1);
    // A row stays on one line, and so does the first block after an item's marker.
    if (row !== undefined && !row.isBroken && row.cells > 0) {
      this.#hasSpace = true;
      return;
    }
    if (this.#containers.at(-1)?.marker !== undefined) return;
    this.#closeMarks();
    this.#lineEnds = count;
  }

  /** Closes the open marks, because they can't span lines; the next text opens them again. */
  #closeMarks(): void {
    for (const mark of this.#marks.toReversed()) {
      if (mark.isWritten) this.#text += mark.after;
      mark.isWritten = false;
    }
  }

  #write(mark: Mark): void {
    if (!mark.isWritten) this.#text += mark.before;
    mark.isWritten = true;
  }

  #prefix(): string {
    return this.#containers.map((container) => (container.marker === undefined ? container.indent : '')).join('');
  }

  /** A row's text is kept apart until its end decides how it is written. */
  #startRowText(row: Row): void {
    if (row.hasText || row.isBroken) return;
    this.#startLine();
    this.#done += this.#text;
    this.#text = '';
    row.hasText = true;
  }

  /** Writes the separator between the previous text and the next. */
  #startText(): void {
    const row = this.#rows.at(-1);
    if (row !== undefined) this.#startRowText(row);
    const isNewLine = this.#startLine();
    if (this.#hasSpace && !isNewLine && !this.#isAtLineStart) this.#text += ' ';
    this.#hasSpace = false;
  }

  /** @returns whether the next text is at the start of a line */
  #startLine(): boolean {
    const hasMarker = this.#containers.some((container) => container.marker !== undefined);
    if (hasMarker && this.#lineEnds === 0 && !this.#isAtStart) this.#lineEnds = NEW_LINE;
    const isNewLine = this.#isAtStart || this.#lineEnds > 0;
    if (!isNewLine) return false;
    const prefix = this.#prefix();
    if (!this.#isAtStart) this.#text += `\n${prefix.trimEnd()}`.repeat(this.#lineEnds - 1);
    if (!this.#isAtStart) this.#text += '\n';
    for (const container of this.#containers) {
      this.#text += container.marker ?? container.indent;
      container.marker = undefined;
    }
    this.#isAtStart = false;
    this.#isAtLineStart = true;
    this.#lineEnds = 0;
    return true;
  }
}
