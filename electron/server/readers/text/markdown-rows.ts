import type { BlockWriter } from './block-writer.ts';

/** The width of a table is that of its widest row among so many… */
const ROWS_AHEAD = 100;
/** …or among so many characters. */
const UNITS_AHEAD = 64 * 1024;

/** Rows of cells as a Markdown table; the first row is the header. */
export function markdownTable(rows: readonly (readonly string[])[]): string {
  const width = Math.max(0, ...rows.map((row) => row.length));
  if (width === 0) return '';
  const [head = '', ...body] = rows.map((row) => markdownRow(row, width));
  return [head, markdownRule(width), ...body].join('\n');
}

/** A row of a Markdown table with this many cells; line ends within cells become spaces. */
export function markdownRow(cells: readonly string[], width: number): string {
  const written = Array.from({ length: width }, (_, index) => escapeCell(cells[index] ?? ''));
  return `| ${written.join(' | ')} |`;
}

/** The line below the header of a Markdown table. */
export function markdownRule(width: number): string {
  return `| ${Array.from({ length: width }, () => '---').join(' | ')} |`;
}

function escapeCell(cell: string): string {
  return cell
    .trim()
    .replace(/\s*\n\s*/g, ' ')
    .replaceAll('|', '\\|');
}

/** Writes a table row by row, the first rows together; one in a cell becomes text of the cell. */
export class MarkdownRows {
  readonly #writer: BlockWriter;
  readonly #isNested: boolean;
  /** The first rows, until the width is known. */
  #first: (readonly string[])[] = [];
  #firstUnits = 0;
  #width: number | undefined;

  constructor(writer: BlockWriter, isNested: boolean) {
    this.#writer = writer;
    this.#isNested = isNested;
  }

  /** Adds a row; one that shows nothing is left out. */
  add(cells: readonly string[]): void {
    // Sheets that are laid out as tables end with empty columns.
    const shown = cells.slice(0, cells.findLastIndex((cell) => cell.trim() !== '') + 1);
    if (shown.length === 0) return;
    if (this.#isNested) this.#writer.addText(` ${shown.filter((cell) => cell !== '').join(' ')} `);
    else if (this.#width === undefined) this.#hold(shown);
    else this.#line(markdownRow(shown, Math.max(this.#width, shown.length)));
  }

  end(): void {
    this.#writeFirst();
    if (this.#width !== undefined) this.#writer.endParagraph();
  }

  #hold(cells: readonly string[]): void {
    this.#first.push(cells);
    this.#firstUnits += cells.reduce((sum, cell) => sum + cell.length, 0);
    if (this.#first.length >= ROWS_AHEAD || this.#firstUnits >= UNITS_AHEAD) this.#writeFirst();
  }

  #writeFirst(): void {
    if (this.#first.length === 0) return;
    const width = Math.max(...this.#first.map((cells) => cells.length));
    this.#writer.endParagraph();
    for (const [index, cells] of this.#first.entries()) {
      this.#line(markdownRow(cells, width));
      if (index === 0) this.#line(markdownRule(width));
    }
    this.#width = width;
    this.#first = [];
  }

  #line(text: string): void {
    this.#writer.endLine();
    this.#writer.addPreformatted(text);
    this.#writer.endLine();
  }
}
