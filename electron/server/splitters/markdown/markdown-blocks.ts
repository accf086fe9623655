import { nextFence } from './markdown-sections.ts';

/** A table or a block of code, by offsets in the whole text. */
export interface MarkdownBlock {
  readonly kind: 'table' | 'code';
  /** What says what its lines are: the names of the columns with the rule below them, or the line with the fence. */
  readonly head: string;
  /** What ends a piece of it: the mark of a fence. */
  readonly tail: string;
  /** From here on a piece lacks its head, or a line of it. */
  readonly start: number;
  /** Where its rows or lines of code begin. */
  readonly bodyStart: number;
  /** Where they end; infinite as long as nothing ends them. */
  bodyEnd: number;
}

/** The rule below the names of a table's columns. */
const RULE = /^ {0,3}\|?[ \t]*:?-+:?[ \t]*(?:\|[ \t]*:?-+:?[ \t]*){0,1000}\|?[ \t]*$/;
const FENCE = /^ {0,3}(`{3,}|~{3,})/;
/** Longer lines name no columns. */
const LONGEST_HEAD = 16 * 1024;

/** Finds the tables and blocks of code of Markdown as its text comes in. */
export class MarkdownBlocks {
  readonly #blocks: MarkdownBlock[] = [];
  #forgottenTo = 0;
  #open: MarkdownBlock | undefined;
  #fence: string | undefined;
  /** Of the line before. */
  #before = '';
  /** The beginning of the line, its length, and whether it is known what it is. */
  #line = '';
  #lineUnits = 0;
  #isDecided = false;
  #isWhole = false;
  /** Where the line begins. */
  #at = 0;

  read(piece: string): void {
    let from = 0;
    for (let end = piece.indexOf('\n'); end !== -1; end = piece.indexOf('\n', from)) {
      this.#addToLine(piece, from, end);
      this.#endLine();
      from = end + 1;
    }
    this.#addToLine(piece, from, piece.length);
  }

  #addToLine(piece: string, from: number, to: number): void {
    const room = LONGEST_HEAD - this.#line.length;
    if (room > 0) this.#line += piece.slice(from, Math.min(to, from + room));
    this.#lineUnits += to - from;
    // Of a longer line it is not waited for the end, however long it goes on.
    if (this.#lineUnits >= LONGEST_HEAD && !this.#isDecided) this.#decide();
  }

  /** Call this after the last piece. */
  end(): void {
    this.#endLine();
    this.#isWhole = true;
  }

  /** Whether more text can change nothing about a position. */
  isDecided(position: number): boolean {
    return this.#isWhole || this.#isDecided || position < this.#at;
  }

  /** The block whose rows or lines hold a position. Positions must not decrease much. */
  at(position: number): MarkdownBlock | undefined {
    const block = this.#lastFrom(position);
    return block !== undefined && position < block.bodyEnd ? block : undefined;
  }

  /** Whether a block of code ends with the line at a position. */
  isFenceEnd(position: number): boolean {
    const block = this.#lastFrom(position);
    return block?.kind === 'code' && block.bodyEnd === position;
  }

  /** The last block that starts up to a position: they lie one behind the other. */
  #lastFrom(position: number): MarkdownBlock | undefined {
    let from = 0;
    let to = this.#blocks.length;
    while (from < to) {
      const middle = (from + to) >> 1;
      if ((this.#blocks[middle]?.start ?? 0) <= position) from = middle + 1;
      else to = middle;
    }
    return this.#blocks[from - 1];
  }

  /** Forgets what ends before a position. */
  forget(position: number): void {
    // Seldom, so that what is far ahead is not moved again and again.
    if (position - this.#forgottenTo < LONGEST_HEAD) return;
    this.#forgottenTo = position;
    const kept = this.#blocks.findIndex(({ bodyEnd }) => bodyEnd >= position);
    this.#blocks.splice(0, kept === -1 ? this.#blocks.length : kept);
  }

  #endLine(): void {
    if (!this.#isDecided) this.#decide();
    this.#at += this.#lineUnits + 1;
    this.#line = '';
    this.#lineUnits = 0;
    this.#isDecided = false;
  }

  #decide(): void {
    this.#isDecided = true;
    const line = this.#line.endsWith('\r') ? this.#line.slice(0, -1) : this.#line;
    const mark = FENCE.exec(line)?.[1] ?? '';
    const fence = mark === '' ? this.#fence : nextFence(this.#fence, mark, line.trimStart().slice(mark.length));
    if (fence !== this.#fence) this.#meetFence(fence, line);
    else if (fence === undefined) this.#meetRow(line);
    this.#before = line;
  }

  #meetFence(fence: string | undefined, line: string): void {
    this.#fence = fence;
    this.#close();
    if (fence !== undefined)
      this.#add({ kind: 'code', head: line, tail: fence, start: this.#at + this.#lineUnits + 1 });
  }

  #meetRow(line: string): void {
    if (this.#open !== undefined) {
      if (!line.includes('|')) this.#close();
      return;
    }
    if (!line.includes('-') || !line.includes('|') || !this.#before.includes('|') || !RULE.test(line)) return;
    const head = `${this.#before}\n${line}`;
    if (head.length <= LONGEST_HEAD) this.#add({ kind: 'table', head, tail: '', start: this.#at });
  }

  #add(block: Omit<MarkdownBlock, 'bodyStart' | 'bodyEnd'>): void {
    const bodyStart = this.#at + this.#lineUnits + 1;
    this.#open = { ...block, bodyStart, bodyEnd: Number.POSITIVE_INFINITY };
    this.#blocks.push(this.#open);
  }

  /** The line ends what is open. */
  #close(): void {
    if (this.#open !== undefined) this.#open.bodyEnd = this.#at;
    this.#open = undefined;
  }
}
