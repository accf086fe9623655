import { stat } from 'node:fs/promises';
import type { PdfPassage } from '../../../../shared/api/originals.ts';
import type { TextRange } from '../../common/find-passage.ts';
import type { SourceFile } from '../../core/document.ts';
import { openPdf } from '../../readers/pdf/open-pdf.ts';
import { type LearntDocument, openPages, type PdfPages } from '../../readers/pdf/pdf-pages.ts';
import { findPlace, locOf, type PassageRequest } from './passage-place.ts';

/** Between pages, as the reader joins them. */
const PAGE_GAP = '\n\n';
/** Text that is read behind the place where a passage is expected, in UTF-16 units: cleaning may have moved it. */
const READ_AHEAD = 20_000;
/** Files whose texts stay in memory, for the next chunk of the same file. */
const REMEMBERED_FILES = 3;

/** What is known of a file. */
interface PageTexts {
  /** Of its first pages. */
  readonly texts: string[];
  learnt: LearntDocument | undefined;
}

const remembered = new Map<string, PageTexts>();

async function textsOf(file: SourceFile): Promise<PageTexts> {
  const { mtimeMs, size } = await stat(file.path);
  const key = `${file.path} ${mtimeMs} ${size}`;
  const known = remembered.get(key) ?? { texts: [], learnt: undefined };
  remembered.delete(key);
  remembered.set(key, known);
  const [oldest] = remembered.keys();
  if (remembered.size > REMEMBERED_FILES && oldest !== undefined) remembered.delete(oldest);
  return known;
}

interface Search {
  readonly pages: PdfPages;
  readonly request: PassageRequest;
  readonly signal: AbortSignal;
}

interface FoundInPages {
  readonly place: ReturnType<typeof findPlace>;
  /** By page from 1: where its text begins. */
  readonly starts: readonly number[];
  readonly texts: readonly string[];
}

/** The text of a file's pages, as one document, and where each begins; pages without text are left out as the reader does. */
function joinPages(texts: readonly string[]): { readonly text: string; readonly starts: number[] } {
  let text = '';
  let isFirst = true;
  const starts = texts.map((page) => {
    if (page.trim() === '') return text.length;
    if (!isFirst) text += PAGE_GAP;
    isFirst = false;
    const start = text.length;
    text += page;
    return start;
  });
  return { text, starts };
}

/** Looks for the passage in the whole file, reading no more pages than it takes. */
async function searchFile({ pages, request, signal }: Search): Promise<FoundInPages> {
  const { texts } = await textsOf(request.file);
  const { count } = pages;
  const near = locOf(request.metadata).offset?.from;
  let wanted = near === undefined ? Number.POSITIVE_INFINITY : near + request.text.length + READ_AHEAD;
  for (;;) {
    let length = texts.reduce((sum, text) => sum + text.length, 0);
    while (texts.length < count && length < wanted) {
      signal.throwIfAborted();
      const { text } = await pages.read(texts.length + 1);
      texts.push(text);
      length += text.length;
    }
    const { text, starts } = joinPages(texts);
    const place = findPlace(text, request, near);
    if (place.found !== 'none' || texts.length === count) return { place, starts, texts };
    wanted = Number.POSITIVE_INFINITY;
  }
}

/** Parts of ranges of the joined text that are on a page. */
function onPage(ranges: readonly TextRange[], start: number, length: number): TextRange[] {
  return ranges
    .map(({ from, to }) => ({ from: Math.max(0, from - start), to: Math.min(length, to - start) }))
    .filter(({ from, to }) => from < to);
}

async function boxesIn({ pages }: Search, pageNumber: number, ranges: readonly TextRange[]) {
  const layout = await pages.read(pageNumber);
  return { pageNumber, boxes: ranges.flatMap((range) => layout.boxesOf(range)) };
}

/** Where the passage is expected: for one that is not found. */
function pageAt(starts: readonly number[], near: number | undefined): number {
  if (near === undefined) return 1;
  return Math.max(1, starts.filter((start) => start <= near).length);
}

async function findInFile(search: Search): Promise<Omit<PdfPassage, 'kind' | 'pageCount'>> {
  const { place, starts, texts } = await searchFile(search);
  const pages: PdfPassage['pages'] = [];
  for (const [index, start] of starts.entries()) {
    const own = onPage(place.ranges, start, texts[index]?.length ?? 0);
    if (own.length > 0) pages.push(await boxesIn(search, index + 1, own));
  }
  const near = locOf(search.request.metadata).offset?.from;
  return { found: place.found, pageNumber: pages[0]?.pageNumber ?? pageAt(starts, near), pages };
}

async function findOnPage(search: Search, pageNumber: number): Promise<Omit<PdfPassage, 'kind' | 'pageCount'>> {
  const { pages, request } = search;
  const layout = await pages.read(pageNumber);
  const { found, ranges } = findPlace(layout.text, request, locOf(request.metadata).offset?.from);
  const boxes = ranges.flatMap((range) => layout.boxesOf(range));
  return { found, pageNumber, pages: boxes.length === 0 ? [] : [{ pageNumber, boxes }] };
}

/**
 * Where a passage stands on the pages of a PDF: worked out with the reader that its text came from, so nothing need be stored for it.
 * @throws UserError FILE_CORRUPT, FILE_ENCRYPTED and others of {@link openPdf}
 */
export async function findInPdf(request: PassageRequest, signal: AbortSignal): Promise<PdfPassage> {
  const pdf = await openPdf(request.file, signal);
  try {
    const pageCount = pdf.document.numPages;
    if (request.text.trim() === '') return { kind: 'pdf', found: 'none', pageCount, pageNumber: 1, pages: [] };
    const known = await textsOf(request.file);
    const pages = await openPages(pdf, request.file, signal, known.learnt);
    known.learnt = pages.learnt;
    const search = { pages, request, signal };
    const { pageNumber } = locOf(request.metadata);
    const isThere = pageNumber !== undefined && pageNumber <= pageCount;
    return { kind: 'pdf', pageCount, ...(isThere ? await findOnPage(search, pageNumber) : await findInFile(search)) };
  } finally {
    await pdf.close();
  }
}
