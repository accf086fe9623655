import type { SourceFile } from '../../core/document.ts';
import { fileCorrupt } from '../errors/file-errors.ts';
import type { OpenPdf } from './open-pdf.ts';
import { layOutPage, type PageLayout } from './page-layout.ts';

/**
 * The text of a page as chunks are made from it, and where on the page it stands.
 * @param pageNumber from 1
 * @throws UserError FILE_CORRUPT naming the page
 */
export async function readPage(pdf: OpenPdf, pageNumber: number, file: SourceFile): Promise<PageLayout> {
  try {
    const page = await pdf.document.getPage(pageNumber);
    const { items } = await page.getTextContent();
    const view = page.getViewport({ scale: 1 });
    page.cleanup();
    // pdf.js does not report all missing characters.
    if (pdf.readError() !== undefined) throw pdf.readError();
    // Marked content items are mixed with the text items.
    return layOutPage(
      items.filter((item) => 'str' in item),
      view,
    );
  } catch (error) {
    throw pdf.readError() ?? fileCorrupt(file, `its page ${pageNumber} is damaged`, error);
  }
}
