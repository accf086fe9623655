import {
  concatTransformationMatrix,
  degrees,
  drawObject,
  PDFDocument,
  type PDFPage,
  popGraphicsState,
  pushGraphicsState,
} from 'pdf-lib';
import type { TextPicture } from './text-pictures.ts';

/** How a scanner stores a page: shades of grey, black and white, a stencil that black goes through, or three strips of grey. */
export type ScanKind = 'grey' | 'bits' | 'stencil' | 'strips';
/** How the page is turned when it is shown; its picture stands on it so that it comes out upright. */
export type ScanTurn = 0 | 90;

const PAGE = { width: 595, height: 842 };

/** A PDF whose pages are pictures, each as wide as its page. */
export async function makeScan(
  pictures: readonly TextPicture[],
  kind: ScanKind = 'grey',
  turn: ScanTurn = 0,
): Promise<Uint8Array> {
  const pdf = await PDFDocument.create();
  for (const picture of pictures) addScan(pdf, picture, kind, turn);
  return pdf.save();
}

/** Adds a page that is a picture, and gives it. */
export function addScan(pdf: PDFDocument, picture: TextPicture, kind: ScanKind = 'grey', turn: ScanTurn = 0): PDFPage {
  const { width } = PAGE;
  const height = (width * picture.height) / picture.width;
  if (turn === 0) {
    const page = pdf.addPage([width, height]);
    if (kind === 'strips') drawStrips(page, picture, width, height);
    else draw(page, picture, kind, [width, 0, 0, height, 0, 0]);
    return page;
  }
  const page = pdf.addPage([height, width]);
  page.setRotation(degrees(90));
  draw(page, picture, kind, [0, width, -height, 0, height, 0]);
  return page;
}

const STRIPS = 3;

function drawStrips(page: PDFPage, { width, height, data }: TextPicture, pageWidth: number, pageHeight: number): void {
  const rows = Math.ceil(height / STRIPS);
  for (let top = 0; top < height; top += rows) {
    const count = Math.min(rows, height - top);
    const strip = { width, height: count, data: data.subarray(top * width, (top + count) * width) };
    const from = (pageHeight * (height - top - count)) / height;
    draw(page, strip, 'grey', [pageWidth, 0, 0, (pageHeight * count) / height, 0, from]);
  }
}

type Place = readonly [number, number, number, number, number, number];

function draw(page: PDFPage, picture: TextPicture, kind: ScanKind, place: Place): void {
  const { context } = page.doc;
  const bits = kind === 'bits' || kind === 'stencil';
  const image = context.flateStream(bits ? packBits(picture) : picture.data, {
    Type: 'XObject',
    Subtype: 'Image',
    Width: picture.width,
    Height: picture.height,
    BitsPerComponent: bits ? 1 : 8,
    ...(kind === 'stencil' ? { ImageMask: true } : { ColorSpace: 'DeviceGray' }),
  });
  const name = page.node.newXObject('Scan', context.register(image));
  page.pushOperators(pushGraphicsState(), concatTransformationMatrix(...place), drawObject(name), popGraphicsState());
}

/** A bit a pixel, 1 for white, each row from a byte of its own. */
function packBits({ width, height, data }: TextPicture): Uint8Array {
  const rowBytes = Math.ceil(width / 8);
  const bits = new Uint8Array(rowBytes * height);
  for (const [at, shade] of data.entries()) {
    const [x, y] = [at % width, Math.floor(at / width)];
    if (shade > 127) bits[y * rowBytes + (x >> 3)] = (bits[y * rowBytes + (x >> 3)] ?? 0) | (128 >> (x & 7));
  }
  return bits;
}

/** 16 x 8 pixels, a black rectangle from (4, 2) to (11, 5) on white, as a fax (CCITT group 4). */
const FAX = 'cd8bff8e002002';
/** The same as JBIG2: a segment for the page, and one for a region that is coded like a fax (ITU-T T.88, 7.4.6 and 7.4.8). */
const SIZE = '0000001000000008';
const ORIGIN = '0000000000000000';
const JBIG2 = [
  ...['00000000300001', '00000013', SIZE, ORIGIN, '000000'],
  ...['00000001260001', '00000019', SIZE, ORIGIN, '0001', FAX],
].join('');
/** The same as JPEG 2000, without loss, by OpenJPEG. */
const JPEG_2000 = [
  'ff4fff510029000000000010000000080000000000000000000000100000000800000000000000000001070101ff52000c000000',
  '01000004040001ff5c00044040ff90000a00000000006a0001ff93df82c827c95ff40baa758b06ee159c79bc0bc0060fb30e21b8',
  '0182a70a939ce897bc4e8262528980bafeef5a954bde2741312944c05d7f77ad4aa5ef13a09894a2602ebfbbd6a552f789d04c4a',
  '5130175fddeb52a97bc4e826252897ffd9',
].join('');

/** Ways to store a picture for which pdf.js needs decoders of their own. */
export type CodedPicture = 'CCITTFaxDecode' | 'JBIG2Decode' | 'JPXDecode';

const CODED: Readonly<Record<CodedPicture, string>> = {
  CCITTFaxDecode: FAX,
  JBIG2Decode: JBIG2,
  JPXDecode: JPEG_2000,
};

/** A PDF whose page, of 16 x 8 points, is a coded picture. */
export async function makeCoded(filter: CodedPicture): Promise<Uint8Array> {
  const pdf = await PDFDocument.create();
  const page = pdf.addPage([16, 8]);
  const isFax = filter === 'CCITTFaxDecode';
  const image = pdf.context.stream(Buffer.from(CODED[filter], 'hex'), {
    Type: 'XObject',
    Subtype: 'Image',
    Width: 16,
    Height: 8,
    ColorSpace: 'DeviceGray',
    Filter: filter,
    BitsPerComponent: filter === 'JPXDecode' ? 8 : 1,
    ...(isFax ? { DecodeParms: { K: -1, Columns: 16, Rows: 8 } } : {}),
  });
  const name = page.node.newXObject('Picture', pdf.context.register(image));
  page.pushOperators(concatTransformationMatrix(16, 0, 0, 8, 0, 0), drawObject(name));
  return pdf.save();
}
