import { readFile } from 'node:fs/promises';
import { formatCount } from '../../../../shared/text/format.ts';
import type { LoadedDocument, SourceFile } from '../../core/document.ts';
import type { LoadContext } from '../../core/document-loader.ts';
import { PictureUnreadable } from '../../core/text-recogniser.ts';
import { fileCorrupt, fileHasNoText, fileTooLarge, pageNotRecognised } from '../errors/file-errors.ts';
import { recognisePage } from './recognise-page.ts';
import { beginWithPage, MOST_TIFF_PAGES, tiffPages } from './tiff-pages.ts';

/** It is held several times while it is recognised. */
const LARGEST_BYTES = 100_000_000;

/**
 * The text in a picture; of a TIFF file with several pages, a document a page.
 * @param languages codes joined by "+"
 * @throws UserError FILE_TOO_LARGE, FILE_CORRUPT, FILE_HAS_NO_TEXT; what the recogniser throws
 */
export async function* readPicture(
  file: SourceFile,
  languages: string,
  context: LoadContext,
): AsyncGenerator<LoadedDocument> {
  const { signal, onRead, onFailedPart } = context;
  if (file.sizeBytes > LARGEST_BYTES) throw fileTooLarge(file, 'it has more than 100 MB');
  const bytes = await readFile(file.path, { signal });
  const starts = tiffPages(bytes);
  if (starts.length > MOST_TIFF_PAGES)
    throw fileTooLarge(file, `it has more than ${formatCount(MOST_TIFF_PAGES)} pages`);
  const count = Math.max(1, starts.length);
  let isUseful = false;
  for (let pageNumber = 1; pageNumber <= count; pageNumber += 1) {
    const start = starts[pageNumber - 1];
    if (start !== undefined) beginWithPage(bytes, start);
    try {
      const text = await recognisePage(bytes, { pageNumber, count, languages }, context);
      if (text !== '' && count === 1) yield { text, metadata: {} };
      else if (text !== '') yield { text, metadata: { loc: { pageNumber } }, position: ['loc'] };
      isUseful ||= text !== '';
    } catch (error) {
      if (!(error instanceof PictureUnreadable)) throw error;
      if (count === 1 || onFailedPart === undefined) throw fileCorrupt(file, error.reason, error);
      onFailedPart(pageNotRecognised(file, pageNumber, error));
    }
    onRead(Math.round((pageNumber / count) * file.sizeBytes));
  }
  if (!isUseful) {
    throw fileHasNoText(file, 'or none that was recognised', 'check the languages in the loader, or leave it out');
  }
}
