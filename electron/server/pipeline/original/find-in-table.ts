import type { TablePassage } from '../../../../shared/api/originals.ts';
import type { LoadContext } from '../../core/document-loader.ts';
import { readOdsParts } from '../../readers/odf/ods.ts';
import { readExcelParts } from '../../readers/office/xlsx/excel-reader.ts';
import type { SheetPart } from '../../readers/office/xlsx/sheet-rows.ts';
import { type GridRow, lineOf } from '../../readers/table/grid-row.ts';
import { readTable } from '../../readers/table/read-table.ts';
import { readTableParts } from '../../readers/table/read-table-parts.ts';
import { partRow, partText } from '../../readers/table/table-documents.ts';
import type { TablePart } from '../../readers/table/table-scanner.ts';
import { type FoundPlace, findPlace, nowhere, type PassageRequest } from './passage-place.ts';

/** Rows that are shown before and behind the marked one. */
const SHOWN_ROWS = 200;
/** Columns of a sheet that are shown at most. */
const MOST_COLUMNS = 200;

interface NumberedPart {
  readonly part: TablePart;
  /** Of its first row. */
  readonly number: number;
  /** Whether it lies over the cells, and no row shows it. */
  readonly isOverCells?: boolean | undefined;
}

/** The parts of a table, read anew each time. */
type OpenParts = () => AsyncIterable<NumberedPart>;

interface ShownRow {
  readonly number: number;
  readonly isMarked: boolean;
  readonly cells: ReadonlyMap<number, string>;
  readonly nameOf: ((column: number) => string) | undefined;
}

interface RowsAround {
  readonly rows: readonly ShownRow[];
  readonly isCutBefore: boolean;
  readonly isCutBehind: boolean;
}

/** The rows around a number; without it, or where there is no such row, the first. Reads no further than that. */
async function rowsAround(rows: AsyncIterable<ShownRow>, aim: number | undefined): Promise<RowsAround> {
  const shown: ShownRow[] = [];
  const first: ShownRow[] = [];
  let [count, aimedAt] = [0, -1];
  let [isCutBefore, isCutBehind] = [false, false];
  for await (const row of rows) {
    count += 1;
    if (first.length < SHOWN_ROWS) first.push(row);
    shown.push(row);
    if (row.number === aim) aimedAt = count;
    if (aimedAt === -1 && shown.length > SHOWN_ROWS) {
      shown.shift();
      isCutBefore = true;
    }
    if ((aimedAt !== -1 && count >= aimedAt + SHOWN_ROWS) || (aim === undefined && count > SHOWN_ROWS)) {
      isCutBehind = true;
      break;
    }
  }
  if (aimedAt !== -1) return { rows: shown, isCutBefore, isCutBehind };
  return { rows: first, isCutBefore: false, isCutBehind: isCutBehind || count > first.length };
}

/** Which rows of a part have what is found in its text, which has a row after the other. */
function rowsWith({ ranges }: FoundPlace, part: TablePart): readonly GridRow[] {
  if (part.kind === 'row') return ranges.length === 0 ? [] : [part.row];
  let end = 0;
  return part.rows.filter((row) => {
    const start = end;
    end += partText({ kind: 'text', rows: [row] }).length + 1;
    return ranges.some(({ from, to }) => from < end && to > start);
  });
}

/** The rows of parts; tables beside each other share theirs. */
async function* rowsOf(
  parts: AsyncIterable<NumberedPart>,
  marked: (part: NumberedPart) => readonly GridRow[],
): AsyncGenerator<ShownRow> {
  let open: ShownRow | undefined;
  for await (const numbered of parts) {
    const { part, number } = numbered;
    const own = marked(numbered);
    // For a comment, the row that it is on is shown.
    if (numbered.isOverCells === true) continue;
    const rows = part.kind === 'row' ? [part.row] : part.rows;
    const nameOf = part.kind === 'row' ? part.nameOf : undefined;
    const first = partRow(part);
    for (const row of rows) {
      const isMarked = own.includes(row);
      const next = { number: number + lineOf(row) - first, isMarked, cells: new Map(row.shown), nameOf };
      if (open?.number === next.number) open = joined(open, next);
      else {
        if (open !== undefined) yield open;
        open = next;
      }
    }
  }
  if (open !== undefined) yield open;
}

function joined(left: ShownRow, right: ShownRow): ShownRow {
  const isNamedLeft = (column: number) => left.cells.has(column);
  return {
    number: left.number,
    isMarked: left.isMarked || right.isMarked,
    cells: new Map([...left.cells, ...right.cells]),
    nameOf: (column) => (isNamedLeft(column) ? left : right).nameOf?.(column) ?? unnamed(column),
  };
}

function unnamed(column: number): string {
  return `column ${column + 1}`;
}

interface FoundRows extends RowsAround {
  readonly place: FoundPlace;
}

/** The rows around the one of a number, which is marked if it has the chunk. */
async function rowsAt(open: OpenParts, request: PassageRequest, aim: number | undefined): Promise<FoundRows> {
  let place = nowhere(request);
  const read = await rowsAround(
    rowsOf(open(), ({ part, number, isOverCells }) => {
      if (number !== aim || place.found !== 'none' || isOverCells === true) return [];
      place = findPlace(partText(part), request, undefined);
      return rowsWith(place, part);
    }),
    aim,
  );
  return { ...read, place };
}

