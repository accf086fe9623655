import type { PDFDocumentProxy } from 'unpdf/pdfjs';
import type { UserError } from '../../../../shared/errors/errors.ts';
import { pdfFile as definition } from '../../../../shared/nodes/documentloaders/pdf-file.ts';
import type { LoadedDocument, Metadata, SourceFile } from '../../core/document.ts';
import { readerOf } from '../../core/document-loader.ts';
import {
  describeHidden,
  describeUnreadScans,
  fileHasNoText,
  pagesCorrupt,
  SWITCH_ON_OCR,
  xfaForm,
} from '../errors/file-errors.ts';
import { type DrawnPage, lookAtPage } from './look-at-page.ts';
import { type OpenPdf, openPdf } from './open-pdf.ts';
import { hasFields } from './page-notes.ts';
import { openPages, type PdfPages } from './pdf-pages.ts';
import { createScanFinder, openScannedPages, type ScanReading, withPicture } from './scanned-pages.ts';

/** The text of a PDF, read page by page on demand: one document per page or per file. */
export const pdfReader = readerOf(definition, {
  async *load({ usage, ocr, ocrLanguages }, file, context) {
    const pdf = await openPdf(file, context.signal);
    const scans = ocr ? openScannedPages(file, ocrLanguages, context) : undefined;
    try {
      const info = await readInfo(pdf.document);
      const known = await openPages(pdf, file, context.signal);
      if (await lacksPages(known, pdf, info)) throw xfaForm(file);
      const finder = createScanFinder(pdf, file);
      const pages = readPages(known, { pdf, scans, finder, file, context });
      const metadata = { pdf: describePdf(pdf.document, info) };
      if (usage === 'perPage') yield* onePerPage(pages, metadata);
      else yield { text: joinPages(pages), metadata };
    } finally {
      await scans?.close();
      await pdf.close();
    }
  },
});

interface Page {
  readonly pageNumber: number;
  readonly text: string;
}

async function* onePerPage(pages: AsyncIterable<Page>, metadata: Metadata): AsyncGenerator<LoadedDocument> {
  for await (const { text, pageNumber } of pages) {
    yield { text, metadata: { ...metadata, loc: { pageNumber } }, position: ['loc'] };
  }
}

async function* joinPages(pages: AsyncIterable<Page>): AsyncGenerator<string> {
  let isFirst = true;
  for await (const { text } of pages) {
    yield isFirst ? text : `\n\n${text}`;
    isFirst = false;
  }
}

interface Reading extends ScanReading {
  readonly pdf: OpenPdf;
  readonly file: SourceFile;
}

/** Enough pages to find out why a document has no text. */
const LOOKED_AT_PAGES = 5;

/**
 * The reason to report for a document without text on any page.
 * @param isRecognised whether text in pictures was looked for
 */
async function whyNoText(pdf: OpenPdf, file: SourceFile, isRecognised: boolean): Promise<UserError> {
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

/**
 * The pages with text. A damaged page costs only itself, if somebody hears of it.
 * @throws UserError FILE_CORRUPT, if there is nothing else; FILE_HAS_NO_TEXT if no page has text
 */
async function* readPages(pages: PdfPages, reading: Reading): AsyncGenerator<Page> {
  const { pdf, scans, finder, file, context } = reading;
  const { signal, onRead, onFailedPart } = context;
  const [damaged, unread, hidden]: [number[], number[], number[]] = [[], [], []];
  const notRecognised: UserError[] = [];
  let firstDamage: UserError | undefined;
  let hasText = false;
  for (let pageNumber = 1; pageNumber <= pages.count; pageNumber += 1) {
    signal.throwIfAborted();
    const page = await pages.read(pageNumber);
    const { text: drawn, damage, hasHidden } = page;
    const { text, problem } =
      damage === undefined ? await withPicture(reading, pageNumber, page) : { ...page, problem: undefined };
    onRead(Math.round((pageNumber / pages.count) * file.sizeBytes));
    if (damage !== undefined) {
      if (onFailedPart === undefined) throw damage;
      damaged.push(pageNumber);
      firstDamage ??= damage;
    }
    if (problem !== undefined) {
      if (onFailedPart === undefined) throw problem;
      notRecognised.push(problem);
    }
    if (damage === undefined && scans === undefined && finder.mayBeScan(drawn)) unread.push(pageNumber);
    if (hasHidden === true) hidden.push(pageNumber);
    if (text.trim() !== '') {
      hasText = true;
      yield { pageNumber, text };
    }
  }
  if (!hasText) throw firstDamage ?? notRecognised[0] ?? (await whyNoText(pdf, file, scans !== undefined));
  await reportUnread(unread, reading);
  if (hidden.length > 0) context.onNote?.(describeHidden(hidden));
  for (const error of notRecognised) onFailedPart?.(error);
  if (firstDamage !== undefined) onFailedPart?.(pagesCorrupt(file, damaged, firstDamage));
}

/** Reports which of these pages are scans, while text recognition is off. */
async function reportUnread(pages: readonly number[], { finder, context }: Reading): Promise<void> {
  const scanned: number[] = [];
  for (const pageNumber of pages) {
    context.signal.throwIfAborted();
    if (await finder.isScan(pageNumber)) scanned.push(pageNumber);
  }
  if (scanned.length > 0) context.onNote?.(describeUnreadScans(scanned));
}

/** Of forms whose pages are made by the program that shows them, pdf.js shows the page that asks for another program: of at most so many characters. */
const LONGEST_PLACEHOLDER = 1500;
/** What it says in English. In any language it has no fields. */
const PLACEHOLDER = /please wait/i;

/** Whether a form has no pages of its own. */
async function lacksPages(pages: PdfPages, { document, readAnnotations }: OpenPdf, info: object): Promise<boolean> {
  if (!('IsXFAPresent' in info) || info.IsXFAPresent !== true || pages.count > 1) return false;
  const { text } = await pages.read(1);
  if (text.length > LONGEST_PLACEHOLDER) return false;
  return PLACEHOLDER.test(text) || !hasFields(await readAnnotations(await document.getPage(1)));
}

/** Longer values (some programs store whole histories here) would be repeated in every chunk. */
const MAX_INFO_UNITS = 500;

/** Title, author, dates and other properties, named as in LangChain's loader, except the loader's own version. */
function describePdf(document: PDFDocumentProxy, properties: object): Metadata {
  const info: Record<string, string | number | boolean> = {};
  for (const [name, value] of Object.entries(properties)) {
    if (typeof value === 'string') info[name] = value.replaceAll('\0', '').slice(0, MAX_INFO_UNITS);
    else if (typeof value === 'number' || typeof value === 'boolean') info[name] = value;
  }
  return { info, totalPages: document.numPages };
}

/** Damaged properties do not make the text unusable. */
async function readInfo(document: PDFDocumentProxy): Promise<object> {
  try {
    return (await document.getMetadata()).info;
  } catch {
    return {};
  }
}
