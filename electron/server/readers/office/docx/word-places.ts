import { RowLabels } from '../../table/row-labels.ts';
import { type Block, type BlockSink, lineOf } from './blocks.ts';
import type { Paragraph } from './word-paragraphs.ts';

/** The most columns of a Word table. */
const MAX_COLUMNS = 63;

/** A container of paragraphs and tables; the body is the outermost. Containers are nested. */
export interface BlockContainer {
  readonly sink: BlockSink;
  readonly blocks: readonly Block[];
  /** The number of columns that the cell spans. */
  span: number;
  /** Whether the cell is the first of some that are merged over rows, or a further one. */
  merge: 'first' | 'further' | undefined;
  /** Text that belongs to the next paragraph. */
  joined: string;
  readonly paragraphs: Paragraph[];
  readonly tables: WordTable[];
}

export function newContainer(sink: BlockSink, blocks: readonly Block[]): BlockContainer {
  return { sink, blocks, span: 1, merge: undefined, joined: '', paragraphs: [], tables: [] };
}

/** A setting of a cell. */
export function setCell(cell: BlockContainer, element: string, value: string): void {
  if (element === 'gridSpan') cell.span = Number(value);
  else if (element === 'vMerge') cell.merge = value === 'restart' ? 'first' : 'further';
}

/** A table that is read row by row. */
export class WordTable {
  #cells: string[] = [];
  readonly #labels = new RowLabels();
  /** Notes of its cells; they are written after the table. */
  readonly notes: Block[] = [];

  /** Leaves columns of the row free. */
  skip(columns: number): void {
    for (let column = 0; column < Math.min(columns, MAX_COLUMNS); column += 1) this.#cells.push('');
  }

  add({ blocks, span, merge }: BlockContainer): void {
    this.notes.push(...blocks.filter(({ kind }) => kind === 'note'));
    const column = this.#cells.length;
    const own = lineOf(blocks.filter(({ kind }) => kind !== 'note'));
    const isRepeated = merge === 'further' && own === '';
    if (!isRepeated) this.#labels.set(column, own, merge === undefined ? 1 : Number.POSITIVE_INFINITY);
    this.#cells.push(isRepeated ? (this.#labels.take(column) ?? '') : own);
    this.skip((span || 1) - 1);
  }

  /** The cells of the row, which ends. */
  takeRow(): readonly string[] {
    const cells = this.#cells;
    this.#cells = [];
    return cells;
  }
}