interface MovedRow {
  readonly number: number;
  readonly isOverCells: boolean;
}

/** Where else in the table a chunk stands: over the cells of its row, or in a row whose number has changed. */
async function findElsewhere(open: OpenParts, request: PassageRequest, aim: number): Promise<MovedRow | undefined> {
  let moved: MovedRow | undefined;
  for await (const { part, number, isOverCells = false } of open()) {
    if (isOverCells && number !== aim) continue;
    if (moved !== undefined && !isOverCells) continue;
    const { isChanged } = findPlace(partText(part), request, undefined);
    if (!isChanged) moved = { number, isOverCells };
    if (moved?.isOverCells === true) break;
  }
  return moved;
}

/** The row that a chunk was made from, among those around it. */
async function findRow(open: OpenParts, request: PassageRequest, aim: number | undefined): Promise<FoundRows> {
  const read = await rowsAt(open, request, aim);
  if (aim === undefined || !read.place.isChanged) return read;
  const moved = await findElsewhere(open, request, aim);
  if (moved === undefined) return read;
  if (!moved.isOverCells) {
    const there = await rowsAt(open, request, moved.number);
    return { ...there, place: { ...there.place, isChanged: true } };
  }
  const rows = read.rows.map((row) => ({ ...row, isMarked: row.number === aim }));
  return { ...read, rows, place: { found: 'whole', isChanged: false, ranges: [], share: 1 } };
}

/** Rows of a table of text, with its header, and the row that a chunk was made from. */
export async function findInCsv(request: PassageRequest, context: LoadContext): Promise<TablePassage> {
  const { metadata, text, file, loader } = request;
  const aim = text === '' || typeof metadata.line !== 'number' ? undefined : metadata.line;
  async function* detected(): AsyncGenerator<NumberedPart> {
    for await (const { part, line } of readTableParts(file, context, () => undefined)) yield { part, number: line };
  }
  let names: readonly string[] = [];
  async function* belowFirst(): AsyncGenerator<NumberedPart> {
    let number = -1;
    const nameOf = (column: number) => names[column] || unnamed(column);
    for await (const { cells } of readTable(file, context)) {
      number += 1;
      if (number === 0) names = cells;
      else yield { part: { kind: 'row', row: { number, shown: [...cells.entries()], spans: [] }, nameOf }, number };
    }
  }
  const isBelowFirst = loader.name === 'csvFile' && loader.params.header !== 'detect';
  return describe(await findRow(isBelowFirst ? belowFirst : detected, request, aim), null, names.keys());
}

function openWorkbook({ file, loader }: PassageRequest, context: LoadContext): AsyncIterable<SheetPart> {
  if (/\.(?:ods|ots)$/i.test(file.name)) return readOdsParts(file, context);
  const { sheetName, headerRow } = loader.params;
  const choice = {
    sheetName: typeof sheetName === 'string' ? sheetName : '',
    headerRow: typeof headerRow === 'number' ? headerRow : undefined,
  };
  return readExcelParts(file, choice, context);
}

/** Rows of the sheet of a workbook that a chunk was made from, with the row marked; of the first sheet where no row is known. */
export async function findInSheets(request: PassageRequest, context: LoadContext): Promise<TablePassage> {
  const { metadata, text } = request;
  const wanted = text === '' || typeof metadata.row !== 'number' ? undefined : metadata;
  const aim = wanted === undefined ? undefined : Number(wanted.row);
  let shown: string | undefined;
  async function* parts(): AsyncGenerator<NumberedPart> {
    let last = 0;
    for await (const { sheet, part, isOverCells } of openWorkbook(request, context)) {
      if (wanted !== undefined && sheet !== wanted.sheet) continue;
      shown ??= sheet;
      // Only one sheet is shown.
      if (sheet !== shown) break;
      const number = partRow(part);
      // Words over empty columns come behind the rows; they are shown only if they are the wanted ones.
      if (isOverCells !== true && number < last && number !== aim) continue;
      if (isOverCells !== true) last = number;
      yield { part, number, isOverCells };
    }
  }
  const read = await findRow(parts, request, aim);
  // The sheet is gone: the file is shown from its beginning.
  if (read.rows.length === 0 && wanted !== undefined) {
    return { ...(await findInSheets({ ...request, text: '' }, context)), isChanged: true };
  }
  return describe(read, shown ?? null);
}

/** Rows with the names of the table that the marked one is of. @param all columns that are shown in any case */
function describe(
  { rows, place: { found, isChanged }, isCutBefore, isCutBehind }: FoundRows,
  sheet: string | null,
  all: Iterable<number> = [],
): TablePassage {
  const used = new Set([...all, ...rows.flatMap(({ cells }) => [...cells.keys()])]);
  const columns = [...used].sort((a, b) => a - b).slice(0, MOST_COLUMNS);
  const nameOf =
    (rows.find(({ isMarked }) => isMarked) ?? rows.find((row) => row.nameOf !== undefined))?.nameOf ?? unnamed;
  return {
    kind: 'table',
    found,
    isChanged,
    sheet,
    columns: columns.map(nameOf),
    rows: rows.map(({ number, isMarked, cells }) => ({
      number,
      isMarked,
      cells: columns.map((column) => cells.get(column) ?? ''),
    })),
    isCutBefore,
    isCutBehind,
  };
}
