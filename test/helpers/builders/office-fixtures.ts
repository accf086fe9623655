import { createHash, randomBytes } from 'node:crypto';
import { Document, Packer, Paragraph, TextRun } from 'docx';
import { strToU8, zipSync } from 'fflate';
import { PDFDocument, StandardFonts } from 'pdf-lib';

const A4 = { width: 595, height: 842 };
const MARGIN = 50;
const FONT_SIZE = 11;
const LINE_STEP = 14;
const PARAGRAPH_STEP = 28;

/** A PNG picture of 2 x 2 pixels. */
const TINY_PNG = 'iVBORw0KGgoAAAANSUhEUgAAAAIAAAACCAIAAAD91JpzAAAAEUlEQVR4nGNQcEgAIob/YAAAJDkHe2ldPj8AAAAASUVORK5CYII=';

export interface PdfOptions {
  readonly title?: string;
  readonly author?: string;
  /** Bytes of an incompressible attachment, which makes the PDF that much larger. */
  readonly attachedBytes?: number;
}

/**
 * A PDF with one page per text. Lines are drawn as given ("
 * "); an empty line separates paragraphs. Western characters only.
 */
export async function makePdf(pages: readonly string[], options: PdfOptions = {}): Promise<Uint8Array> {
  const pdf = await PDFDocument.create();
  if (options.title !== undefined) pdf.setTitle(options.title);
  if (options.author !== undefined) pdf.setAuthor(options.author);
  if (options.attachedBytes !== undefined) await pdf.attach(randomBytes(options.attachedBytes), 'attached.bin');
  const font = await pdf.embedFont(StandardFonts.Helvetica);
  for (const text of pages) {
    const page = pdf.addPage([A4.width, A4.height]);
    let y = A4.height - MARGIN;
    for (const line of text.split('\n')) {
      if (line !== '') page.drawText(line, { x: MARGIN, y, size: FONT_SIZE, font });
      y -= line === '' ? PARAGRAPH_STEP - LINE_STEP : LINE_STEP;
    }
  }
  return pdf.save();
}

/** A PDF as a scanner makes it: a page with a picture and no text. */
export async function makeScannedPdf(): Promise<Uint8Array> {
  const pdf = await PDFDocument.create();
  const page = pdf.addPage([A4.width, A4.height]);
  page.drawImage(await pdf.embedPng(TINY_PNG), { x: 0, y: 0, width: A4.width, height: A4.height });
  return pdf.save();
}

/** A PDF whose page has a rectangle, or nothing. */
export async function makePdfWithoutText(shape: 'rectangle' | 'nothing'): Promise<Uint8Array> {
  const pdf = await PDFDocument.create();
  const page = pdf.addPage([A4.width, A4.height]);
  if (shape === 'rectangle') page.drawRectangle({ x: 0, y: 0, width: A4.width, height: A4.height / 2 });
  return pdf.save();
}

/** A Word document of these paragraphs. */
export async function makeDocx(paragraphs: readonly string[]): Promise<Uint8Array> {
  const children = paragraphs.map((text) => new Paragraph({ children: [new TextRun(text)] }));
  return new Uint8Array(await Packer.toBuffer(new Document({ sections: [{ children }] })));
}

/** A ZIP archive with these files. */
export function makeZip(files: Readonly<Record<string, string | Uint8Array>>): Uint8Array {
  const entries = Object.entries(files).map(([name, content]) => {
    return [name, typeof content === 'string' ? strToU8(content) : content] as const;
  });
  return zipSync(Object.fromEntries(entries), { level: 9 });
}

const BOMB_BYTES = 20 * 1024 * 1024;

/** A Word document of about 20 kB that unpacks to 20 MB, a thousand times its size. */
export function makeZipBombDocx(): Uint8Array {
  return makeZip({
    '[Content_Types].xml': '<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"/>',
    'word/document.xml': new Uint8Array(BOMB_BYTES).fill(0x20),
  });
}

/** The same, but the archive's directory and headers declare an unpacked size of 100 bytes. */
export function makeLyingZipBombDocx(): Uint8Array {
  const bomb = Buffer.from(makeZipBombDocx());
  const honest = Buffer.alloc(4);
  honest.writeUInt32LE(BOMB_BYTES);
  for (let at = bomb.indexOf(honest); at !== -1; at = bomb.indexOf(honest, at + 4)) bomb.writeUInt32LE(100, at);
  return new Uint8Array(bomb);
}

/** The padding for short passwords (PDF 1.7, algorithm 2). */
const PASSWORD_PADDING = Buffer.from('28bf4e5e4e758a4164004e56fffa01082e2e00b6d0683e802f0ca9fe6453697a', 'hex');

