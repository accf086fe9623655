import type { UserError } from '../../../../shared/errors/errors.ts';
import type { SourceFile } from '../../core/document.ts';
import type { LoadContext } from '../../core/document-loader.ts';
import { PictureUnreadable } from '../../core/text-recogniser.ts';
import { fileCorrupt, pageNotRecognised } from '../errors/file-errors.ts';
import { recognisePage } from '../picture/recognise-page.ts';
import { drawPictures, encodeGrey } from './draw-pictures.ts';
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
