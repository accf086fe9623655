import { pipeline, Readable } from 'node:stream';
import { AppError } from '../../../../shared/errors/errors.ts';
import { codeOf } from '../../../../shared/errors/system-errors.ts';
import type { SourceFile } from '../../core/document.ts';
import type { LoadContext } from '../../core/document-loader.ts';
import { fileCorrupt } from '../errors/file-errors.ts';
import { openText } from '../text/open-text.ts';
import { peek } from '../text/text-reader.ts';

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

/** The possible delimiters; of equally likely ones the first. Commas also stand in texts and numbers. */
const DELIMITERS = [';', '\t', '|', ','] as const;

type Delimiter = (typeof DELIMITERS)[number];

/** The number of sampled rows: the delimiter is the same in the whole table. */
const SAMPLE_ROWS = 50;

/** A field in quotes; at the end of a sample it may be cut. */
const QUOTED = /(^|[,;\t|\r\n] *)"(?:[^"]|"")*(?:"|$)/g;

interface Candidate {
  readonly delimiter: Delimiter;
  /** The most rows that have it equally often. */
  readonly rows: number;
  /** How often these have it. */
  readonly count: number;
  readonly isInNumbers: boolean;
}

/**
 * Finds the delimiter from the start of a table: the character that occurs equally often in the most rows, outside quotes. Titles and remarks lack it. A table
 * with one column has no delimiter; the result is then the comma.
 */
function detectDelimiter(sample: string): Delimiter {
  const rows = sampleRows(sample);
  const candidates = DELIMITERS.map((delimiter) => candidateOf(delimiter, rows)).filter(({ rows }) => rows > 0);
  return candidates.sort(compare)[0]?.delimiter ?? ',';
}

/** The first rows, without quoted text. */
function sampleRows(sample: string): readonly string[] {
  const rows = sample.replace(QUOTED, '$1""').split(/\r\n|\n|\r/);
  return rows.filter((row) => row.trim() !== '').slice(0, SAMPLE_ROWS);
}

function candidateOf(delimiter: Delimiter, sample: readonly string[]): Candidate {
  const found = new Map<number, string[]>();
  for (const row of sample) {
    const count = row.split(delimiter).length - 1;
    if (count > 0) found.set(count, [...(found.get(count) ?? []), row]);
  }
  let best: readonly [count: number, rows: readonly string[]] = [0, []];
  for (const [count, rows] of found) if (rows.length > best[1].length) best = [count, rows];
  const [count, rows] = best;
  const isInNumbers = delimiter === ',' && rows.every((row) => !/(?<!\d),|,(?!\d)/.test(row));
  return { delimiter, rows: rows.length, count, isInNumbers };
}

/** The number of equal rows counts most, then cells; decimal commas make no cells. */
function compare(a: Candidate, b: Candidate): number {
  return b.rows - a.rows || Number(a.isInNumbers) - Number(b.isInNumbers) || b.count - a.count;
}

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
  noteOpenQuotes(context, place.openQuotes);
}

/** Where reading is in a file: the last row and line that are dealt with, and lines with a quote that is never closed. */
interface Place {
  row: number;
  line: number;
  readonly openQuotes: number[];
}

/** A longer row has a quote that was never closed; without this limit it would read the rest of the file into memory. */
const MAX_ROW_UNITS = 8 * 1024 * 1024;

interface ParsedRow {
  readonly cells: readonly string[];
  /** Of those of this parsing, from 1; empty lines count. */
  readonly number: number;
  /** How many bytes of the text end with it, in UTF-8. */
  readonly bytes: number;
}

/** A record as csv-parse gives it with `info`. */
interface WithInfo {
  readonly record: readonly string[];
  readonly info: { readonly records: number; readonly empty_lines: number; readonly bytes: number };
}

/** One run of csv-parse over delimited text. It may be ahead of the rows that it has handed on. */
class Parsing {
  /** Up to the end of the last row that was parsed. */
  bytes = 0;
  lines = 0;
  number = 0;
  readonly #delimiter: string;
  readonly #hasQuotes: boolean;

  constructor(delimiter: string, hasQuotes: boolean) {
    this.#delimiter = delimiter;
    this.#hasQuotes = hasQuotes;
  }

