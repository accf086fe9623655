import type { TablePassage } from '../../../../shared/api/originals.ts';
import type { SourceFile } from '../../core/document.ts';
import type { LoadContext } from '../../core/document-loader.ts';
import { readOdsParts } from '../../readers/odf/ods.ts';
import { readExcelParts } from '../../readers/office/xlsx/excel-reader.ts';
import type { SheetPart } from '../../readers/office/xlsx/sheet-rows.ts';
import { lineOf } from '../../readers/table/grid-row.ts';
import { readTable } from '../../readers/table/read-table.ts';
import { readTableParts } from '../../readers/table/read-table-parts.ts';
import { partRow } from '../../readers/table/table-documents.ts';
import type { TablePart } from '../../readers/table/table-scanner.ts';
import type { PassageRequest } from './passage-place.ts';

/** Rows that are shown before and behind the marked one. */
const SHOWN = 200;
/** Columns of a sheet that are shown at most. */
const MOST_COLUMNS = 200;

interface ReadRow {
  readonly number: number;
  readonly isMarked: boolean;
}

interface RowsAround<Row> {
  readonly found: TablePassage['found'];
  readonly rows: readonly Row[];
  readonly isCutBefore: boolean;
  readonly isCutBehind: boolean;
}

/** The rows around the marked one; without any the first. Reads no further than that. */
async function rowsAround<Row extends ReadRow>(rows: AsyncIterable<Row>, isWanted: boolean): Promise<RowsAround<Row>> {
  const shown: Row[] = [];
  const first: Row[] = [];
  let [count, markedAt] = [0, -1];
  let [isCutBefore, isCutBehind] = [false, false];
  for await (const row of rows) {
    count += 1;
    if (first.length < SHOWN) first.push(row);
    shown.push(row);
    if (row.isMarked) markedAt = count;
    if (markedAt === -1 && shown.length > SHOWN) {
      shown.shift();
      isCutBefore = true;
    }
    if ((markedAt !== -1 && count >= markedAt + SHOWN) || (!isWanted && count > SHOWN)) {
      isCutBehind = true;
      break;
    }
  }
  if (markedAt === -1) {
    isCutBehind ||= count > first.length;
    return { found: 'none', rows: first, isCutBefore: false, isCutBehind };
  }
  return { found: 'whole', rows: shown, isCutBefore, isCutBehind };
}

/** Rows of a table of text, with its header, and the row that a chunk was made from. */
export async function findInCsv(request: PassageRequest, context: LoadContext): Promise<TablePassage> {
  const { metadata, text, file, loader } = request;
  const wanted = text === '' || typeof metadata.line !== 'number' ? undefined : metadata.line;
  if (loader.name === 'csvFile' && loader.params.header !== 'detect') return findBelowFirst(file, wanted, context);
  async function* parts() {
    for await (const { part, line } of readTableParts(file, context, () => undefined)) {
      yield { part, number: line, isMarked: line === wanted };
    }
  }
  return describe(await rowsAround(rowsOf(parts()), wanted !== undefined), null);
}

async function findBelowFirst(
  file: SourceFile,
  wanted: number | undefined,
  context: LoadContext,
): Promise<TablePassage> {
  let columns: readonly string[] = [];
  async function* rows() {
    let number = -1;
    for await (const { cells } of readTable(file, context)) {
      number += 1;
      if (number === 0) columns = cells;
      else yield { number, cells: [...cells], isMarked: wanted === number };
    }
  }
  const read = await rowsAround(rows(), wanted !== undefined);
  return { kind: 'table', sheet: null, columns: [...columns], ...read, rows: [...read.rows] };
}

interface NumberedTablePart {
  readonly part: TablePart;
  /** Of its first row. */
  readonly number: number;
  readonly isMarked: boolean;
}

interface ShownRow extends ReadRow {
  readonly cells: ReadonlyMap<number, string>;
  readonly nameOf: ((column: number) => string) | undefined;
}

/** The rows of parts; tables beside each other share theirs. */
async function* rowsOf(parts: AsyncIterable<NumberedTablePart>): AsyncGenerator<ShownRow> {
  let open: ShownRow | undefined;
  for await (const { part, number, isMarked } of parts) {
    const rows = part.kind === 'row' ? [part.row] : part.rows;
    const nameOf = part.kind === 'row' ? part.nameOf : undefined;
    const first = partRow(part);
    for (const row of rows) {
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
  let shown: string | undefined;
  let last = 0;
  async function* parts() {
    for await (const { sheet, part, isOverCells } of openWorkbook(request, context)) {
      // Of a comment the row is shown that it is on.
      if (isOverCells === true) continue;
      if (wanted !== undefined && sheet !== wanted.sheet) continue;
      shown ??= sheet;
      // Only one sheet is shown.
      if (sheet !== shown) break;
      const number = partRow(part);
      const isMarked = number === wanted?.row;
      // Words over empty columns come behind the rows; they are seen only where they are asked for.
      if (number < last && !isMarked) continue;
      last = number;
      yield { part, number, isMarked };
    }
  }
  const read = await rowsAround(rowsOf(parts()), wanted !== undefined);
  // The sheet is not there any more: the file is shown from its beginning.
  if (read.rows.length === 0 && wanted !== undefined) return findInSheets({ ...request, text: '' }, context);
  return describe(read, shown ?? null);
}

/** Rows with the names of the table that the marked one is of. */
function describe({ rows, ...read }: RowsAround<ShownRow>, sheet: string | null): TablePassage {
  const used = new Set(rows.flatMap(({ cells }) => [...cells.keys()]));
  const columns = [...used].sort((a, b) => a - b).slice(0, MOST_COLUMNS);
  const nameOf =
    (rows.find(({ isMarked }) => isMarked) ?? rows.find((row) => row.nameOf !== undefined))?.nameOf ?? unnamed;
  return {
    kind: 'table',
    sheet,
    columns: columns.map(nameOf),
    ...read,
    rows: rows.map(({ number, isMarked, cells }) => ({
      number,
      isMarked,
      cells: columns.map((column) => cells.get(column) ?? ''),
    })),
  };
}
