import type { LoadedDocument, SourceFile } from '../../core/document.ts';
import type { LoadContext } from '../../core/document-loader.ts';
import { fileCorrupt, fileTooLarge } from '../errors/file-errors.ts';
import { openText } from '../text/open-text.ts';
import { readLines, type TextLine } from '../text/read-lines.ts';
import { JsonSyntaxError } from './json-tokenizer.ts';
import { type JsonRecord, type RecordSelection, readRecord } from './read-record.ts';

/**
 * Streams a file with one JSON value per line; `line` in the metadata counts from 1. Blank lines, and lines without the wanted value, are skipped.
 * @throws UserError FILE_EMPTY, UNSUPPORTED_FILE_TYPE, FILE_HAS_NO_TEXT, FILE_TOO_LARGE, FILE_CORRUPT (naming the line)
 */
export async function* readJsonLines(
  file: SourceFile,
  selection: RecordSelection,
  context: LoadContext,
): AsyncGenerator<LoadedDocument> {
  const lines = readLines(await openText(file, 'a JSON Lines file', context));
  try {
    for await (const line of lines) {
      const record = line.text.trim() === '' ? undefined : readLine(file, line, selection);
      if (record !== undefined)
        yield { text: record.text, metadata: { ...record.metadata, line: line.number }, position: ['line'] };
    }
  } catch (error) {
    throw error instanceof RangeError ? fileTooLarge(file, 'it has a line of more than 32 million characters') : error;
  }
}

function readLine(file: SourceFile, { text, number }: TextLine, selection: RecordSelection): JsonRecord | undefined {
  try {
    return readRecord(text, selection);
  } catch (error) {
    if (!(error instanceof JsonSyntaxError)) throw error;
    throw fileCorrupt(
      file,
      `its line ${number} is not JSON by itself, at column ${error.column} ${error.message}`,
      error,
    );
  }
}
