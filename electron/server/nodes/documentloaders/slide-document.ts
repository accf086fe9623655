import type { SlideText } from '../../files/office/pptx/read-slides.ts';
import type { LoadedDocument } from '../kinds.ts';

/** A slide as a document, with the speaker's notes at its end; undefined if it says nothing. */
export function slideDocument({ number, isHidden, text, notes }: SlideText): LoadedDocument | undefined {
  const parts = notes === '' ? [text] : [text, `Notes:\n${notes}`];
  const whole = parts.filter((part) => part !== '').join('\n\n');
  if (whole === '') return undefined;
  return { text: whole, metadata: isHidden ? { slide: number, hidden: true } : { slide: number } };
}
