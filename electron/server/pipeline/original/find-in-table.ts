import type { TablePassage } from '../../../../shared/api/originals.ts';
import type { LoadContext } from '../../core/document-loader.ts';
import { readOdsTable } from '../../readers/odf/ods.ts';
import { readExcelRows } from '../../readers/office/xlsx/excel-reader.ts';
import { shownCells, type TableRow } from '../../readers/office/xlsx/sheet-rows.ts';
import { readTable } from '../../readers/table/read-table.ts';
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
  const { metadata, text, file } = request;
  const wanted = typeof metadata.line === 'number' ? metadata.line : undefined;
  let columns: readonly string[] = [];
  async function* rows() {
    let number = -1;
    for await (const cells of readTable(file, context)) {
      number += 1;
      if (number === 0) columns = cells;
      else yield { number, cells: [...cells], isMarked: wanted === number && text !== '' };
    }
  }
  const read = await rowsAround(rows(), wanted !== undefined);
  return { kind: 'table', sheet: null, columns: [...columns], ...read, rows: [...read.rows] };
}

interface ReadSheetRow extends ReadRow {
  readonly row: TableRow;
}

function openWorkbook({ file, loader }: PassageRequest, context: LoadContext): AsyncIterable<TableRow> {
  if (/\.ods$/i.test(file.name)) return readOdsTable(file, context);
  const { sheetName, headerRow } = loader.params;
  const choice = {
    sheetName: typeof sheetName === 'string' ? sheetName : '',
    headerRow: typeof headerRow === 'number' ? headerRow : undefined,
  };
  return readExcelRows(file, choice, context);
}

/** The columns in which a row shows something; of very wide sheets the first. */
function usedColumns(rows: readonly ReadSheetRow[]): readonly number[] {
  const used = new Set(rows.flatMap(({ row }) => shownCells(row).map(([column]) => column)));
  return [...used].sort((a, b) => a - b).slice(0, MOST_COLUMNS);
}

/** Rows of the sheet of a workbook that a chunk was made from, with the row marked; of the first sheet where no row is known. */
export async function findInSheets(request: PassageRequest, context: LoadContext): Promise<TablePassage> {
  const { metadata, text } = request;
  const wanted = text === '' || typeof metadata.row !== 'number' ? undefined : metadata;
  let sheet: string | undefined;
  async function* rows(): AsyncGenerator<ReadSheetRow> {
    for await (const row of openWorkbook(request, context)) {
      if (wanted !== undefined && row.sheet !== wanted.sheet) continue;
      sheet ??= row.sheet;
      // Only one sheet is shown.
      if (row.sheet !== sheet) break;
      if (shownCells(row).length > 0) yield { row, number: row.number, isMarked: row.number === wanted?.row };
    }
  }
  const { rows: found, ...read } = await rowsAround(rows(), wanted !== undefined);
  // The sheet is not there any more: the file is shown from its beginning.
  if (found.length === 0 && wanted !== undefined) return findInSheets({ ...request, text: '' }, context);
  const columns = usedColumns(found);
  return {
    kind: 'table',
    sheet: sheet ?? null,
    columns: columns.map((column) => found[0]?.row.nameOf(column) ?? ''),
    ...read,
    rows: found.map(({ row, number, isMarked }) => ({
      number,
      isMarked,
      cells: columns.map((column) => row.cells[column]?.trim() ?? ''),
    })),
  };
}
