import type { LoadedDocument, SourceFile } from '../../core/document.ts';
import type { LoadContext } from '../../core/document-loader.ts';
import { withProgress } from '../office/office-xml.ts';
import { slideDocuments } from '../office/pptx/slide-document.ts';
import { ODF_CONTENT, ODF_PRESENTATION, openOdf } from './open-odf.ts';
import { readOdpSlides } from './read-odp-slides.ts';

/** The slides of an OpenDocument presentation in order, hidden ones included: one document per slide, with the speaker's notes at the end. */
export async function* readOdp(file: SourceFile, { signal, onRead }: LoadContext): AsyncGenerator<LoadedDocument> {
  const office = await openOdf(file, ODF_PRESENTATION, signal);
  try {
    yield* slideDocuments(readOdpSlides(withProgress(office, [ODF_CONTENT], onRead)), file);
    onRead(file.sizeBytes);
  } finally {
    office.archive.close();
  }
}
