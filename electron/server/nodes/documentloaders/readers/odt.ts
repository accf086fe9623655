import { decodePart } from '../../../files/decode-part.ts';
import { fileCorrupt, fileHasNoText } from '../../../files/file-errors.ts';
import { describeOdf, ODF_CONTENT, ODF_TEXT, openOdf } from '../../../files/odf/open-odf.ts';
import { createOdtTextReader } from '../../../text/odt-text.ts';
import { readThrough } from '../../../text/text-reader.ts';
import { XmlError } from '../../../text/xml-reader.ts';
import type { LoadContext, LoadedDocument, SourceFile } from '../../kinds.ts';
import { translatingErrors, withFirstText } from './text-stream.ts';

/** The text of an OpenDocument text, with its title and author: one document a file, streamed. */
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
