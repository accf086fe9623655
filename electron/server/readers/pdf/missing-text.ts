import type { UserError } from '../../../../shared/errors/errors.ts';
import type { SourceFile } from '../../core/document.ts';
import { fileHasNoText, SWITCH_ON_OCR } from '../errors/file-errors.ts';
import { type DrawnPage, lookAtPage } from './look-at-page.ts';
import type { OpenPdf } from './open-pdf.ts';

/** Enough pages to find out why a document has no text. */
const LOOKED_AT_PAGES = 5;

/**
 * The reason to report for a document without text on any page.
 * @param isRecognised whether text in pictures was looked for
 */
export async function whyNoText(pdf: OpenPdf, file: SourceFile, isRecognised: boolean): Promise<UserError> {
  const pages: DrawnPage[] = [];
  while (pages.length < Math.min(pdf.document.numPages, LOOKED_AT_PAGES)) {
    pages.push(await lookAtPage(pdf, pages.length + 1));
  }
  if (pages.some(({ hasLetters }) => hasLetters)) {
    return fileHasNoText(
      file,
      'its fonts do not say which letters they draw',
      'save it again from the program that made it, or run text recognition (OCR) on it',
    );
  }
  const hasPictures = pages.some((page) => page.hasPictures);
  if (hasPictures && isRecognised) {
    return fileHasNoText(
      file,
      'and none was recognised on the pictures that its pages are',
      'check the languages of scans in the loader, or scan it again, at 300 dots an inch',
    );
  }
  if (hasPictures) {
    return fileHasNoText(file, 'its pages are pictures, as a scanner makes them', SWITCH_ON_OCR);
  }
  if (pages.some(({ hasShapes }) => hasShapes)) {
    return fileHasNoText(
      file,
      'its pages have only lines and shapes, with any letters drawn as such',
      'save it again from the program that made it with its text, or run text recognition (OCR) on it',
    );
  }
  return fileHasNoText(file, 'its pages are empty', 'check that it is the right file');
}
