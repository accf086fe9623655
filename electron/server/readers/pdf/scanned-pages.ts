import { createReadStream } from 'node:fs';
import type { UserError } from '../../../../shared/errors/errors.ts';
import type { SourceFile } from '../../core/document.ts';
import type { LoadContext } from '../../core/document-loader.ts';
import { PictureUnreadable } from '../../core/text-recogniser.ts';
import { fileCorrupt, pageNotRecognised } from '../errors/file-errors.ts';
import { recognisePage } from '../picture/recognise-page.ts';
import { drawPictures, encodeGrey } from './draw-pictures.ts';
import { lookAtPage } from './look-at-page.ts';
import { type OpenPdf, openPdf } from './open-pdf.ts';
import { toMatrix } from './page-matrix.ts';
import { readPictures } from './page-pictures.ts';

/** Recognises the text of pages that are pictures. */
export interface ScannedPages {
  /**
   * @param pageNumber from 1
   * @returns "" for a page without pictures, or without text in them; an error that costs only the page
   * @throws what {@link TextRecogniser.recognise} throws, except for the page's picture
   */
  read(pageNumber: number): Promise<string | UserError>;
  close(): Promise<void>;
}

/** Opens the file a second time, with its pictures, when the first page is wanted. */
export function openScannedPages(file: SourceFile, languages: string, context: LoadContext): ScannedPages {
  let opened: OpenPdf | undefined;

  async function recognise(pageNumber: number): Promise<string> {
    opened ??= await openPdf(file, context.signal, true);
    const picture = await pictureOf(opened, pageNumber);
    if (picture === undefined) return '';
    return await recognisePage(picture, { pageNumber, count: opened.document.numPages, languages }, context);
  }

  return {
    async read(pageNumber) {
      try {
        return await recognise(pageNumber);
      } catch (error) {
        context.signal.throwIfAborted();
        if (error instanceof PictureUnreadable) return pageNotRecognised(file, pageNumber, error);
        if (error instanceof PageDamaged) return fileCorrupt(file, `its page ${pageNumber} is damaged`, error.cause);
        throw error;
      }
    },
    close: async () => await opened?.close(),
  };
}

/** The text of a scanned page besides that of its picture is at most so long, in lines and UTF-16 units: its number, or what a scanner writes on it. */
const MOST_LINES = 2;
const LONGEST_TEXT = 200;
/** The picture that a scanned page is covers this share of it. */
const COVERED = 0.85;
const PART_BYTES = 1024 * 1024;

/** Tells scanned pages from others. */
export interface ScanFinder {
  /** Whether a page with this text may be scanned: it is no more than is written over a scan. */
  mayBeScan(text: string): boolean;
  /** Whether a page that may be scanned is: a picture covers it, which nobody has recognised yet. @param pageNumber from 1 */
  isScan(pageNumber: number): Promise<boolean>;
}

export function createScanFinder(pdf: OpenPdf, file: SourceFile): ScanFinder {
  let hasPictures: Promise<boolean> | undefined;
  return {
    mayBeScan: (text) => text.length <= LONGEST_TEXT && linesOf(text).length <= MOST_LINES,
    async isScan(pageNumber) {
      hasPictures ??= findPicture(file);
      if (!(await hasPictures)) return false;
      const { hasHiddenLetters, pictureShare } = await lookAtPage(pdf, pageNumber);
      return !hasHiddenLetters && pictureShare >= COVERED;
    },
  };
}

/** A picture's own properties, which stand in the file as they are. */
const PICTURE = /\/Subtype\s*\/Image\b/;
/** What may be at the end of a part of it. */
const LONGEST_MARK = 40;

/** Whether a file has pictures at all: large drawings, of which it takes long to look at a page, mostly have none. */
async function findPicture(file: SourceFile): Promise<boolean> {
  let end = '';
  for await (const part of createReadStream(file.path, { encoding: 'latin1', highWaterMark: PART_BYTES })) {
    const text = end + String(part);
    if (PICTURE.test(text)) return true;
    end = text.slice(-LONGEST_MARK);
  }
  return false;
}

/** The text of a page's picture, and of the page itself what the picture does not show. */
export function joinScan(recognised: string, text: string): string {
  const shown = lettersOf(recognised);
  const own = linesOf(text).filter((line) => !shown.includes(lettersOf(line)));
  return [recognised, own.join('\n')].filter((part) => part.trim() !== '').join('\n\n');
}

function linesOf(text: string): string[] {
  return text.split('\n').filter((line) => line.trim() !== '');
}

function lettersOf(text: string): string {
  return text.replace(/[^\p{L}\p{N}]/gu, '').toLowerCase();
}

class PageDamaged extends Error {}

/** The pictures of a page as one, or undefined if it has none. */
async function pictureOf(pdf: OpenPdf, pageNumber: number): Promise<Uint8Array | undefined> {
  try {
    const page = await pdf.document.getPage(pageNumber);
    const { pictures, undecoded } = await readPictures(page);
    const { width, height, transform } = page.getViewport({ scale: 1 });
    page.cleanup();
    if (undecoded > 0 && pictures.length === 0) {
      throw new PictureUnreadable('its picture is damaged, too large, or stored in a way that is not read');
    }
    if (pictures.length === 0) return undefined;
    return encodeGrey(drawPictures(pictures, { width, height, matrix: toMatrix(transform) }));
  } catch (error) {
    if (error instanceof PictureUnreadable) throw error;
    throw pdf.readError() ?? new PageDamaged('The page is damaged', { cause: error });
  }
}
