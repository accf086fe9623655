import { microsoftPowerpoint as definition } from '../../../../../shared/nodes/documentloaders/microsoft-powerpoint.ts';
import type { SourceFile } from '../../../core/document.ts';
import { type LoadContext, readerOf } from '../../../core/document-loader.ts';
import { openOffice, POWERPOINT } from '../open-office.ts';
import { readSlides, slideDocuments } from './read-slides.ts';

/** The slides of a presentation in order, hidden ones included: one document per slide, with the speaker's notes at the end. */
export const powerpointReader = readerOf(definition, {
  async *load({ headers }, file, context) {
    const office = await openOffice(file, POWERPOINT, context);
    try {
      yield* slideDocuments(reportingProgress(readSlides(office, headers), file, context.onRead), file);
    } finally {
      office.archive.close();
    }
  },
});

/** Reports with each slide how much of the file has been read. */
async function* reportingProgress<Slide extends { readonly number: number; readonly count: number }>(
  slides: AsyncIterable<Slide>,
  { sizeBytes }: SourceFile,
  onRead: LoadContext['onRead'],
): AsyncGenerator<Slide> {
  for await (const slide of slides) {
    onRead(Math.round((slide.number / slide.count) * sizeBytes));
    yield slide;
  }
}
