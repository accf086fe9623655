import { nextFence } from './markdown-sections.ts';

/** A table or a block of code, by offsets in the whole text. */
export interface MarkdownBlock {
  readonly kind: 'table' | 'code';
  /** What says what its lines are: the names of the columns with the rule below them, or the line with the fence. */
  readonly head: string;
  /** What ends a piece of it: the mark of a fence. */
  readonly tail: string;
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
  #blocks: MarkdownBlock[] = [];
  #open: MarkdownBlock | undefined;
  #fence: string | undefined;
  /** Of the line before. */
  #before = '';
  #beforeAt = 0;
  /** The beginning of the line, and its length. */
  #line = '';
  #lineUnits = 0;
  /** Where the line begins. */
  #at = 0;

  read(piece: string): void {
    let from = 0;
    for (let end = piece.indexOf('\n'); end !== -1; end = piece.indexOf('\n', from)) {
      this.#addToLine(piece, from, end);
      this.#endLine(this.#line);
      this.#line = '';
      this.#lineUnits = 0;
      from = end + 1;
    }
    this.#addToLine(piece, from, piece.length);
  }

  #addToLine(piece: string, from: number, to: number): void {
    const room = LONGEST_HEAD - this.#line.length;
    if (room > 0) this.#line += piece.slice(from, Math.min(to, from + room));
    this.#lineUnits += to - from;
  }

  /** The block whose rows or lines hold a position, of which its head is at most partly behind it. Positions must not decrease much. */
  at(position: number): MarkdownBlock | undefined {
    return this.#blocks.find(({ start, bodyEnd }) => start < position && position < bodyEnd);
  }

  /** Whether a block of code ends with the line at a position. */
  isFenceEnd(position: number): boolean {
    return this.#blocks.some(({ kind, bodyEnd }) => kind === 'code' && bodyEnd === position);
  }

  /** Forgets what ends before a position. */
  forget(position: number): void {
    if ((this.#blocks[0]?.bodyEnd ?? position) < position) {
      this.#blocks = this.#blocks.filter(({ bodyEnd }) => bodyEnd >= position);
    }
  }

  #endLine(written: string): void {
    const start = this.#at;
    this.#at += this.#lineUnits + 1;
    const line = written.endsWith('\r') ? written.slice(0, -1) : written;
    const mark = FENCE.exec(line);
    if (mark?.[1] !== undefined && this.#open?.kind !== 'table') this.#meetFence(mark[1], line, start);
    else if (this.#fence === undefined) this.#meetRow(line, start);
    this.#before = line;
    this.#beforeAt = start;
  }

  #meetFence(mark: string, line: string, start: number): void {
    const next = nextFence(this.#fence, mark, line.trimStart().slice(mark.length));
    if (next === this.#fence) return;
    this.#fence = next;
    if (next === undefined) this.#close(start);
    else this.#add({ kind: 'code', head: line, tail: mark, start });
  }

  #meetRow(line: string, start: number): void {
    if (this.#open !== undefined) {
      if (!line.includes('|')) this.#close(start);
      return;
    }
    if (!line.includes('-') || !line.includes('|') || !this.#before.includes('|') || !RULE.test(line)) return;
    const head = `${this.#before}\n${line}`;
    if (head.length <= LONGEST_HEAD) this.#add({ kind: 'table', head, tail: '', start: this.#beforeAt });
  }

  #add(block: Omit<MarkdownBlock, 'bodyStart' | 'bodyEnd'>): void {
    this.#open = { ...block, bodyStart: this.#at, bodyEnd: Number.POSITIVE_INFINITY };
    this.#blocks.push(this.#open);
  }

  #close(position: number): void {
    if (this.#open !== undefined) this.#open.bodyEnd = position;
    this.#open = undefined;
  }
}
