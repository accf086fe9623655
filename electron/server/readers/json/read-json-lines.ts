import { UserError } from '../../../../shared/errors/errors.ts';
import type { LoadedDocument, SourceFile } from '../../core/document.ts';
import type { LoadContext } from '../../core/document-loader.ts';
import { fileCorrupt, fileTooLarge } from '../errors/file-errors.ts';
import { openText } from '../text/open-text.ts';
import { readLines, type TextLine } from '../text/read-lines.ts';
import { JsonSyntaxError } from './json-tokenizer.ts';
import { type JsonRecord, type RecordSelection, readRecord } from './read-record.ts';

/** Lines that a note names. */
const MOST_NAMED = 5;

/**
 * Streams a file with one JSON value per line; `line` in the metadata counts from 1. Blank lines, and lines without the wanted value, are skipped; those that
 * are no JSON are left out and reported.
 * @throws UserError FILE_EMPTY, UNSUPPORTED_FILE_TYPE, FILE_HAS_NO_TEXT, FILE_TOO_LARGE; FILE_CORRUPT (naming the first line) if no line is JSON
 */
export async function* readJsonLines(
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
  faults.tell(file, context);
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
  tell(file: SourceFile, { onNote, onFailedPart }: LoadContext): void {
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
