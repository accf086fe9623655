import type { TablePassage } from '../../../../shared/api/originals.ts';
import type { LoadedDocument } from '../../core/document.ts';
import type { LoadContext } from '../../core/document-loader.ts';
import { readTable } from '../../readers/table/read-table.ts';
import { isOf } from './find-in-text.ts';
import type { PassageRequest } from './passage-place.ts';

/** Rows that are shown before and behind the marked one. */
const SHOWN = 200;

interface Row {
  readonly number: number;
  readonly cells: string[];
  readonly isMarked: boolean;
}

interface ReadRow {
  readonly cells: readonly string[];
  readonly isMarked: boolean;
}

/** The rows around the marked ones; without any the first. Reads no further than that. */
async function rowsAround(
  rows: AsyncIterable<ReadRow>,
  isWanted: boolean,
): Promise<Omit<TablePassage, 'kind' | 'columns'>> {
  let shown: Row[] = [];
  const first: Row[] = [];
  let [number, markedAt] = [0, -1];
  let isCutBehind = false;
  for await (const { cells, isMarked } of rows) {
    number += 1;
    const row = { number, cells: [...cells], isMarked };
    if (first.length < SHOWN) first.push(row);
    shown.push(row);
    if (isMarked) markedAt = number;
    if (markedAt === -1 && shown.length > SHOWN) shown.shift();
    if ((markedAt !== -1 && number >= markedAt + SHOWN) || (!isWanted && number > SHOWN)) {
      isCutBehind = true;
      break;
    }
  }
  if (markedAt === -1) {
    isCutBehind ||= number > first.length;
    shown = first;
  }
  const found = markedAt === -1 ? 'none' : 'whole';
  return { found, rows: shown, isCutBefore: (shown[0]?.number ?? 1) > 1, isCutBehind };
}

/** Rows of a table of text, with its header, and the row that a chunk was made from. */
export async function findInCsv(request: PassageRequest, context: LoadContext): Promise<TablePassage> {
  const { metadata, text, file } = request;
  const wanted = typeof metadata.line === 'number' ? metadata.line : undefined;
  let columns: readonly string[] = [];
  async function* rows(): AsyncGenerator<ReadRow> {
    let line = -1;
    for await (const cells of readTable(file, context)) {
      line += 1;
      if (line === 0) columns = cells;
      else yield { cells, isMarked: wanted === line && text !== '' };
    }
  }
  const read = await rowsAround(rows(), wanted !== undefined);
  return { kind: 'table', columns: [...columns], ...read };
}

/** Rows of a workbook as lines of text, and the row that a chunk was made from. */
export async function findInSheets(
  documents: AsyncIterable<LoadedDocument>,
  { metadata, text }: PassageRequest,
): Promise<TablePassage> {
  async function* rows(): AsyncGenerator<ReadRow> {
    for await (const document of documents) {
      const cells = typeof document.text === 'string' ? document.text.split('\n') : [];
      yield { cells, isMarked: text !== '' && isOf(document.metadata, metadata) };
    }
  }
  return { kind: 'table', columns: null, ...(await rowsAround(rows(), text !== '')) };
}
