import { microsoftPowerpoint as definition } from '../../../../shared/nodes/documentloaders/microsoft-powerpoint.ts';
import { fileHasNoText } from '../../files/file-errors.ts';
import { openOffice, POWERPOINT } from '../../files/office/open-office.ts';
import { readSlides } from '../../files/office/pptx/read-slides.ts';
import { implement } from '../kinds.ts';
import { slideDocument } from './slide-document.ts';

/** The slides of a presentation in their order, hidden ones too: one document a slide, with the speaker's notes at its end. */
export const microsoftPowerpoint = implement(definition, {
  async *load(_params, file, { signal, onRead }) {
    const office = await openOffice(file, POWERPOINT, signal);
    try {
      let hasText = false;
      for await (const slide of readSlides(office)) {
        onRead(Math.round((slide.number / slide.count) * file.sizeBytes));
        const document = slideDocument(slide);
        if (document === undefined) continue;
        hasText = true;
        yield document;
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
