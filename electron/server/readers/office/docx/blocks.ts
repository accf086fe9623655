import { markdownRow, markdownRule } from '../../text/markdown-rows.ts';

/** A paragraph with its formatting: heading, list, place. */
export interface Block {
  readonly kind: 'paragraph' | 'item' | 'note';
  readonly text: string;
}

/** Receives the content of one place of a document: the body, a cell, a text box, a note. */
export interface BlockSink {
  add(block: Block): void;
  /** A row of a table; undefined ends the table. */
  addRow(cells: readonly string[] | undefined): void;
}

/** Writes the body of a document as Markdown, which the caller can take piece by piece. */
export class BodyWriter implements BlockSink {
  #text = '';
  #isAtStart = true;
  #last: Block['kind'] | 'row' | undefined;

  add({ kind, text }: Block): void {
    // List items follow each other without a blank line; a blank line separates everything else.
    this.#write(text, kind === this.#last && kind !== 'paragraph' ? '\n' : '\n\n');
    this.#last = kind;
  }

  addRow(cells: readonly string[] | undefined): void {
    if (cells === undefined) {
      this.#last = undefined;
      return;
    }
    const row = markdownRow(cells, cells.length);
    if (this.#last === 'row') this.#write(row, '\n');
    else this.#write(`${row}\n${markdownRule(cells.length)}`, '\n\n');
    this.#last = 'row';
  }

  take(): string {
    const text = this.#text;
    this.#text = '';
    return text;
  }

  #write(text: string, gap: string): void {
    this.#text += this.#isAtStart ? text : gap + text;
    this.#isAtStart = false;
  }
}

/** Keeps the blocks of a text box, to write them after its anchor paragraph. */
export class BlockList implements BlockSink {
  readonly blocks: Block[] = [];

  add(block: Block): void {
    this.blocks.push(block);
  }

  addRow(cells: readonly string[] | undefined): void {
    if (cells !== undefined) this.blocks.push({ kind: 'paragraph', text: cells.join(' ') });
  }
}

/** The text of a cell or a note, on one line. */
export function lineOf(blocks: readonly Block[]): string {
  return blocks.map(({ text }) => text.replace(/\s*\n\s*/g, ' ').trim()).join(' ');
}
