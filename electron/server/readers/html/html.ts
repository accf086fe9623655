import type { LoadedDocument, SourceFile } from '../../core/document.ts';
import type { LoadContext } from '../../core/document-loader.ts';
import { fileCorrupt, fileHasNoText } from '../errors/file-errors.ts';
import { openText } from '../text/open-text.ts';
import { peek, readThrough } from '../text/text-reader.ts';
import { translatingErrors, withFirstText } from '../text/text-stream.ts';
import { createHtmlTextReader, HtmlTooDeepError } from './html-text.ts';

/** Enough characters to find an XML declaration. */
const HEAD_UNITS = 256;

/** The text of a web page as it is shown, with its title; streamed. A page that shows nothing until its scripts run gives what they would show. */
export function readHtml(file: SourceFile, context: LoadContext): AsyncGenerator<LoadedDocument> {
  return readPage(file, context, false);
}

async function* readPage(file: SourceFile, context: LoadContext, withHidden: boolean): AsyncGenerator<LoadedDocument> {
  const { start, pieces } = await peek(await openText(file, 'a web page', context, { isMarkup: true }), HEAD_UNITS);
  const isXhtml = start.trimStart().startsWith('<?xml') || /\.xhtml$/i.test(file.name);
  const reader = await createHtmlTextReader({ isXhtml, withHidden });
  const name = (error: unknown) =>
    error instanceof HtmlTooDeepError ? fileCorrupt(file, 'its elements are nested too deep', error) : error;
  const text = await withFirstText(translatingErrors(readThrough(pieces, reader), name));
  if (text === undefined && reader.hasHidden && !withHidden) {
    yield* readPage(file, context, true);
    return;
  }
  if (text === undefined) {
    throw fileHasNoText(file, 'it shows none without its scripts', 'save the page from a browser as it is shown');
  }
  yield { text, metadata: reader.title === undefined ? {} : { title: reader.title } };
}
