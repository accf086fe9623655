import { stat } from 'node:fs/promises';
import { z } from 'zod';
import type { PdfPassage } from '../../../../shared/api/originals.ts';
import { BugError, OperationalError } from '../../../../shared/errors/errors.ts';
import type { TextRange } from '../../common/find-passage.ts';
import type { SourceFile } from '../../core/document.ts';
import type { LoadContext } from '../../core/document-loader.ts';
import { openPdf } from '../../readers/pdf/open-pdf.ts';
import type { PageLayout } from '../../readers/pdf/page-layout.ts';
import { type LearntDocument, openPages, type PdfPages } from '../../readers/pdf/pdf-pages.ts';
import { createScanFinder, openScannedPages, type ScanReading, withPicture } from '../../readers/pdf/scanned-pages.ts';
import { findPlace, locOf, type PassageRequest } from './passage-place.ts';

/** Between pages, as the reader joins them. */
const PAGE_GAP = '\n\n';
/** Text that is read behind the place where a passage is expected, in UTF-16 units: cleaning may have moved it. */
const READ_AHEAD = 20_000;
/** Files whose texts stay in memory, for the next chunk of the same file. */
const REMEMBERED_FILES = 3;

/** Pictures are recognised for so long; whoever waits gets the page then. */
const RECOGNISING_MS = 30_000;

/** How the loader of a chunk read pages that are pictures. */
const ScanParamsSchema = z.object({ ocr: z.boolean().catch(false), ocrLanguages: z.string().catch('eng') });

const UNREAD = { found: 'unread', isChanged: false } as const;

/** What is known of a file. */
interface KnownFile {
  /** Of its first pages. */
  readonly texts: string[];
  /** Pages whose pictures were recognised, by their number. */
  readonly recognised: Map<number, PageLayout>;
  learnt: LearntDocument | undefined;
}

const remembered = new Map<string, KnownFile>();

async function knownOf({ path }: SourceFile, params: object): Promise<KnownFile> {
  const { mtimeMs, size } = await stat(path);
  const key = JSON.stringify([path, mtimeMs, size, params]);
  const known = remembered.get(key) ?? { texts: [], recognised: new Map(), learnt: undefined };
  remembered.delete(key);
  remembered.set(key, known);
  const [oldest] = remembered.keys();
  if (remembered.size > REMEMBERED_FILES && oldest !== undefined) remembered.delete(oldest);
  return known;
}

