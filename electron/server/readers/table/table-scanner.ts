import { findHeader, typicalWidth } from './find-header.ts';
import {
  cellCount,
  coveredColumns,
  type GridRow,
  isBehindGap,
  rowWithin,
  type ShownCell,
  withReaching,
} from './grid-row.ts';
import { filledColumns, findRegions, isHeaderAgain, type TableRegion } from './table-regions.ts';

/** What a sheet shows: a row of a table, or text around tables. */
export type TablePart =
  | {
      readonly kind: 'row';
      readonly row: GridRow;
      /** The name of a column, from 0; undefined: the table has no header. */
      readonly nameOf: ((column: number) => string) | undefined;
    }
  | { readonly kind: 'text'; readonly rows: readonly GridRow[] };

/** What was taken for a table. */
export interface FoundTable {
  /** Number of its first row, below titles. */
  readonly firstRow: number;
  /** Numbers of the rows that name its columns; none for a table without a header. */
  readonly headerRows: readonly number[];
}

/** A table is recognised by so many rows. */
const ROWS_AHEAD = 50;
/** …or by so many characters, if its rows are long. */
const UNITS_AHEAD = 1024 * 1024;
/** So many lines above a wider table are its title. */
const MOST_TITLE_ROWS = 10;
/** A remark across a table is longer than the name of a group of rows. */
const REMARK = 80;
/** The longest text that is one document. */
const TEXT_UNITS = 4000;
const LINE_UNITS = 10;

/**
 * Finds the tables of a sheet as its rows come in: their headers, the titles above them and remarks between them, several tables below or beside each
 * other. Keeps {@link ROWS_AHEAD} rows at most.
 */
export class TableScanner {
  readonly #onTable: (table: FoundTable) => void;
  #waiting: GridRow[] = [];
  #waitingUnits = 0;
  #regions: readonly TableRegion[] = [];
  /** The columns of each region that have values. */
  #used: readonly Set<number>[] = [];
  /** Text of each region that is not written yet. */
  readonly #texts = new Map<number, GridRow[]>();
  #textUnits = 0;
  #last: GridRow | undefined;
  /** Up to this row everything is decided. */
  #decidedTo = 0;
  /** Up to this row everything is text. */
  #textTo = 0;
  #parts: TablePart[] = [];

  /** @param onTable called for each table that is found */
  constructor(onTable: (table: FoundTable) => void) {
    this.#onTable = onTable;
  }

  /** @returns what is known now of the rows so far, in order */
  push(row: GridRow): readonly TablePart[] {
    this.#waiting.push(row);
    this.#waitingUnits += unitsOf(row);
    this.#advance(false);
    return this.#take();
  }

  end(): readonly TablePart[] {
    this.#advance(true);
    this.#writeTexts();
    this.#writeUnused();
    return this.#take();
  }

