import { ODF_CONTENT, ODF_PRESENTATION, openOdf } from '../../../files/odf/open-odf.ts';
import { readOdpSlides } from '../../../files/odf/read-odp-slides.ts';
import { withProgress } from '../../../files/office/office-xml.ts';
import type { LoadContext, LoadedDocument, SourceFile } from '../../kinds.ts';
import { slideDocuments } from '../slide-document.ts';

/** The slides of an OpenDocument presentation in their order, hidden ones too: one document a slide, with the speaker's notes at its end. */
export async function* readOdp(file: SourceFile, { signal, onRead }: LoadContext): AsyncGenerator<LoadedDocument> {
  const office = await openOdf(file, ODF_PRESENTATION, signal);
  try {
    yield* slideDocuments(readOdpSlides(withProgress(office, [ODF_CONTENT], onRead)), file);
    onRead(file.sizeBytes);
  } finally {
    office.archive.close();
  }
}
