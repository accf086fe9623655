import type { PDFDocumentProxy } from 'unpdf/pdfjs';
import type { UserError } from '../../../../shared/errors/errors.ts';
import { pdfFile as definition } from '../../../../shared/nodes/documentloaders/pdf-file.ts';
import type { LoadedDocument, Metadata, SourceFile } from '../../core/document.ts';
import type { LoadContext } from '../../core/document-loader.ts';
import { implement } from '../../core/node-kinds.ts';
import { fileCorrupt, fileHasNoText } from '../errors/file-errors.ts';
import { type OpenPdf, openPdf } from './open-pdf.ts';
import { readPage } from './read-page.ts';

/** The text of a PDF, read page by page on demand: one document per page or per file. */
export const pdfReader = implement(definition, {
  async *load({ usage }, file, context) {
    const pdf = await openPdf(file, context.signal);
    try {
      const pages = readPages({ pdf, file, context });
      const metadata = { pdf: await describePdf(pdf.document) };
      if (usage === 'perPage') yield* onePerPage(pages, metadata);
      else yield { text: joinPages(pages), metadata };
    } finally {
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

interface Reading {
  readonly pdf: OpenPdf;
  readonly file: SourceFile;
  readonly context: LoadContext;
}

/** The pages with text. @throws UserError FILE_CORRUPT; FILE_HAS_NO_TEXT if no page has text */
async function* readPages({ pdf, file, context }: Reading): AsyncGenerator<Page> {
  const count = pdf.document.numPages;
  let hasText = false;
  for (let pageNumber = 1; pageNumber <= count; pageNumber += 1) {
    context.signal.throwIfAborted();
    const { text } = await readPage(pdf, pageNumber, file);
    context.onRead(Math.round((pageNumber / count) * file.sizeBytes));
    if (text.trim() === '') continue;
    hasText = true;
    yield { pageNumber, text };
  }
  if (!hasText) throw await withoutText(pdf, file);
}

/** Enough pages to tell unreadable characters from a scan. */
const LOOKED_AT_PAGES = 5;

/** The reason to report for a document without text on any page. */
async function withoutText(pdf: OpenPdf, file: SourceFile): Promise<UserError> {
  for (let pageNumber = 1; pageNumber <= Math.min(pdf.document.numPages, LOOKED_AT_PAGES); pageNumber += 1) {
    if (await drawsLetters(pdf, pageNumber, file)) {
      return fileHasNoText(
        file,
        'its fonts do not say which letters they draw',
        'save it again from the program that made it, or run text recognition (OCR) on it',
      );
    }
  }
  return fileHasNoText(
    file,
    'its pages are pictures, as a scanner makes them',
    'run text recognition (OCR) on it first',
  );
}

async function drawsLetters(pdf: OpenPdf, pageNumber: number, file: SourceFile): Promise<boolean> {
  const { OPS } = await import('unpdf/pdfjs');
  try {
    const page = await pdf.document.getPage(pageNumber);
    const { fnArray } = await page.getOperatorList();
    page.cleanup();
    return fnArray.includes(OPS.showText);
  } catch (error) {
    throw pdf.readError() ?? fileCorrupt(file, `its page ${pageNumber} is damaged`, error);
  }
}

/** Longer values (some programs store whole histories here) would be repeated in every chunk. */
const MAX_INFO_UNITS = 500;

/** Title, author, dates and other properties, named as in LangChain's loader, except the loader's own version. */
async function describePdf(document: PDFDocumentProxy): Promise<Metadata> {
  const info: Record<string, string | number | boolean> = {};
  for (const [name, value] of Object.entries(await readInfo(document))) {
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
