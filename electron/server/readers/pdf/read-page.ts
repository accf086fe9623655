import type { SourceFile } from '../../core/document.ts';
import { fileCorrupt } from '../errors/file-errors.ts';
import { findHidden } from './hidden-text.ts';
import type { OpenPdf } from './open-pdf.ts';
import { NOTHING_DRAWN, readDrawing } from './page-drawing.ts';
import type { PageView } from './page-layout.ts';
import { linesOf } from './page-lines.ts';
import { type PageNotes, readNotes } from './page-notes.ts';
import type { Rule } from './page-rules.ts';
import { mayHaveTables } from './page-tables.ts';
import { isDense, type Line } from './page-text.ts';

/** What is on a page, in the order in which it is drawn. */
export interface PageContent {
  readonly view: PageView;
  /** Of the page's edges before it is turned, in its own units. */
  readonly bottom: number;
  readonly top: number;
  readonly lines: readonly Line[];
  readonly rules: readonly Rule[];
  readonly notes: PageNotes;
  /** Whether text that nobody sees was left out. */
  readonly hasHidden: boolean;
}

/** Pages with more texts are drawings, or made to keep a reader busy. */
const MOST_LOOKED_AT = 10_000;

/**
 * @param pageNumber from 1
 * @throws UserError FILE_CORRUPT naming the page
 */
export async function readPage(pdf: OpenPdf, pageNumber: number, file: SourceFile): Promise<PageContent> {
  try {
    const page = await pdf.document.getPage(pageNumber);
    // A text ends where a layer does.
    const { items } = await page.getTextContent({ includeMarkedContent: true });
    // Marked content items are mixed with the text items.
    const texts = items.filter((item) => 'str' in item);
    const isLookedAt = texts.length <= MOST_LOOKED_AT && texts.some(({ str }) => str.trim() !== '');
    const drawing = isLookedAt ? await readDrawing(page, await pdf.readLayers()) : NOTHING_DRAWN;
    const hidden = findHidden(texts, drawing.texts);
    const shown = texts.filter((item) => !hidden.has(item));
    const lines = linesOf(shown, drawing.blankedRuns);
    const notes = readNotes(await pdf.readAnnotations(page));
    const rules = !isDense(lines) && mayHaveTables(lines) ? drawing.rules : [];
    const view = page.getViewport({ scale: 1 });
    const [, bottom = 0, , top = 0] = page.view;
    page.cleanup();
    // pdf.js does not report all missing characters.
    if (pdf.readError() !== undefined) throw pdf.readError();
    return { view, bottom, top, lines, rules, notes, hasHidden: hidden.size > 0 };
  } catch (error) {
    throw pdf.readError() ?? fileCorrupt(file, `its page ${pageNumber} is damaged`, error);
  }
}
