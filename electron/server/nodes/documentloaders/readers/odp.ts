import { fileHasNoText } from '../../../files/file-errors.ts';
import { ODF_CONTENT, ODF_PRESENTATION, openOdf } from '../../../files/odf/open-odf.ts';
import { readOdpSlides } from '../../../files/odf/read-odp-slides.ts';
import { withProgress } from '../../../files/office/office-xml.ts';
import type { LoadContext, LoadedDocument, SourceFile } from '../../kinds.ts';
import { slideDocument } from '../slide-document.ts';

/** The slides of an OpenDocument presentation in their order, hidden ones too: one document a slide, with the speaker's notes at its end. */
export async function* readOdp(file: SourceFile, { signal, onRead }: LoadContext): AsyncGenerator<LoadedDocument> {
  const office = await openOdf(file, ODF_PRESENTATION, signal);
  try {
    let hasText = false;
    for await (const slide of readOdpSlides(withProgress(office, [ODF_CONTENT], onRead))) {
      const document = slideDocument(slide);
      if (document === undefined) continue;
      hasText = true;
      yield document;
    }
    onRead(file.sizeBytes);
    if (!hasText) {
      throw fileHasNoText(
        file,
        'its slides hold no writing',
        'if their text is in pictures, run text recognition first',
      );
    }
  } finally {
    office.archive.close();
  }
}
