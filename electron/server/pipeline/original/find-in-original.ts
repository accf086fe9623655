import { isDeepStrictEqual } from 'node:util';
import type { Passage, TablePassage, TextPassage } from '../../../../shared/api/originals.ts';
import { originalKindOf } from '../../../../shared/text/original-kind.ts';
import type { LoadedDocument, Metadata, SourceFile } from '../../core/document.ts';
import type { LoadContext } from '../../core/document-loader.ts';
import type { TextRecogniser } from '../../core/text-recogniser.ts';
import { openLoader } from '../../nodes/open-loader.ts';
import { readOdsParts } from '../../readers/odf/ods.ts';
import { readExcelParts } from '../../readers/office/xlsx/excel-reader.ts';
import type { SheetPart } from '../../readers/office/xlsx/sheet-rows.ts';
import { readAnyFile } from '../../readers/read-any-file.ts';
import { lineOf } from '../../readers/table/grid-row.ts';
import { readTable } from '../../readers/table/read-table.ts';
import { readTableParts } from '../../readers/table/read-table-parts.ts';
import { partRow } from '../../readers/table/table-documents.ts';
import type { TablePart } from '../../readers/table/table-scanner.ts';
import { findInPdf } from './find-in-pdf.ts';
import { findPlace, locOf, type PassageRequest } from './passage-place.ts';

/** Sends files to a service: its text can't be made again here. */
const REMOTE_LOADER = 'unstructuredFileLoader';

/** The documents that the chunk's loader made of the file. */
async function documentsOf(request: PassageRequest, context: LoadContext): Promise<AsyncIterable<LoadedDocument>> {
  const { loader, file, metadata } = request;
  const opened = loader.name === REMOTE_LOADER ? undefined : await openLoader(loader.name, loader.params);
  if (opened !== undefined && 'load' in opened) return opened.load(file, context);
  const usage = locOf(metadata).pageNumber === undefined ? 'perFile' : 'perPage';
  return readAnyFile(file, { usage }, context);
}

/** Text that is shown before and behind a passage, in UTF-16 units: some forty pages. */
const SHOWN = 100_000;
/** Longer texts are searched only so far: some ten thousand pages. */
const MOST_UNITS = 30_000_000;

/** Between documents of one file: its slides, chapters, or pages. */
const GAP = '\n\n';

/** Whether a chunk may be of a document: its metadata has all of the document's own, except for the place within it. */
function isOf(document: Metadata, chunk: Metadata): boolean {
  return Object.entries(document).every(([name, value]) => {
    if (name !== 'loc') return isDeepStrictEqual(chunk[name], value);
    const { loc } = chunk;
    const own = Object.entries(Object(value));
    return own.every(([key, part]) => isDeepStrictEqual(Object(loc)[key], part));
  });
}

async function textOf({ text }: LoadedDocument): Promise<string> {
  if (typeof text === 'string') return text;
  let whole = '';
  for await (const piece of text) {
    whole += piece;
    if (whole.length > MOST_UNITS) break;
  }
  return whole;
}

/** The text of a file as its reader gives it, with the passage in it. */
async function findInText(
  documents: AsyncIterable<LoadedDocument>,
  request: PassageRequest,
  isMarkdown: boolean,
): Promise<TextPassage> {
  const { metadata } = request;
  const { offset } = locOf(metadata);
  let text = '';
  let near: number | undefined;
  for await (const document of documents) {
    if (text !== '') text += GAP;
    // If several fit, the first.
    const start = text.length;
    const own = await textOf(document);
    if (near === undefined && offset !== undefined && isOf(document.metadata, metadata)) near = start + offset.from;
    text += own;
    if (text.length > MOST_UNITS) break;
  }
  const { found, ranges } = findPlace(text, request, near);
  const [first, last] = [ranges[0]?.from ?? near ?? 0, ranges.at(-1)?.to ?? near ?? 0];
  const [from, to] = [Math.max(0, first - SHOWN), Math.min(text.length, last + SHOWN)];
  return {
    kind: 'text',
    found,
    isMarkdown,
    text: text.slice(from, to),
    isCutBefore: from > 0,
    isCutBehind: to < text.length,
    ranges: ranges.map((range) => ({ from: range.from - from, to: range.to - from })),
  };
}

/**
 * Finds where a chunk is in the file that it was made from, and gives what of the file is to be shown around it. Runs in a worker thread.
 * @throws UserError of the reader: the file is damaged, say
 */
export async function findInOriginal(
  request: PassageRequest,
  signal: AbortSignal,
  recogniser: TextRecogniser,
): Promise<Passage> {
  const context: LoadContext = { signal, onRead: () => undefined, recogniser };
  const { name } = request.file;
  const kind = originalKindOf(name);
  if (kind === 'pdf') return findInPdf(request, signal);
  if (kind === 'table') return (/\.[ct]sv$/i.test(name) ? findInCsv : findInSheets)(request, context);
  return findInText(await documentsOf(request, context), request, kind === 'markdown');
}

/** Rows that are shown before and behind the marked one. */
const SHOWN_ROWS = 200;
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
    if (first.length < SHOWN_ROWS) first.push(row);
    shown.push(row);
    if (row.isMarked) markedAt = count;
    if (markedAt === -1 && shown.length > SHOWN_ROWS) {
      shown.shift();
      isCutBefore = true;
    }
    if ((markedAt !== -1 && count >= markedAt + SHOWN_ROWS) || (!isWanted && count > SHOWN_ROWS)) {
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
async function findInCsv(request: PassageRequest, context: LoadContext): Promise<TablePassage> {
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
async function findInSheets(request: PassageRequest, context: LoadContext): Promise<TablePassage> {
  const { metadata, text } = request;
  const wanted = text === '' || typeof metadata.row !== 'number' ? undefined : metadata;
  let shown: string | undefined;
  let last = 0;
  async function* parts() {
    for await (const { sheet, part, isOverCells } of openWorkbook(request, context)) {
      // For a comment, the row that it is on is shown.
      if (isOverCells === true) continue;
      if (wanted !== undefined && sheet !== wanted.sheet) continue;
      shown ??= sheet;
      // Only one sheet is shown.
      if (sheet !== shown) break;
      const number = partRow(part);
      const isMarked = number === wanted?.row;
      // Words over empty columns come behind the rows; they are shown only if they are the marked ones.
      if (number < last && !isMarked) continue;
      last = number;
      yield { part, number, isMarked };
    }
  }
  const read = await rowsAround(rowsOf(parts()), wanted !== undefined);
  // The sheet is gone: the file is shown from its beginning.
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