interface Search {
  readonly known: KnownFile;
  readonly pageCount: number;
  /** A page with the text of its picture, if that was recognised. */
  readonly read: (pageNumber: number) => Promise<PageLayout>;
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
async function searchFile({ known: { texts }, pageCount, read, request, signal }: Search): Promise<FoundInPages> {
  const near = locOf(request.metadata).offset?.from;
  const end = (near ?? Number.POSITIVE_INFINITY) + request.text.length;
  for (const wanted of [end, end + READ_AHEAD, Number.POSITIVE_INFINITY]) {
    let length = texts.reduce((sum, text) => sum + text.length, 0);
    while (texts.length < pageCount && length < wanted) {
      signal.throwIfAborted();
      const { text } = await read(texts.length + 1);
      texts.push(text);
      length += text.length;
    }
    const { text, starts } = joinPages(texts);
    const place = findPlace(text, request, near);
    const isThere = !place.isChanged || (wanted > end && place.share > 0);
    if (isThere || texts.length === pageCount) return { place, starts, texts };
  }
  throw new BugError('The whole file was searched');
}

/** Parts of ranges of the joined text that are on a page. */
function onPage(ranges: readonly TextRange[], start: number, length: number): TextRange[] {
  return ranges
    .map(({ from, to }) => ({ from: Math.max(0, from - start), to: Math.min(length, to - start) }))
    .filter(({ from, to }) => from < to);
}

async function boxesIn({ read }: Search, pageNumber: number, ranges: readonly TextRange[]) {
  const layout = await read(pageNumber);
  return { pageNumber, boxes: ranges.flatMap((range) => layout.boxesOf(range)) };
}

/** Where the passage is expected: for one that is not found. */
function pageAt(starts: readonly number[], near: number | undefined): number {
  if (near === undefined) return 1;
  return Math.max(1, starts.filter((start) => start <= near).length);
}

type FoundPages = Omit<PdfPassage, 'kind' | 'pageCount'>;

async function findInFile(search: Search): Promise<FoundPages> {
  const { place, starts, texts } = await searchFile(search);
  const pages: PdfPassage['pages'] = [];
  for (const [index, start] of starts.entries()) {
    const own = onPage(place.ranges, start, texts[index]?.length ?? 0);
    if (own.length > 0) pages.push(await boxesIn(search, index + 1, own));
  }
  const near = locOf(search.request.metadata).offset?.from;
  const { found, isChanged } = place;
  return { found, isChanged, pageNumber: pages[0]?.pageNumber ?? pageAt(starts, near), pages };
}

async function findOnPage({ read, request }: Search, pageNumber: number): Promise<FoundPages> {
  const layout = await read(pageNumber);
  const { found, isChanged, ranges } = findPlace(layout.text, request, locOf(request.metadata).offset?.from);
  const boxes = ranges.flatMap((range) => layout.boxesOf(range));
  return { found, isChanged, pageNumber, pages: boxes.length === 0 ? [] : [{ pageNumber, boxes }] };
}

interface ReadPages extends ScanReading {
  readonly pages: PdfPages;
  readonly known: KnownFile;
}

/** The page, or what was drawn on it where its picture can't be recognised: without the data of a language, say. */
async function tryPicture(reading: ScanReading, pageNumber: number, drawn: PageLayout) {
  try {
    return await withPicture(reading, pageNumber, drawn);
  } catch (problem) {
    if (!(problem instanceof OperationalError)) throw problem;
    return { ...drawn, problem };
  }
}

/** Reads pages as their loader did. */
function createPageReader({ pages, known, ...reading }: ReadPages) {
  const start = performance.now();
  let isUnread = false;
  return {
    /** Whether pictures could not be recognised, or not in time. */
    isUnread: () => isUnread,
    async read(pageNumber: number): Promise<PageLayout> {
      const recognised = known.recognised.get(pageNumber);
      if (recognised !== undefined) return recognised;
      const drawn = await pages.read(pageNumber);
      const isLate = reading.scans !== undefined && performance.now() - start > RECOGNISING_MS;
      isUnread ||= isLate;
      if (isLate || drawn.damage !== undefined) return drawn;
      const page = await tryPicture(reading, pageNumber, drawn);
      isUnread ||= page.problem !== undefined;
      if (page !== drawn && page.problem === undefined) known.recognised.set(pageNumber, page);
      return page;
    },
  };
}

/**
 * Where a passage stands on the pages of a PDF: worked out with the reader that its text came from, so nothing need be stored for it.
 * @throws UserError FILE_CORRUPT, FILE_ENCRYPTED and others of {@link openPdf}; what the recogniser throws
 */
export async function findInPdf(request: PassageRequest, context: LoadContext): Promise<PdfPassage> {
  const { file, text, loader, metadata } = request;
  const { signal } = context;
  const { ocr, ocrLanguages } = ScanParamsSchema.parse(loader.params);
  const pdf = await openPdf(file, signal);
  const scans = ocr ? openScannedPages(file, ocrLanguages, context) : undefined;
  try {
    const pageCount = pdf.document.numPages;
    if (text.trim() === '') {
      return { kind: 'pdf', found: 'none', isChanged: false, pageCount, pageNumber: 1, pages: [] };
    }
    const known = await knownOf(file, { ocr, ocrLanguages });
    const pages = await openPages(pdf, file, signal, known.learnt);
    known.learnt = pages.learnt;
    const reader = createPageReader({ pages, known, scans, finder: createScanFinder(pdf, file), context });
    const search = { known, pageCount, read: reader.read, request, signal };
    const { pageNumber } = locOf(metadata);
    const isThere = pageNumber !== undefined && pageNumber <= pageCount;
    const found = isThere ? await findOnPage(search, pageNumber) : await findInFile(search);
    if (!reader.isUnread()) return { kind: 'pdf', pageCount, ...found };
    // Looked at again when the passage is wanted once more: those that were recognised by now need no time then.
    known.texts.length = 0;
    return { kind: 'pdf', pageCount, ...found, ...(found.found === 'none' ? UNREAD : {}) };
  } finally {
    await scans?.close();
    await pdf.close();
  }
}
