import { UserError } from '../../../../shared/errors/errors.ts';
import type { SourceFile } from '../../core/document.ts';
import { type KnownWords, learnWords } from './line-end-hyphens.ts';
import type { OpenPdf } from './open-pdf.ts';
import { orderColumns } from './page-columns.ts';
import { layOutPage, type PageLayout } from './page-layout.ts';
import { markTables } from './page-tables.ts';
import { isDense } from './page-text.ts';
import { placeValues, remarkLines } from './place-values.ts';
import { type PageContent, readPage } from './read-page.ts';
import { markRuledTables } from './ruled-tables.ts';
import { learnRunningLines, type RunningLines, type SeenPage } from './running-lines.ts';

/** Pages that are looked at to learn the words of a document, and what runs through it. */
const LEARNT_PAGES = 16;

/** The pages of an open PDF as chunks are made from them. */
export interface PdfPages {
  readonly count: number;
  readonly learnt: LearntDocument;
  /**
   * The text of a page and where on the page it stands; the same whatever was read before. A damaged page has no text, and says so.
   * @param pageNumber from 1
   * @throws what reading the file, or a CMap of its fonts, throws
   */
  read(pageNumber: number): Promise<PdfPage>;
}

interface PdfPage extends PageLayout {
  /** FILE_CORRUPT naming the page. */
  readonly damage?: UserError;
  /** Whether text that nobody sees was left out. */
  readonly hasHidden?: boolean;
}

const EMPTY: PageLayout = { text: '', boxesOf: () => [] };

/** Pairs of neighbours (a left and a right page) from all parts of a document. */
function pagesToLearn(count: number): number[] {
  if (count <= LEARNT_PAGES) return Array.from({ length: count }, (_, index) => index + 1);
  const pairs = LEARNT_PAGES / 2;
  return Array.from({ length: pairs }, (_, index) => 1 + Math.round((index * (count - 2)) / (pairs - 1))).flatMap(
    (first) => [first, first + 1],
  );
}

/** What is known of a document as a whole. */
export interface LearntDocument {
  readonly words: KnownWords;
  readonly running: RunningLines;
}

interface Learning extends LearntDocument {
  /** Pages that were looked at, to be read without looking again. */
  readonly held: Map<number, PageContent>;
}

/** A damaged page says so when it is its turn. */
async function tryPage(pdf: OpenPdf, pageNumber: number, file: SourceFile): Promise<PageContent | UserError> {
  try {
    return await readPage(pdf, pageNumber, file);
  } catch (error) {
    if (error instanceof UserError && pdf.readError() === undefined) return error;
    throw error;
  }
}

async function learn(pdf: OpenPdf, file: SourceFile, signal: AbortSignal): Promise<Learning> {
  const held = new Map<number, PageContent>();
  const words = new Set<string>();
  const seen: SeenPage[] = [];
  for (const pageNumber of pagesToLearn(pdf.document.numPages)) {
    signal.throwIfAborted();
    const content = await tryPage(pdf, pageNumber, file);
    if (content instanceof UserError) continue;
    learnWords(content.lines, words);
    const { bottom, top, lines } = content;
    // It is read again rather than held until its turn.
    if (isDense(lines)) continue;
    seen.push({ pageNumber, bottom, top, lines });
    held.set(pageNumber, content);
  }
  return { words, running: learnRunningLines(seen), held };
}

/**
 * Looks at some pages of a document, so that each can be read with what is known of all.
 * @param known of the same file, from an earlier time: spares looking
 */
export async function openPages(
  pdf: OpenPdf,
  file: SourceFile,
  signal: AbortSignal,
  known?: LearntDocument,
): Promise<PdfPages> {
  const { words, running, held }: Learning =
    known === undefined ? await learn(pdf, file, signal) : { ...known, held: new Map() };
  return {
    count: pdf.document.numPages,
    learnt: { words, running },
    async read(pageNumber) {
      const content = held.get(pageNumber) ?? (await tryPage(pdf, pageNumber, file));
      held.delete(pageNumber);
      if (content instanceof UserError) return { ...EMPTY, damage: content };
      const { view, bottom, top, lines, rules, notes, hasHidden } = content;
      if (isDense(lines)) {
        const values = notes.values.map(({ text }) => text);
        return { ...layOutPage([...lines, ...remarkLines([...values, ...notes.remarks])], view, words), hasHidden };
      }
      const text = running.remove({ pageNumber, bottom, top, lines });
      const own = markTables(orderColumns(markRuledTables(text, rules, words)), words);
      return {
        ...layOutPage([...placeValues(own, notes.values), ...remarkLines(notes.remarks)], view, words),
        hasHidden,
      };
    },
  };
}
