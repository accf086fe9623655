import type { LoadedDocument, SourceFile } from '../../core/document.ts';
import type { LoadContext } from '../../core/document-loader.ts';
import { fileCorrupt, fileHasNoText, wrongContent } from '../errors/file-errors.ts';
import { openText } from '../text/open-text.ts';
import { peek, readThrough } from '../text/text-reader.ts';
import { translatingErrors, withFirstText } from '../text/text-stream.ts';
import { XmlError } from './xml-reader.ts';
import { createXmlTextReader } from './xml-text.ts';

/** Enough to find out whether there are tags at all. */
const HEAD_UNITS = 64 * 1024;

/** The text of an XML file without its tags: one document per file, streamed. */
export async function* readXml(
  file: SourceFile,
  context: LoadContext,
  textOfPage: (html: string) => string,
): AsyncGenerator<LoadedDocument> {
  const wanted = 'an XML file';
  const { start, pieces } = await peek(await openText(file, wanted, context, { isMarkup: true }), HEAD_UNITS);
  if (!/^\s*</.test(start)) throw wrongContent(file, wanted, 'a text file');
  const name = (error: unknown) =>
    error instanceof XmlError ? fileCorrupt(file, `its XML is damaged (${error.message})`, error) : error;
  const text = await withFirstText(translatingErrors(readThrough(pieces, await createXmlTextReader(textOfPage)), name));
  if (text === undefined) {
    throw fileHasNoText(file, 'its elements hold none', 'if its data is in attributes, load it as plain text');
  }
  yield { text, metadata: {} };
}
