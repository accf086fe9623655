import type { UserError } from '../../../../shared/errors/errors.ts';
import type { SourceFile } from '../../core/document.ts';
import { fileHasNoText } from '../errors/file-errors.ts';
import type { OpenPdf } from './open-pdf.ts';
import { operatorsOf } from './page-operators.ts';

/** Enough pages to tell why a document has no text. */
const LOOKED_AT_PAGES = 5;

type Drawn = 'letters' | 'pictures' | 'shapes';

/**
 * The reason to report for a document without text on any page.
 * @param isRecognised whether text in pictures was looked for
 */
export async function whyNoText(pdf: OpenPdf, file: SourceFile, isRecognised: boolean): Promise<UserError> {
  const drawn = new Set<Drawn>();
  for (let pageNumber = 1; pageNumber <= Math.min(pdf.document.numPages, LOOKED_AT_PAGES); pageNumber += 1) {
    for (const kind of await drawnOn(pdf, pageNumber)) drawn.add(kind);
  }
  if (drawn.has('letters')) {
    return fileHasNoText(
      file,
      'its fonts do not say which letters they draw',
      'save it again from the program that made it, or run text recognition (OCR) on it',
    );
  }
  if (drawn.has('pictures') && isRecognised) {
    return fileHasNoText(
      file,
      'and none was recognised on the pictures that its pages are',
      'check the languages of scans in the loader, or scan it again, at 300 dots an inch',
    );
  }
  if (drawn.has('pictures')) {
    return fileHasNoText(
      file,
      'its pages are pictures, as a scanner makes them',
      'switch on "Recognise text in scans" (OCR) in the loader',
    );
  }
  if (drawn.has('shapes')) {
    return fileHasNoText(
      file,
      'its pages have only lines and shapes, with any letters drawn as such',
      'save it again from the program that made it with its text, or run text recognition (OCR) on it',
    );
  }
  return fileHasNoText(file, 'its pages are empty', 'check that it is the right file');
}

/** A unit square that becomes larger than this, in square points, is the place of a picture: 10 x 10. */
const PICTURE_AREA = 100;

/** What is drawn on a page. Pictures are left out when a page is read; the place that is made for one shows that there is one. */
async function drawnOn(pdf: OpenPdf, pageNumber: number): Promise<Set<Drawn>> {
  const { OPS } = await import('unpdf/pdfjs');
  const page = await pdf.document.getPage(pageNumber);
  const drawn = new Set<Drawn>();
  const saved: number[] = [];
  let area = 1;
  for await (const { fnArray, argsArray } of operatorsOf(page)) {
    for (const [index, operator] of fnArray.entries()) {
      if (operator === OPS.save) saved.push(area);
      else if (operator === OPS.restore) area = saved.pop() ?? 1;
      else if (operator === OPS.transform) {
        area *= areaOf(argsArray[index]);
        if (area > PICTURE_AREA) drawn.add('pictures');
      } else if (operator === OPS.showText) drawn.add('letters');
      else if (operator === OPS.constructPath || operator === OPS.shadingFill) drawn.add('shapes');
    }
  }
  page.cleanup();
  return drawn;
}

/** What a transform makes of an area of 1. */
function areaOf(transform: unknown): number {
  const [a, b, c, d]: number[] = Array.isArray(transform) ? transform.map(Number) : [];
  return Math.abs((a ?? 1) * (d ?? 1) - (b ?? 0) * (c ?? 0));
}
