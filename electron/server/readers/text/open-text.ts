import { ISO_2022_JP } from '../../common/detect-encoding.ts';
import type { SourceFile } from '../../core/document.ts';
import type { LoadContext } from '../../core/document-loader.ts';
import { fileEmpty, fileHasNoText, wrongContent } from '../errors/file-errors.ts';
import { legacyEncodingOfMarkup } from './declared-encoding.ts';
import { inspectText } from './inspect-text.ts';
import { readText } from './read-text.ts';

export interface OpenTextOptions {
  /** XML or HTML may declare its encoding; the declaration overrides a guess. */
  readonly isMarkup?: boolean;
}

/**
 * Opens a file as text in any encoding, and streams it. `wanted` is a phrase for the expected kind: "a text file".
 * @throws UserError FILE_EMPTY, UNSUPPORTED_FILE_TYPE; and at the end of the stream FILE_HAS_NO_TEXT if it was all white space
 */
export async function openText(
  file: SourceFile,
  wanted: string,
  context: LoadContext,
  { isMarkup = false }: OpenTextOptions = {},
): Promise<AsyncIterable<string>> {
  const inspection = await inspectText(file.path, context.signal);
  if (inspection.kind === 'empty') throw fileEmpty(file);
  if (inspection.kind === 'binary') throw wrongContent(file, wanted, inspection.found);
  const { markBytes } = inspection;
  const isGuess = markBytes === 0 && !inspection.encoding.startsWith('utf') && inspection.encoding !== ISO_2022_JP;
  const declared = isMarkup && isGuess ? await legacyEncodingOfMarkup(file.path) : undefined;
  const encoding = declared ?? inspection.encoding;
  const pieces = readText(file.path, {
    encoding,
    markBytes,
    sizeBytes: file.sizeBytes,
    signal: context.signal,
    onRead: context.onRead,
  });
  return requireText(file, pieces);
}

async function* requireText(file: SourceFile, pieces: AsyncIterable<string>): AsyncGenerator<string> {
  let hasText = false;
  for await (const piece of pieces) {
    hasText ||= /\S/.test(piece);
    yield piece;
  }
  if (!hasText) throw fileHasNoText(file, 'it holds only white space', 'check that it was saved completely');
}
