import { once } from 'node:events';
import { createWriteStream } from 'node:fs';
import { Zip, ZipPassThrough } from 'fflate';
import { rawWorkbookParts } from './workbooks.ts';

/** Bytes of a piece of a large file: many rows, written again and again. */
const PIECE_BYTES = 1024 * 1024;

/** As many rows as make about a megabyte; each row differs from the others of its piece. */
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

/** Writes a text file that is a piece, repeated. */
export async function writeLargeText(path: string, { head, piece, pieces, tail }: LargeText): Promise<void> {
  const file = createWriteStream(path);
  file.write(head);
  const bytes = Buffer.from(piece);
  for (let index = 0; index < pieces; index += 1) if (!file.write(bytes)) await once(file, 'drain');
  file.end(tail);
  await once(file, 'close');
}

export interface LargeSheet {
  /** XML of the first row, and of the rows that are repeated. */
  readonly header: string;
  readonly piece: string;
  readonly pieces: number;
  /** How many shared texts there are; they all differ. */
  readonly texts: number;
}

/** Writes a workbook of one sheet, not compressed. */
export async function writeLargeWorkbook(path: string, { header, piece, pieces, texts }: LargeSheet): Promise<void> {
  const file = createWriteStream(path);
  const zip = new Zip((error, bytes) => {
    if (error !== null) throw error;
    file.write(bytes);
  });
  const [sheetHead = '', sheetTail = ''] = partsAround('xl/worksheets/sheet1.xml', {
    sheet: `<sheetData>${header}#</sheetData>`,
  });
  const [stringsHead = '', stringsTail = ''] = partsAround('xl/sharedStrings.xml', { sheet: '', strings: '#' });
  for (const [name, content] of Object.entries(rawWorkbookParts({ sheet: '' }))) {
    if (name === 'xl/worksheets/sheet1.xml' || name === 'xl/sharedStrings.xml') continue;
    const entry = new ZipPassThrough(name);
    zip.add(entry);
    entry.push(Buffer.from(content), true);
  }
  const add = async (name: string, head: string, pieces: Iterable<Uint8Array>, tail: string): Promise<void> => {
    const entry = new ZipPassThrough(name);
    zip.add(entry);
    entry.push(Buffer.from(head));
    for (const piece of pieces) {
      entry.push(piece);
      if (file.writableNeedDrain) await once(file, 'drain');
    }
    entry.push(Buffer.from(tail), true);
  };
  await add('xl/worksheets/sheet1.xml', sheetHead, repeated(piece, pieces), sheetTail);
  await add('xl/sharedStrings.xml', stringsHead, sharedTexts(texts), stringsTail);
  zip.end();
  file.end();
  await once(file, 'close');
}

function partsAround(name: string, raw: Parameters<typeof rawWorkbookParts>[0]): string[] {
  return rawWorkbookParts(raw)[name]?.split('#') ?? [];
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