  /** The rows that have something in a cell. @throws csv-parse's errors */
  async *rows(pieces: AsyncIterable<Buffer> | Iterable<Buffer>): AsyncGenerator<ParsedRow> {
    const { parse } = await import('csv-parse');
    const parser = parse({
      delimiter: this.#delimiter,
      bom: true,
      max_record_size: MAX_ROW_UNITS,
      info: true,
      on_record: (record: string[], { bytes, lines, records, empty_lines }) => {
        this.bytes = bytes;
        this.lines = lines;
        this.number = records + empty_lines;
        return record;
      },
      quote: this.#hasQuotes ? '"' : false,
      relax_column_count: true,
      relax_quotes: true,
      skip_empty_lines: true,
      trim: true,
    });
    // Errors of both streams surface in the iteration below.
    pipeline(Readable.from(pieces, { objectMode: false }), parser, () => undefined);
    for await (const row of parser) {
      const { record: cells, info }: WithInfo = row;
      const number = info.records + info.empty_lines;
      if (cells.some((cell) => cell.trim() !== '')) yield { cells, number, bytes: info.bytes };
    }
  }
}

/** What is left of a text where a row can't be read. */
interface CutText {
  /** Sound rows. */
  readonly before: Buffer;
  readonly emptyLines: number;
  /** The line that can't be read. */
  readonly line: Buffer;
  readonly rest: AsyncIterable<string>;
}

/** Longer lines are dropped. */
const MOST_BYTES = 32 * 1024 * 1024;

/** Passes a text on as bytes, and keeps those that are not dealt with yet. */
class UnreadBytes {
  readonly #source: AsyncIterator<string>;
  #buffered: Buffer[] = [];
  /** Where the buffered bytes begin, and up to where they are processed. */
  #start = 0;
  #dealtWith = 0;

  constructor(source: AsyncIterable<string>) {
    this.#source = source[Symbol.asyncIterator]();
  }

  async *pieces(): AsyncGenerator<Buffer> {
    for (let piece = await this.#next(); piece !== undefined; piece = await this.#next()) yield piece;
  }

  async #next(): Promise<Buffer | undefined> {
    const next = await this.#source.next();
    if (next.done === true) return undefined;
    const piece = Buffer.from(next.value);
    this.#buffered.push(piece);
    return piece;
  }

  /** Forgets the bytes up to here, counted from the beginning. */
  forget(bytes: number): void {
    this.#dealtWith = bytes;
    for (
      let [first] = this.#buffered;
      first !== undefined && this.#start + first.length <= bytes;
      [first] = this.#buffered
    ) {
      this.#start += first.length;
      this.#buffered.shift();
    }
  }

  /**
   * Cuts the text at a place, counted in bytes from the beginning, and behind the first line there that is not empty.
   * @returns undefined if that line is too long
   */
  async cut(at: number): Promise<CutText | undefined> {
    const buffered = Buffer.concat(this.#buffered);
    const before = buffered.subarray(this.#dealtWith - this.#start, at - this.#start);
    let all = buffered.subarray(at - this.#start);
    const [empty] = /^(?:[ \t]*\r?\n)*/.exec(all.toString('latin1')) ?? [''];
    let end = all.indexOf('\n', empty.length);
    while (end === -1) {
      if (all.length > MOST_BYTES) return undefined;
      const piece = await this.#next();
      if (piece === undefined) break;
      all = Buffer.concat([all, piece]);
      end = all.indexOf('\n', empty.length);
    }
    const lineEnd = end === -1 ? all.length : end + 1;
    const left = all.subarray(lineEnd).toString();
    return {
      before,
      emptyLines: empty.split('\n').length - 1,
      line: all.subarray(empty.length, lineEnd),
      rest: followedBy(left, this.#source),
    };
  }
}

async function* followedBy(start: string, rest: AsyncIterator<string>): AsyncGenerator<string> {
  if (start !== '') yield start;
  for (let next = await rest.next(); next.done !== true; next = await rest.next()) yield next.value;
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

function noteOpenQuotes({ onNote }: LoadContext, lines: readonly number[]): void {
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
