import type { LoadedDocument, SourceFile } from '../../core/document.ts';
import type { LoadContext } from '../../core/document-loader.ts';
import { fileCorrupt, fileHasNoText } from '../errors/file-errors.ts';
import { decodePart } from '../text/decode-part.ts';
import { readThrough } from '../text/text-reader.ts';
import { translatingErrors, withFirstText } from '../text/text-stream.ts';
import { XmlError } from '../xml/xml-reader.ts';
import { createOdtTextReader } from './odt-text.ts';
import { describeOdf, ODF_CONTENT, ODF_TEXT, openOdf } from './open-odf.ts';

/** The text of an OpenDocument text, with its title and author: one document per file, streamed. */
export async function* readOdt(file: SourceFile, context: LoadContext): AsyncGenerator<LoadedDocument> {
  const document = await openOdf(file, ODF_TEXT, context.signal);
  try {
    const metadata = await describeOdf(document);
    const pieces = decodePart(await document.archive.stream(ODF_CONTENT), context.signal);
    const name = (error: unknown) =>
      error instanceof XmlError ? fileCorrupt(file, 'its content is damaged', error) : error;
    const text = await withFirstText(translatingErrors(readThrough(pieces, await createOdtTextReader()), name));
    if (text === undefined) {
      throw fileHasNoText(
        file,
        'it holds no written paragraphs',
        'if its text is in pictures, run text recognition first',
      );
    }
    yield { text, metadata };
    context.onRead(file.sizeBytes);
  } finally {
    document.archive.close();
  }
}
