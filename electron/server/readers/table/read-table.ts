import { pipeline, Readable } from 'node:stream';
import { AppError } from '../../../../shared/errors/errors.ts';
import { codeOf } from '../../../../shared/errors/system-errors.ts';
import type { SourceFile } from '../../core/document.ts';
import type { LoadContext } from '../../core/document-loader.ts';
import { fileCorrupt } from '../errors/file-errors.ts';
import { openText } from '../text/open-text.ts';
import { peek } from '../text/text-reader.ts';
import { detectDelimiter } from './detect-delimiter.ts';

/** Enough text to find the delimiter. */
const SAMPLE_UNITS = 64 * 1024;

/** A first line that some programs write for Excel. */
const DELIMITER_HINT = /^sep=(.)\r?\n/i;

/** A longer row has a quote that was never closed; without this limit it would read the rest of the file into memory. */
const MAX_ROW_UNITS = 8 * 1024 * 1024;

/** A row of a delimited table that has something in a cell. */
export interface TableRecord {
  readonly cells: readonly string[];
  /** The number of its row as spreadsheet programs show the file: empty lines count, line ends within quotes do not. */
  readonly number: number;
}

/** A record as csv-parse gives it with `info`. */
interface WithInfo {
  readonly record: readonly string[];
  readonly info: { readonly records: number; readonly empty_lines: number };
}

/**
 * Streams the rows of a delimited table. Cells are trimmed, empty rows are left out. Rows may have more or fewer cells than the first.
 * @throws UserError FILE_EMPTY, UNSUPPORTED_FILE_TYPE, FILE_HAS_NO_TEXT, FILE_CORRUPT (naming the line)
 */
export async function* readTable(file: SourceFile, context: LoadContext): AsyncGenerator<TableRecord> {
  const { start, pieces } = await peek(await openText(file, 'a table of text (.csv, .tsv)', context), SAMPLE_UNITS);
  const [hint = '', hinted] = DELIMITER_HINT.exec(start) ?? [];
  const { parse } = await import('csv-parse');
  const linesBefore = hint === '' ? 0 : 1;
  let lastLine = 0;
  const parser = parse({
    delimiter: hinted ?? detectDelimiter(start),
    bom: true,
    max_record_size: MAX_ROW_UNITS,
    info: true,
    on_record(record: string[], { lines }) {
      lastLine = lines;
      return record;
    },
    relax_column_count: true,
    relax_quotes: true,
    skip_empty_lines: true,
    trim: true,
  });
  // Errors of both streams surface in the iteration below.
  pipeline(Readable.from(withoutStart(pieces, hint.length)), parser, () => undefined);
  try {
    for await (const row of parser) {
      const { record: cells, info }: WithInfo = row;
      if (cells.some((cell) => cell.trim() !== '')) yield { cells, number: info.records + info.empty_lines };
    }
  } catch (error) {
    context.signal.throwIfAborted();
    throw error instanceof AppError ? error : describeError(file, error, linesBefore + lastLine + 1);
  }
}

function describeError(file: SourceFile, error: unknown, line: number): unknown {
  const code = codeOf(error);
  if (code === 'CSV_QUOTE_NOT_CLOSED' || code === 'CSV_MAX_RECORD_SIZE') {
    return fileCorrupt(file, `a quote that opens at line ${line} or after it is never closed`, error);
  }
  if (code.startsWith('CSV_')) {
    return fileCorrupt(file, `its row at line ${line} is not written as a table's`, error);
  }
  return error;
}

async function* withoutStart(pieces: AsyncIterable<string>, units: number): AsyncGenerator<string> {
  let left = units;
  for await (const piece of pieces) {
    if (piece.length > left) yield piece.slice(left);
    left = Math.max(0, left - piece.length);
  }
}
