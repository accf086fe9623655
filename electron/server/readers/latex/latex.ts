import type { LoadedDocument, SourceFile } from '../../core/document.ts';
import type { LoadContext } from '../../core/document-loader.ts';
import { fileHasNoText, fileTooLarge } from '../errors/file-errors.ts';
import { openText } from '../text/open-text.ts';
import { latexToText } from './latex-text.ts';

/** A source is read whole, since its end may say what its beginning means; books have about 2 MB. */
const MAX_BYTES = 16 * 1024 * 1024;

/** The text of a LaTeX source as Markdown, without its markup. */
export async function* readLatex(file: SourceFile, context: LoadContext): AsyncGenerator<LoadedDocument> {
  if (file.sizeBytes > MAX_BYTES) throw fileTooLarge(file, `it is over ${MAX_BYTES / 1024 ** 2} MB`);
  let source = '';
  for await (const piece of await openText(file, 'a LaTeX file', context)) source += piece;
  const text = latexToText(source.replaceAll('\r\n', '\n'));
  if (text === '') throw fileHasNoText(file, 'it holds only commands', 'give the files that it includes');
  yield { text, metadata: {} };
}
