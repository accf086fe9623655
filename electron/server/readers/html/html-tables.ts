import { RowLabels } from '../table/row-labels.ts';
import type { BlockWriter } from '../text/block-writer.ts';

type Attributes = Readonly<Record<string, string>>;

/** The most columns and rows that a cell covers (HTML standard, 4.9.11). */
const MOST_COLUMNS = 1000;
const MOST_ROWS = 65_534;
/** A longer text is not repeated. */
const LONGEST = 1000;

interface Cell {
  readonly column: number;
  readonly rows: number;
  readonly columns: number;
  text: string;
}

interface Table {
  labels: RowLabels;
  column: number;
  cell: Cell | undefined;
}

/** Writes the cells of tables, and in each row the texts of cells above it that reach down to it. */
export class HtmlTables {
  readonly #writer: BlockWriter;
  readonly #open: Table[] = [];

  constructor(writer: BlockWriter) {
    this.#writer = writer;
  }

  openTable(): void {
    this.#open.push({ labels: new RowLabels(), column: 0, cell: undefined });
  }

  closeTable(): void {
    this.#open.pop();
  }

  /** Cells do not reach from the head of a table into its body. */
  openGroup(): void {
    const table = this.#open.at(-1);
    if (table !== undefined) table.labels = new RowLabels();
  }

  openRow(): void {
    this.#writer.startRow();
    const table = this.#open.at(-1);
    if (table !== undefined) table.column = 0;
  }

  closeRow(): void {
    const table = this.#open.at(-1);
    if (table !== undefined) this.#writeLabels(table);
    this.#writer.endRow();
  }

  openCell(attributes: Attributes): void {
    const table = this.#open.at(-1);
    if (table !== undefined) {
      this.#writeLabels(table);
      const columns = numberOf(attributes.colspan, MOST_COLUMNS);
      const rows = attributes.rowspan === '0' ? MOST_ROWS : numberOf(attributes.rowspan, MOST_ROWS);
      table.cell = { column: table.column, rows, columns, text: '' };
      table.column += columns;
    }
    this.#writer.startCell();
  }

  closeCell(): void {
    const table = this.#open.at(-1);
    const cell = table?.cell;
    if (table === undefined || cell === undefined) return;
    table.cell = undefined;
    if (cell.rows > 1) table.labels.set(cell.column, cell.text.replace(/\s+/g, ' ').trim(), cell.rows, cell.columns);
  }

  /** Text that is written, and ends of blocks as spaces: part of the cells that are open. */
  onText(text: string): void {
    for (const { cell } of this.#open) {
      if (cell !== undefined && cell.rows > 1 && cell.text.length < LONGEST) cell.text += text;
    }
  }

  #writeLabels(table: Table): void {
    while (table.labels.has(table.column)) {
      const text = table.labels.take(table.column);
      table.column += 1;
      if (text === undefined) continue;
      this.#writer.startCell();
      this.#writer.addText(text);
    }
  }
}

function numberOf(written: string | undefined, most: number): number {
  const number = Number.parseInt(written ?? '1', 10);
  return Number.isFinite(number) ? Math.min(most, Math.max(1, number)) : 1;
}