  #take(): readonly TablePart[] {
    const parts = this.#parts;
    this.#parts = [];
    return parts;
  }

  #advance(isEnd: boolean): void {
    for (let row = this.#waiting[0]; row !== undefined; row = this.#waiting[0]) {
      if (row.number > this.#decidedTo && this.#mayBegin(row)) {
        if (!isEnd && this.#waiting.length < ROWS_AHEAD && this.#waitingUnits < UNITS_AHEAD) return;
        this.#openBlock();
      }
      this.#consume(row);
    }
  }

  /** Whether a table may begin at a row: behind a gap, or with a title below a wider table. */
  #mayBegin(row: GridRow): boolean {
    if (this.#last === undefined || isBehindGap(row, this.#last)) return true;
    const isTitle = cellCount(row) === 1 && this.#last.shown.length > 1;
    return isTitle && this.#regions.length === 1 && (this.#regions[0]?.layout.width ?? 0) > 2;
  }

  /** Decides what the rows up to the next gap are. */
  #openBlock(): void {
    const { block, rest } = splitAtGap(this.#waiting);
    const last = block.at(-1)?.number ?? 0;
    const [first] = block;
    const hasGap = first !== undefined && this.#last !== undefined && isBehindGap(first, this.#last);
    const hasTables = this.#regions.length > 0;
    if (hasTables && this.#goesOn(block, hasGap)) return;
    const isText = hasTables ? hasGap && this.#isRemarks(block) : isTitle(block, rest);
    if (isText) {
      this.#textTo = last;
      this.#decidedTo = last;
      return;
    }
    this.#setRegions(findRegions(isHeaderAbove(block, rest) ? [...block, ...splitAtGap(rest).block] : block));
  }

  /** Lines of one cell behind a table of several columns. */
  #isRemarks(block: readonly GridRow[]): boolean {
    return block.every((row) => cellCount(row) === 1) && this.#regions.some(({ layout }) => layout.width > 1);
  }

  /** Whether the rows of a block belong to the tables above them. */
  #goesOn(block: readonly GridRow[], hasGap: boolean): boolean {
    const [region] = this.#regions;
    const [first] = block;
    if (region === undefined || first === undefined || region.layout.isProse) return false;
    if (hasGap && this.#isRemarks(block)) return false;
    if (this.#regions.some((other) => isHeaderAgain(first, other))) return true;
    const { headerRows, confidence, preamble, width } = findHeader(block);
    if (headerRows > 0 && confidence === 'sure' && (hasGap || preamble > 0)) return false;
    if (!hasGap) return true;
    const filled = filledColumns(block);
    const [from, to] = [region.filled.from, Math.max(...this.#regions.map((other) => other.filled.to))];
    if (filled.from > to || filled.to < from) return false;
    // Words only: another table if it has another form.
    const isOther = filled.from !== from || filled.to > to || width * 2 <= region.layout.width || preamble > 0;
    return headerRows === 0 || !isOther;
  }

  #setRegions(regions: readonly TableRegion[]): void {
    this.#writeTexts();
    this.#writeUnused();
    this.#regions = regions;
    this.#used = regions.map(() => new Set<number>());
    for (const { headerRows, textRows, hasRows } of regions) {
      const heads = [...textRows, ...headerRows];
      this.#decidedTo = Math.max(this.#decidedTo, ...heads);
      if (hasRows) this.#onTable({ firstRow: Math.max(0, ...heads) + 1, headerRows });
    }
  }

  #consume(row: GridRow): void {
    this.#waiting.shift();
    this.#waitingUnits -= unitsOf(row);
    this.#last = row;
    if (row.number <= this.#textTo) {
      this.#addText(0, row);
      return;
    }
    for (const [index, region] of this.#regions.entries()) {
      const part = rowWithin(row, region.range);
      if (part === undefined || region.headerRows.includes(row.number)) continue;
      const whole = withReaching(part, region.firstRow);
      if (region.layout.isProse || region.textRows.has(row.number) || isRemark(whole, region))
        this.#addText(index, part);
      else if (!isHeaderAgain(part, region)) {
        this.#writeText(index);
        for (const [column] of whole.shown) this.#used[index]?.add(column);
        this.#parts.push({ kind: 'row', row: whole, nameOf: region.nameOf });
      }
    }
  }

  /** The names of columns without a value, which stand in no row. */
  #writeUnused(): void {
    for (const [index, { layout, header }] of this.#regions.entries()) {
      const part = unusedNames(layout.names, this.#used[index] ?? new Set(), header[0]);
      if (part !== undefined) this.#parts.push(part);
    }
  }

  #addText(index: number, row: GridRow): void {
    // Each line counts, too: a list of single letters is not copied over and over.
    const units = unitsOf(row) + LINE_UNITS;
    if (this.#textUnits + units > TEXT_UNITS) this.#writeTexts();
    this.#texts.set(index, [...(this.#texts.get(index) ?? []), row]);
    this.#textUnits += units;
  }

  #writeTexts(): void {
    for (const index of this.#texts.keys()) this.#writeText(index);
    this.#textUnits = 0;
  }

  #writeText(index: number): void {
    const rows = this.#texts.get(index);
    if (rows !== undefined) this.#parts.push({ kind: 'text', rows });
    this.#texts.delete(index);
  }
}

/** The names of columns without a value, as text beside their table. @param header its first row */
export function unusedNames(
  names: ReadonlyMap<number, string>,
  used: ReadonlySet<number>,
  header: GridRow | undefined,
): TablePart | undefined {
  const said = new Set([...names].filter(([column]) => used.has(column)).map(([, name]) => name));
  const shown: ShownCell[] = [];
  for (const [column, name] of [...names].sort(([a], [b]) => a - b)) {
    if (name !== '' && !said.has(name)) shown.push([column, name]);
    said.add(name);
  }
  if (shown.length === 0 || header === undefined) return undefined;
  return { kind: 'text', rows: [{ ...header, shown, spans: [], fromAbove: [] }] };
}

function unitsOf({ shown }: GridRow): number {
  return shown.reduce((sum, [, text]) => sum + text.length, 0);
}

/** Lines above a wider table, or alone in their sheet. */
function isTitle(block: readonly GridRow[], rest: readonly GridRow[]): boolean {
  if (rest.length === 0) return block.length === 1;
  if (block.length > MOST_TITLE_ROWS || isHeaderAbove(block, rest)) return false;
  const most = Math.max(...block.map(({ shown }) => shown.length));
  if (most === 2 && block.every(({ shown }) => shown[0]?.[1].endsWith(':') === true)) return true;
  return block.length === 1 || most * 2 <= typicalWidth(splitAtGap(rest).block);
}

/** Whether a block is a header that an empty row sets apart from its table. */
function isHeaderAbove(block: readonly GridRow[], rest: readonly GridRow[]): boolean {
  const [header] = block;
  const table = splitAtGap(rest).block;
  if (header === undefined || block.length > 1 || header.shown.length < 2 || table.length === 0) return false;
  const whole = findHeader([...block, ...table]);
  return whole.headerRows > 0 && whole.preamble === 0 && findHeader(table).confidence !== 'sure';
}

/** The rows up to the first gap, and those behind it. */
function splitAtGap(rows: readonly GridRow[]): {
  readonly block: readonly GridRow[];
  readonly rest: readonly GridRow[];
} {
  const gap = rows.findIndex((row, index) => {
    const above = rows[index - 1];
    return above !== undefined && isBehindGap(row, above);
  });
  return gap === -1 ? { block: rows, rest: [] } : { block: rows.slice(0, gap), rest: rows.slice(gap) };
}

/** A line across a table of at least three columns. */
function isRemark(row: GridRow, { layout: { width } }: TableRegion): boolean {
  const [cell] = row.shown;
  if (cell === undefined || row.shown.length > 1 || width < 3) return false;
  return cell[1].length > REMARK || coveredColumns(row) * 2 > width;
}