function rc4(key: Uint8Array, data: Uint8Array): Buffer {
  const state = Uint8Array.from({ length: 256 }, (_, index) => index);
  const output = Buffer.alloc(data.length);
  let j = 0;
  const swap = (a: number, b: number) => {
    const kept = state[a] as number;
    state[a] = state[b] as number;
    state[b] = kept;
  };
  for (let i = 0; i < 256; i += 1) {
    j = (j + (state[i] as number) + (key[i % key.length] as number)) & 255;
    swap(i, j);
  }
  j = 0;
  for (const [index, byte] of data.entries()) {
    const i = (index + 1) & 255;
    j = (j + (state[i] as number)) & 255;
    swap(i, j);
    output[index] = byte ^ (state[((state[i] as number) + (state[j] as number)) & 255] as number);
  }
  return output;
}

/** A PDF that opens only with the password "secret" (standard security handler, revision 2, 40 bit). */
export function makeEncryptedPdf(): Uint8Array {
  const md5 = (...parts: Uint8Array[]) => createHash('md5').update(Buffer.concat(parts)).digest();
  const padded = Buffer.concat([Buffer.from('secret'), PASSWORD_PADDING]).subarray(0, 32);
  const owner = rc4(md5(padded).subarray(0, 5), padded);
  const id = Buffer.alloc(16, 7);
  const permissions = Buffer.from([0xfc, 0xff, 0xff, 0xff]);
  const key = md5(padded, owner, permissions, id).subarray(0, 5);
  const user = rc4(key, PASSWORD_PADDING);
  const hex = (bytes: Buffer) => `<${bytes.toString('hex')}>`;
  const objects = [
    '<< /Type /Catalog /Pages 2 0 R >>',
    '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
    '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 200 200] >>',
    `<< /Filter /Standard /V 1 /R 2 /O ${hex(owner)} /U ${hex(user)} /P -4 >>`,
  ];
  return writePdf(objects, `/Encrypt 4 0 R /ID [${hex(id)} ${hex(id)}]`);
}

/** A PDF of these objects, the first of which is its catalogue. */
function writePdf(objects: readonly string[], trailer = ''): Uint8Array {
  let text = '%PDF-1.4\n';
  const offsets = objects.map((object, index) => {
    const offset = text.length;
    text += `${index + 1} 0 obj\n${object}\nendobj\n`;
    return offset;
  });
  const start = text.length;
  text += `xref\n0 ${objects.length + 1}\n0000000000 65535 f \n`;
  for (const offset of offsets) text += `${String(offset).padStart(10, '0')} 00000 n \n`;
  text += `trailer\n<< /Size ${objects.length + 1} /Root 1 0 R ${trailer} >>\n`;
  return Buffer.from(`${text}startxref\n${start}\n%%EOF\n`, 'latin1');
}

/** A font as older programs write it: a predefined CMap and a character collection name its characters. */
export interface AsianFont {
  /** Name of the CMap. */
  readonly encoding: string;
  /** The collection. */
  readonly ordering: 'Japan1' | 'GB1' | 'CNS1' | 'Korea1';
}

/** A PDF with these lines, encoded for the CMap, in a font that is not embedded; and with `latin`, in a standard font. */
export function makeAsianPdf(font: AsianFont, lines: readonly Uint8Array[], latin: string): Uint8Array {
  const shown = lines.map((line) => `<${Buffer.from(line).toString('hex')}> Tj 0 -15 Td`);
  const content = `BT /F1 12 Tf 20 150 Td ${shown.join(' ')} /F2 12 Tf (${latin}) Tj ET`;
  const name = '/BaseFont /Ryumin-Light';
  const collection = `/CIDSystemInfo << /Registry (Adobe) /Ordering (${font.ordering}) /Supplement 2 >>`;
  return writePdf([
    '<< /Type /Catalog /Pages 2 0 R >>',
    '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
    '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 200 200] /Contents 4 0 R /Resources << /Font << /F1 5 0 R /F2 8 0 R >> >> >>',
    `<< /Length ${content.length} >>\nstream\n${content}\nendstream`,
    `<< /Type /Font /Subtype /Type0 ${name} /Encoding /${font.encoding} /DescendantFonts [6 0 R] >>`,
    `<< /Type /Font /Subtype /CIDFontType0 ${name} ${collection} /FontDescriptor 7 0 R >>`,
    '<< /Type /FontDescriptor /FontName /Ryumin-Light /Flags 4 /FontBBox [0 0 1000 900] /ItalicAngle 0 /Ascent 800 /Descent -200 /StemV 80 >>',
    '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>',
  ]);
}

/** A PDF whose only text is in a font with an unknown CMap. */
export function makePdfOfUnknownLetters(): Uint8Array {
  return makeAsianPdf({ encoding: 'House-H', ordering: 'Japan1' }, [Buffer.from('0d5d0d5e', 'hex')], '');
}
