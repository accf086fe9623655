/** A longer text is not repeated. */
const LONGEST_LABEL = 500;
/** More is repeated by no table but a harmful one. */
const MOST_REPEATED = 1024 * 1024;

interface Label {
  /** Undefined in the further columns of a cell that covers several. */
  readonly text: string | undefined;
  /** How many rows below still show it. */
  rows: number;
}

/** The texts of cells that are merged over rows, which stand in each row of a table that is read row by row. */
export class RowLabels {
  /** By column, from 0. */
  readonly #labels = new Map<number, Label>();
  #repeated = 0;

  /** A cell of a row. @param rows how many rows it covers; infinite if it goes on for as long as rows say so */
  set(column: number, text: string, rows: number, columns = 1): void {
    for (let index = 0; index < columns; index += 1) {
      if (rows > 1) this.#labels.set(column + index, { text: index === 0 ? text : undefined, rows: rows - 1 });
      else this.#labels.delete(column + index);
    }
  }

  /** Whether a cell of a row above covers a column of this one. */
  has(column: number): boolean {
    return this.#labels.has(column);
  }

  /** What a cell of a row above shows in a column of this one; undefined if it shows it in a column before. */
  take(column: number): string | undefined {
    const label = this.#labels.get(column);
    if (label === undefined) return '';
    label.rows -= 1;
    if (label.rows === 0) this.#labels.delete(column);
    if (label.text === undefined) return undefined;
    if (label.text.length > LONGEST_LABEL || this.#repeated > MOST_REPEATED) return '';
    this.#repeated += label.text.length;
    return label.text;
  }
}
