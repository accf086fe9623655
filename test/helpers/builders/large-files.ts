import { once } from 'node:events';
import { createWriteStream } from 'node:fs';
import { Zip, ZipPassThrough } from 'fflate';
import { odfParts } from './odf-fixtures.ts';
import { rawWorkbookParts } from './workbooks.ts';

/** Bytes of a piece of a large file: many rows, repeated. */
const PIECE_BYTES = 1024 * 1024;

/** Enough rows for about a megabyte; all rows of a piece differ. */
export function pieceOfRows(row: (index: number) => string): { readonly text: string; readonly rows: number } {
  const list: string[] = [];
  let bytes = 0;
  while (bytes < PIECE_BYTES) {
    const text = row(list.length);
    list.push(text);
    bytes += text.length;
  }
  return { text: list.join(''), rows: list.length };
}

export interface LargeText {
  readonly head: string;
  readonly piece: string;
  readonly pieces: number;
  readonly tail: string;
}

/** Writes a text file of repeated pieces. */
export async function writeLargeText(path: string, { head, piece, pieces, tail }: LargeText): Promise<void> {
  const file = createWriteStream(path);
  file.write(head);
  const bytes = Buffer.from(piece);
  for (let index = 0; index < pieces; index += 1) if (!file.write(bytes)) await once(file, 'drain');
  file.end(tail);
  await once(file, 'close');
}

export interface LargeSheet {
  /** XML of the first row, and of the repeated rows. */
  readonly header: string;
  readonly piece: string;
  readonly pieces: number;
  /** The number of shared strings; they all differ. */
  readonly texts: number;
}

/** Writes a workbook with one sheet, uncompressed. */
export async function writeLargeWorkbook(path: string, { header, piece, pieces, texts }: LargeSheet): Promise<void> {
  const parts = rawWorkbookParts({ sheet: `<sheetData>${header}#</sheetData>`, strings: '#' });
  await writeLargeArchive(path, parts, {
    'xl/worksheets/sheet1.xml': repeated(piece, pieces),
    'xl/sharedStrings.xml': sharedTexts(texts),
  });
}

/** Writes an OpenDocument spreadsheet with one sheet, uncompressed. */
export async function writeLargeOds(path: string, { header, piece, pieces }: Omit<LargeSheet, 'texts'>): Promise<void> {
  const parts = odfParts('spreadsheet', `<table:table table:name="Large">${header}#</table:table>`);
  await writeLargeArchive(path, parts, { 'content.xml': repeated(piece, pieces) });
}

/** Writes an archive with these parts. In parts with `insertions`, these replace the first "#". */
async function writeLargeArchive(
  path: string,
  parts: Readonly<Record<string, string>>,
  insertions: Readonly<Record<string, Iterable<Uint8Array>>>,
): Promise<void> {
  const file = createWriteStream(path);
  const zip = new Zip((error, bytes) => {
    if (error !== null) throw error;
    file.write(bytes);
  });
  for (const [name, content] of Object.entries(parts)) {
    const entry = new ZipPassThrough(name);
    zip.add(entry);
    const pieces = insertions[name];
    const [head = '', tail = ''] = pieces === undefined ? [content] : content.split('#');
    entry.push(Buffer.from(head));
    for (const piece of pieces ?? []) {
      entry.push(piece);
      if (file.writableNeedDrain) await once(file, 'drain');
    }
    entry.push(Buffer.from(tail), true);
  }
  zip.end();
  file.end();
  await once(file, 'close');
}

function* repeated(piece: string, pieces: number): Generator<Uint8Array> {
  const bytes = Buffer.from(piece);
  for (let index = 0; index < pieces; index += 1) yield bytes;
}

const TEXTS_A_PIECE = 20_000;

function* sharedTexts(count: number): Generator<Uint8Array> {
  for (let start = 0; start < count; start += TEXTS_A_PIECE) {
    let piece = '';
    for (let index = start; index < Math.min(count, start + TEXTS_A_PIECE); index += 1)
      piece += `<si><t>shared text ${index} of the book</t></si>`;
    yield Buffer.from(piece);
  }
}
