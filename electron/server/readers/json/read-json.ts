import type { LoadedDocument, SourceFile } from '../../core/document.ts';
import type { LoadContext } from '../../core/document-loader.ts';
import { fileCorrupt, fileTooLarge } from '../errors/file-errors.ts';
import { openText } from '../text/open-text.ts';
import type { JsonDocuments, JsonPart } from './json-documents.ts';
import { JsonSyntaxError, JsonTokenizer } from './json-tokenizer.ts';

/** Words that are no JSON, of which a note says the place. */
const MOST_NAMED = 5;

/**
 * Streams a JSON file through a builder of documents.
 * @throws UserError FILE_EMPTY, UNSUPPORTED_FILE_TYPE, FILE_HAS_NO_TEXT, FILE_TOO_LARGE, FILE_CORRUPT (naming line and column)
 */
export async function* readJson(
  file: SourceFile,
  documents: JsonDocuments,
  context: LoadContext,
): AsyncGenerator<LoadedDocument> {
  const parts = readParts(file, documents, context);
  for (let next = await parts.next(); next.done !== true; next = await parts.next()) {
    const part = next.value;
    if (part.kind === 'more') continue;
    const { text, metadata } = part;
    yield { text: part.kind === 'whole' ? text : startingWith(text, parts), metadata, position: documents.position };
  }
}

/** A long document as a stream; {@link readJson} skips what the caller does not read. */
async function* startingWith(first: string, parts: AsyncGenerator<JsonPart>): AsyncGenerator<string> {
  yield first;
  for (;;) {
    const next = await parts.next();
    if (next.done === true || next.value.kind !== 'more') return;
    yield next.value.text;
    if (next.value.isLast) return;
  }
}

async function* readParts(
  file: SourceFile,
  documents: JsonDocuments,
  context: LoadContext,
): AsyncGenerator<JsonPart, undefined> {
  const pieces = await openText(file, 'a JSON file', context);
  const named: string[] = [];
  let count = 0;
  const tokenizer = new JsonTokenizer(documents, (word, line, column) => {
    count += 1;
    if (named.length < MOST_NAMED) named.push(`${word} at line ${line}, column ${column}`);
  });
  try {
    for await (const piece of pieces) {
      tokenizer.write(piece);
      yield* documents.take();
    }
    tokenizer.end();
  } catch (error) {
    throw describeJsonError(file, error);
  }
  yield* documents.take();
  if (count === 0) return;
  const more = count > MOST_NAMED ? ` and ${count - MOST_NAMED} more` : '';
  context.onNote?.(`Read as words, not JSON: ${named.join('; ')}${more}.`);
}

/** What a JSON error means for a file, as an error that names it; any other error as it is. */
export function describeJsonError(file: SourceFile, error: unknown): unknown {
  if (error instanceof JsonSyntaxError) {
    return fileCorrupt(file, `at line ${error.line}, column ${error.column} ${error.message}`, error);
  }
  if (error instanceof RangeError)
    return fileTooLarge(
      file,
      'it holds a text of more than 32 million characters, such as a picture that is written into it',
    );
  return error;
}
