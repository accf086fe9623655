import { pipeline, Readable } from 'node:stream';

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
export class Parsing {
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
