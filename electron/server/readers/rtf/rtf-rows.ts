import { type BlockWriter, createBlockWriter } from '../text/block-writer.ts';
import { MarkdownRows } from '../text/markdown-rows.ts';

/** The table that the text is in: RTF says of a paragraph that it lies in a row, and where cells and rows end. */
export class RtfRows {
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
