import type { LoadedDocument, SourceFile } from '../../../core/document.ts';
import { fileHasNoText } from '../../errors/file-errors.ts';
import type { SlideText } from './read-slides.ts';

/** A slide as a document, with the speaker's notes at the end; undefined if it has no text. */
function slideDocument({ number, isHidden, text, notes }: SlideText): LoadedDocument | undefined {
  const parts = notes === '' ? [text] : [text, `Notes:\n${notes}`];
  const whole = parts.filter((part) => part !== '').join('\n\n');
  if (whole === '') return undefined;
  const metadata = isHidden ? { slide: number, hidden: true } : { slide: number };
  return { text: whole, metadata, position: ['slide'] };
}

/**
 * Slides as documents, one each; slides without text are left out.
 * @throws UserError FILE_HAS_NO_TEXT if none is left
 */
export async function* slideDocuments(
  slides: AsyncIterable<SlideText>,
  file: SourceFile,
): AsyncGenerator<LoadedDocument> {
  let hasText = false;
  for await (const slide of slides) {
    const document = slideDocument(slide);
    if (document === undefined) continue;
    hasText = true;
    yield document;
  }
  if (!hasText) {
    throw fileHasNoText(file, 'its slides hold no writing', 'if their text is in pictures, run text recognition first');
  }
}
