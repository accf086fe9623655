import { AppError } from '../../../../shared/errors/errors.ts';
import { codeOf } from '../../../../shared/errors/system-errors.ts';
import type { SourceFile } from '../../core/document.ts';
import type { LoadContext } from '../../core/document-loader.ts';
import { fileCorrupt } from '../errors/file-errors.ts';
import { openText } from '../text/open-text.ts';
import { peek } from '../text/text-reader.ts';
import { detectDelimiter } from './detect-delimiter.ts';
import { Parsing } from './parse-rows.ts';
import { UnreadBytes } from './unread-bytes.ts';

/** Enough text to find the delimiter. */
const SAMPLE_UNITS = 64 * 1024;

/** A first line that some programs write for Excel. */
const DELIMITER_HINT = /^sep=(.)\r?\n/i;

/** A row of a delimited table that has something in a cell. */
export interface TableRecord {
  readonly cells: readonly string[];
  /** The number of its row as spreadsheet programs show the file: empty lines count, line ends within quotes do not. */
  readonly number: number;
}

/** So many lines with a quote that is never closed are read by themselves; behind them no sign is a quote. */
const MOST_OPEN_QUOTES = 100;
/** Lines that a note names. */
const MOST_NAMED = 5;

/**
 * Streams the rows of a delimited table. Cells are trimmed, empty rows are left out. Rows may have more or fewer cells than the first. A line with a quote that
 * is never closed is read as it is written, and reported.
 * @throws UserError FILE_EMPTY, UNSUPPORTED_FILE_TYPE, FILE_HAS_NO_TEXT, FILE_CORRUPT (naming the line)
 */
export async function* readTable(file: SourceFile, context: LoadContext): AsyncGenerator<TableRecord> {
  const { start, pieces } = await peek(await openText(file, 'a table of text (.csv, .tsv)', context), SAMPLE_UNITS);
  const [hint = '', hinted] = DELIMITER_HINT.exec(start) ?? [];
  const place: Place = { row: 0, line: hint === '' ? 0 : 1, openQuotes: [] };
  try {
    yield* readRows(withoutStart(pieces, hint.length), hinted ?? detectDelimiter(start), place);
  } catch (error) {
    context.signal.throwIfAborted();
    throw error instanceof AppError ? error : describeError(file, error, place.line + 1);
  }
  tellOpenQuotes(context, place.openQuotes);
}

/** Where reading is in a file: the last row and line that are dealt with, and lines with a quote that is never closed. */
interface Place {
  row: number;
  line: number;
  readonly openQuotes: number[];
}

async function* readRows(text: AsyncIterable<string>, delimiter: string, place: Place): AsyncGenerator<TableRecord> {
  let rest = text;
  for (;;) {
    const unread = new UnreadBytes(rest);
    const hasQuotes = place.openQuotes.length < MOST_OPEN_QUOTES;
    const parsing = new Parsing(delimiter, hasQuotes);
    let handedOn = 0;
    try {
      for await (const { cells, number, bytes } of parsing.rows(unread.pieces())) {
        unread.forget(bytes);
        handedOn = number;
        yield { cells, number: place.row + number };
      }
      return;
    } catch (error) {
      const cut = hasQuotes && codeOf(error).startsWith('CSV_') ? await unread.cut(parsing.bytes) : undefined;
      place.line += parsing.lines;
      if (cut === undefined) throw error;
      // Rows that were parsed when the fault was found, and not handed on.
      for await (const { cells, number } of new Parsing(delimiter, true).rows([cut.before])) {
        yield { cells, number: place.row + handedOn + number };
      }
      place.row += parsing.number + cut.emptyLines + 1;
      for await (const { cells } of new Parsing(delimiter, false).rows([cut.line])) yield { cells, number: place.row };
      place.line += cut.emptyLines + 1;
      place.openQuotes.push(place.line);
      rest = cut.rest;
    }
  }
}

function isOpenQuote(error: unknown): boolean {
  const code = codeOf(error);
  return code === 'CSV_QUOTE_NOT_CLOSED' || code === 'CSV_MAX_RECORD_SIZE';
}

function describeError(file: SourceFile, error: unknown, line: number): unknown {
  if (isOpenQuote(error)) {
    return fileCorrupt(file, `a quote that opens at line ${line} or after it is never closed`, error);
  }
  if (codeOf(error).startsWith('CSV_')) {
    return fileCorrupt(file, `its row at line ${line} is not written as a table's`, error);
  }
  return error;
}

function tellOpenQuotes({ onNote }: LoadContext, lines: readonly number[]): void {
  if (lines.length === 0) return;
  const more = lines.length > MOST_NAMED ? ` and ${lines.length - MOST_NAMED} more` : '';
  const named = `${lines.slice(0, MOST_NAMED).join(', ')}${more}`;
  onNote?.(
    lines.length === 1
      ? `A quote in line ${named} is never closed, or does not fit: the line was read as it is written.`
      : `Quotes in lines ${named} are never closed, or do not fit: these lines were read as they are written.`,
  );
}

async function* withoutStart(pieces: AsyncIterable<string>, units: number): AsyncGenerator<string> {
  let left = units;
  for await (const piece of pieces) {
    if (piece.length > left) yield piece.slice(left);
    left = Math.max(0, left - piece.length);
  }
}
