import { UserError } from '../../../../shared/errors/errors.ts';
import { jsonlinesFile as definition } from '../../../../shared/nodes/documentloaders/jsonlines-file.ts';
import type { LoadedDocument, SourceFile } from '../../core/document.ts';
import { type LoadContext, readerOf } from '../../core/document-loader.ts';
import { fileCorrupt, fileHasNoText, fileTooLarge } from '../errors/file-errors.ts';
import { openText } from '../text/open-text.ts';
import { parsePointer } from './json-path.ts';
import { JsonSyntaxError } from './json-tokenizer.ts';
import { metadataPointers, withoutPointers } from './metadata-pointers.ts';
import { type JsonRecord, type RecordSelection, readRecord } from './read-record.ts';

/** Lines that a note names. */
const MOST_NAMED = 5;

/** A line of a text, without its end. */
interface TextLine {
  readonly text: string;
  /** Counts from 1. */
  readonly number: number;
}

/** A line is kept whole, so its length is limited to protect memory. In UTF-16 units. */
const MAX_LINE_UNITS = 32 * 1024 * 1024;

/**
 * Splits a stream of text into lines (LF, CR LF).
 * @throws RangeError for a line of more than 32 Mi units
 */
async function* readLines(pieces: AsyncIterable<string>): AsyncGenerator<TextLine> {
  let number = 0;
  let open = '';
  for await (const piece of pieces) {
    let start = 0;
    for (let feed = piece.indexOf('\n'); feed !== -1; feed = piece.indexOf('\n', start)) {
      number += 1;
      yield { text: withoutReturn(open + piece.slice(start, feed)), number };
      open = '';
      start = feed + 1;
    }
    open += piece.slice(start);
    if (open.length > MAX_LINE_UNITS) throw new RangeError('A line is too long');
  }
  if (open !== '') yield { text: withoutReturn(open), number: number + 1 };
}

function withoutReturn(line: string): string {
  return line.endsWith('\r') ? line.slice(0, -1) : line;
}

/**
 * Streams a file with one JSON value per line; `line` in the metadata counts from 1. Blank lines, and lines without the wanted value, are skipped; those that
 * are no JSON are left out and reported.
 * @throws UserError FILE_EMPTY, UNSUPPORTED_FILE_TYPE, FILE_HAS_NO_TEXT, FILE_TOO_LARGE; FILE_CORRUPT (naming the first line) if no line is JSON
 */
async function* readJsonLines(
  file: SourceFile,
  selection: RecordSelection,
  context: LoadContext,
): AsyncGenerator<LoadedDocument> {
  const lines = readLines(await openText(file, 'a JSON Lines file', context));
  const faults = new Faults();
  let read = 0;
  try {
    for await (const line of lines) {
      if (line.text.trim() === '') continue;
      const record = readLine(file, line, selection, faults);
      if (record === 'bad') continue;
      read += 1;
      if (record !== undefined)
        yield { text: record.text, metadata: { ...record.metadata, line: line.number }, position: ['line'] };
    }
  } catch (error) {
    throw error instanceof RangeError ? fileTooLarge(file, 'it has a line of more than 32 million characters') : error;
  }
  if (read === 0 && faults.first !== undefined) throw faults.first;
  faults.report(file, context);
}

/** Lines that can't be read, and words in others that are no JSON. */
class Faults {
  first: UserError | undefined;
  readonly #lines: string[] = [];
  readonly #words: string[] = [];

  addLine(number: number, { column, message }: JsonSyntaxError, error: UserError): void {
    this.first ??= error;
    this.#lines.push(this.#lines.length < MOST_NAMED ? `${number} (at column ${column} ${message})` : '');
  }

  addWord(number: number, word: string): void {
    this.#words.push(this.#words.length < MOST_NAMED ? `${word} in line ${number}` : '');
  }

  /** What was left out counts as not read, so that a clean-up spares what an earlier run had of it. */
  report(file: SourceFile, { onNote, onFailedPart }: LoadContext): void {
    if (this.#lines.length > 0) {
      const lines = `${this.#lines.length === 1 ? 'line' : 'lines'} ${shorten(this.#lines)}`;
      const message = `Of "${file.name}" ${lines} could not be read: not JSON. The others were read.`;
      const error = new UserError('FILE_CORRUPT', message, { details: { file: file.name }, cause: this.first });
      if (onFailedPart === undefined) throw error;
      onFailedPart(error);
    }
    if (this.#words.length > 0) onNote?.(`Read as a word, not JSON: ${shorten(this.#words)}.`);
  }
}

function shorten(all: readonly string[]): string {
  const more = all.length > MOST_NAMED ? ` and ${all.length - MOST_NAMED} more` : '';
  return `${all.slice(0, MOST_NAMED).join(', ')}${more}`;
}

function readLine(
  file: SourceFile,
  { text, number }: TextLine,
  selection: RecordSelection,
  faults: Faults,
): JsonRecord | 'bad' | undefined {
  try {
    return readRecord(text, selection, (word) => faults.addWord(number, word));
  } catch (error) {
    if (!(error instanceof JsonSyntaxError)) throw error;
    const reason = `its line ${number} is not JSON by itself, at column ${error.column} ${error.message}`;
    faults.addLine(number, error, fileCorrupt(file, reason, error));
    return 'bad';
  }
}

/** One JSON value per line, streamed: one document per line, with the line number. */
export const jsonLinesReader = readerOf(definition, {
  commonMetadata: withoutPointers,
  async *load({ pointerName, metadata }, file, context) {
    const keys = new Set<string>();
    const selection = { steps: parsePointer(pointerName.trim()), fields: metadataPointers(metadata), keys };
    let hasText = false;
    for await (const document of readJsonLines(file, selection, context)) {
      hasText = true;
      yield document;
    }
    if (!hasText) throw nothingFound(file, pointerName.trim(), keys);
  },
});

function nothingFound(file: SourceFile, pointerName: string, keys: ReadonlySet<string>): UserError {
  if (keys.size === 0) return fileHasNoText(file, 'its lines hold no text', 'check that it is the right file');
  const list = [...keys].map((key) => `"${key}"`).join(', ');
  return new UserError(
    'INVALID_PARAM',
    `"${file.name}" has no line with text under "${pointerName}": choose among its keys ${list}.`,
    { details: { file: file.name, param: 'pointerName', keys: [...keys] } },
  );
}
