import { microsoftPowerpoint as definition } from '../../../../shared/nodes/documentloaders/microsoft-powerpoint.ts';
import { fileHasNoText } from '../../files/file-errors.ts';
import { openOffice, POWERPOINT } from '../../files/office/open-office.ts';
import { readSlides, type Slide } from '../../files/office/pptx/read-slides.ts';
import { implement } from '../kinds.ts';

/** The slides of a presentation in their order, hidden ones too: one document a slide, with the speaker's notes at its end. */
export const microsoftPowerpoint = implement(definition, {
  async *load(_params, file, { signal, onRead }) {
    const office = await openOffice(file, POWERPOINT, signal);
    try {
      let hasText = false;
      for await (const slide of readSlides(office)) {
        const { number, count, isHidden } = slide;
        onRead(Math.round((number / count) * file.sizeBytes));
        const text = describeSlide(slide);
        if (text === '') continue;
        hasText = true;
        yield { text, metadata: isHidden ? { slide: number, hidden: true } : { slide: number } };
      }
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
  },
});

function describeSlide({ text, notes }: Slide): string {
  if (notes === '') return text;
  return text === '' ? `Notes:\n${notes}` : `${text}\n\nNotes:\n${notes}`;
}
