import { readFile } from 'node:fs/promises';
import { formatCount } from '../../../../shared/text/format.ts';
import type { LoadedDocument, SourceFile } from '../../core/document.ts';
import type { LoadContext } from '../../core/document-loader.ts';
import { PictureUnreadable } from '../../core/text-recogniser.ts';
import { fileCorrupt, fileHasNoText, fileTooLarge, pageNotRecognised } from '../errors/file-errors.ts';
import { recognisePage } from './recognise-page.ts';

/** It is held several times while it is recognised. */
const LARGEST_BYTES = 100_000_000;

/** Of a file with more pages no more are looked for: they would take days, and a damaged file may name very many. */
const MOST_TIFF_PAGES = 2000;
/** Where the file says where its first page is described. */
const FIRST_PAGE_AT = 4;
const HEADER_BYTES = 8;
const ENTRY_BYTES = 12;

function isLittleEndian(file: Buffer): boolean {
  return file.toString('latin1', 0, 2) === 'II';
}

/** Where the pages of a TIFF file (TIFF 6.0, section 2) are described, in bytes from its start, of one page more than {@link MOST_TIFF_PAGES} at most; none for any other file. */
export function tiffPages(file: Buffer): readonly number[] {
  const mark = file.toString('latin1', 0, 4);
  if ((mark !== 'II*\0' && mark !== 'MM\0*') || file.length < HEADER_BYTES) return [];
  const isLittle = isLittleEndian(file);
  const uint16 = (at: number): number => (isLittle ? file.readUInt16LE(at) : file.readUInt16BE(at));
  const uint32 = (at: number): number => (isLittle ? file.readUInt32LE(at) : file.readUInt32BE(at));
  const starts = new Set<number>();
  let start = uint32(FIRST_PAGE_AT);
  while (start !== 0 && start + 2 <= file.length && !starts.has(start) && starts.size <= MOST_TIFF_PAGES) {
    const end = start + 2 + uint16(start) * ENTRY_BYTES;
    if (end + 4 > file.length) break;
    starts.add(start);
    start = uint32(end);
  }
  return [...starts];
}

/** Makes another page the first one, in the bytes themselves: what reads pictures reads the first one only. */
export function beginWithPage(file: Buffer, start: number): void {
  if (isLittleEndian(file)) file.writeUInt32LE(start, FIRST_PAGE_AT);
  else file.writeUInt32BE(start, FIRST_PAGE_AT);
}

/**
 * The text in a picture; of a TIFF file with several pages, a document a page.
 * @param languages codes joined by "+"
 * @throws UserError FILE_TOO_LARGE, FILE_CORRUPT, FILE_HAS_NO_TEXT; what the recogniser throws
 */
export async function* readPicture(
  file: SourceFile,
  languages: string,
  context: LoadContext,
): AsyncGenerator<LoadedDocument> {
  const { signal, onRead, onFailedPart } = context;
  if (file.sizeBytes > LARGEST_BYTES) throw fileTooLarge(file, 'it has more than 100 MB');
  const bytes = await readFile(file.path, { signal });
  const starts = tiffPages(bytes);
  if (starts.length > MOST_TIFF_PAGES)
    throw fileTooLarge(file, `it has more than ${formatCount(MOST_TIFF_PAGES)} pages`);
  const count = Math.max(1, starts.length);
  let isUseful = false;
  for (let pageNumber = 1; pageNumber <= count; pageNumber += 1) {
    const start = starts[pageNumber - 1];
    if (start !== undefined) beginWithPage(bytes, start);
    try {
      const { text } = await recognisePage(bytes, { pageNumber, count, languages }, context);
      if (text !== '' && count === 1) yield { text, metadata: {} };
      else if (text !== '') yield { text, metadata: { loc: { pageNumber } }, position: ['loc'] };
      isUseful ||= text !== '';
    } catch (error) {
      if (!(error instanceof PictureUnreadable)) throw error;
      if (count === 1 || onFailedPart === undefined) throw fileCorrupt(file, error.reason, error);
      onFailedPart(pageNotRecognised(file, pageNumber, error));
    }
    onRead(Math.round((pageNumber / count) * file.sizeBytes));
  }
  if (!isUseful) {
    throw fileHasNoText(file, 'or none that was recognised', 'check the languages in the loader, or leave it out');
  }
}
