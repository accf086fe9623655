import type { LoadedDocument, SourceFile } from '../../core/document.ts';
import type { LoadContext } from '../../core/document-loader.ts';
import { fileCorrupt, fileHasNoText, wrongContent } from '../errors/file-errors.ts';
import { createBlockWriter } from '../text/block-writer.ts';
import { openText } from '../text/open-text.ts';
import { peek, readThrough } from '../text/text-reader.ts';
import { translatingErrors, withFirstText } from '../text/text-stream.ts';
import { createXmlReader, XmlError } from '../xml/xml-reader.ts';
import { Fb2Handler } from './fb2-text.ts';

/** Enough for a declaration and comments before the first element. */
const HEAD_UNITS = 16 * 1024;

/** The text of a FictionBook as Markdown, with its title, author and language; streamed. Its pictures are left out. */
export async function* readFb2(file: SourceFile, context: LoadContext): AsyncGenerator<LoadedDocument> {
  const wanted = 'an FB2 book';
  const { start, pieces } = await peek(await openText(file, wanted, context, { isMarkup: true }), HEAD_UNITS);
  if (!/<(?:\w+:)?FictionBook\b/.test(start)) throw wrongContent(file, wanted, 'a text file');
  const writer = createBlockWriter();
  const handler = new Fb2Handler(writer);
  const xml = await createXmlReader(handler);
  const reader = {
    write(piece: string): string {
      xml.write(piece);
      return writer.take();
    },
    end(): string {
      xml.end();
      return writer.end();
    },
  };
  const name = (error: unknown) =>
    error instanceof XmlError ? fileCorrupt(file, `its XML is damaged (${error.message})`, error) : error;
  const text = await withFirstText(translatingErrors(readThrough(pieces, reader), name));
  if (text === undefined) throw fileHasNoText(file, 'its sections are empty', 'check that it was saved completely');
  yield { text, metadata: handler.facts };
}
