import type { BlockWriter } from './block-writer.ts';
import { markdownRow, markdownRule } from './markdown-table.ts';

/** Writes a table row by row; one in a cell becomes text of the cell. */
export class MarkdownRows {
  readonly #writer: BlockWriter;
  readonly #isNested: boolean;
  #width: number | undefined;

  constructor(writer: BlockWriter, isNested: boolean) {
    this.#writer = writer;
    this.#isNested = isNested;
  }

  /** Adds a row; one that shows nothing is left out. */
  add(cells: readonly string[]): void {
    const last = cells.findLastIndex((cell) => cell.trim() !== '');
    if (last === -1) return;
    if (this.#isNested) {
      this.#writer.addText(` ${cells.filter((cell) => cell !== '').join(' ')} `);
      return;
    }
    // Sheets that are laid out as tables end with empty columns.
    const width = Math.max(this.#width ?? 0, last + 1);
    if (this.#width === undefined) {
      this.#writer.endParagraph();
      this.#line(markdownRow(cells, width));
      this.#line(markdownRule(width));
    } else this.#line(markdownRow(cells, width));
    this.#width ??= width;
  }

  end(): void {
    if (this.#width !== undefined) this.#writer.endParagraph();
  }

  #line(text: string): void {
    this.#writer.endLine();
    this.#writer.addPreformatted(text);
    this.#writer.endLine();
  }
}
