import { createReadStream } from 'node:fs';
import type { PDFPageProxy } from 'unpdf/pdfjs';
import { z } from 'zod';
import type { UserError } from '../../../../shared/errors/errors.ts';
import type { SourceFile } from '../../core/document.ts';
import type { LoadContext } from '../../core/document-loader.ts';
import { PictureUnreadable, type RecognisedText } from '../../core/text-recogniser.ts';
import { fileCorrupt, pageNotRecognised } from '../errors/file-errors.ts';
import { recognisePage } from '../picture/recognise-page.ts';
import { lookAtPage } from './look-at-page.ts';
import { type OpenPdf, openPdf } from './open-pdf.ts';
import { joinBoxes, type PageBox, type PageLayout } from './page-layout.ts';
import { type Matrix, MatrixStack, multiply, toMatrix } from './page-matrix.ts';

/** Recognises the text of pages that are pictures. */
export interface ScannedPages {
  /**
   * @param pageNumber from 1
   * @returns an empty text for a page without pictures, or without text in them; an error that costs only the page
   * @throws what {@link TextRecogniser.recognise} throws, except for the page's picture
   */
  read(pageNumber: number): Promise<RecognisedText | UserError>;
  close(): Promise<void>;
}

/** Opens the file a second time, with its pictures, when the first page is wanted. */
export function openScannedPages(file: SourceFile, languages: string, context: LoadContext): ScannedPages {
  let opened: OpenPdf | undefined;

  async function recognise(pageNumber: number): Promise<RecognisedText> {
    opened ??= await openPdf(file, context.signal, true);
    const picture = await pictureOf(opened, pageNumber);
    if (picture === undefined) return { text: '', words: [] };
    return await recognisePage(picture, { pageNumber, count: opened.document.numPages, languages }, context);
  }

  return {
    async read(pageNumber) {
      try {
        return await recognise(pageNumber);
      } catch (error) {
        context.signal.throwIfAborted();
        if (error instanceof PictureUnreadable) return pageNotRecognised(file, pageNumber, error);
        if (error instanceof PageDamaged) return fileCorrupt(file, `its page ${pageNumber} is damaged`, error.cause);
        throw error;
      }
    },
    close: async () => await opened?.close(),
  };
}

/** The text of a scanned page besides that of its picture is at most so long, in lines and UTF-16 units: its number, or what a scanner writes on it. */
const MOST_LINES = 2;
const LONGEST_TEXT = 200;
/** The picture that a scanned page is covers this share of it. */
const COVERED = 0.85;
const PART_BYTES = 1024 * 1024;

/** Tells scanned pages from others. */
export interface ScanFinder {
  /** Whether a page with this text may be scanned: it is no more than is written over a scan. */
  mayBeScan(text: string): boolean;
  /** Whether a page that may be scanned is: a picture covers it, which nobody has recognised yet. @param pageNumber from 1 */
  isScan(pageNumber: number): Promise<boolean>;
}

export function createScanFinder(pdf: OpenPdf, file: SourceFile): ScanFinder {
  let hasPictures: Promise<boolean> | undefined;
  return {
    mayBeScan: (text) => text.length <= LONGEST_TEXT && linesOf(text).length <= MOST_LINES,
    async isScan(pageNumber) {
      hasPictures ??= findPicture(file);
      if (!(await hasPictures)) return false;
      const { hasHiddenLetters, pictureShare } = await lookAtPage(pdf, pageNumber);
      return !hasHiddenLetters && pictureShare >= COVERED;
    },
  };
}

/** A picture's own properties, which stand in the file as they are. */
const PICTURE = /\/Subtype\s*\/Image\b/;
/** What may be at the end of a part of it. */
const LONGEST_MARK = 40;

/** Whether a file has pictures at all: large drawings, of which it takes long to look at a page, mostly have none. */
async function findPicture(file: SourceFile): Promise<boolean> {
  let end = '';
  for await (const part of createReadStream(file.path, { encoding: 'latin1', highWaterMark: PART_BYTES })) {
    const text = end + String(part);
    if (PICTURE.test(text)) return true;
    end = text.slice(-LONGEST_MARK);
  }
  return false;
}

/** How the text of a page that may be a picture is read. */
export interface ScanReading {
  /** If the text of pages that are pictures is recognised. */
  readonly scans: ScannedPages | undefined;
  readonly finder: ScanFinder;
  readonly context: LoadContext;
}

interface ReadPage extends PageLayout {
  /** Why its picture was not recognised. */
  readonly problem?: UserError;
}

/** A page with the text of its picture if it is one and is to be recognised; without other text, any picture will do. */
export async function withPicture(
  { scans, finder, context }: ScanReading,
  pageNumber: number,
  drawn: PageLayout,
): Promise<ReadPage> {
  const isWanted = scans !== undefined && finder.mayBeScan(drawn.text);
  if (!isWanted || (drawn.text.trim() !== '' && !(await finder.isScan(pageNumber)))) {
    context.onStep?.(undefined);
    return drawn;
  }
  const recognised = await scans.read(pageNumber);
  return 'words' in recognised ? joinScan(recognised, drawn) : { ...drawn, problem: recognised };
}

/** The text of a page's picture, and of the page itself what the picture does not show. */
function joinScan(recognised: RecognisedText, drawn: PageLayout): PageLayout {
  const shown = lettersOf(recognised.text);
  const isHidden = recognised.text.trim() === '';
  const own: { readonly line: string; readonly at: number; readonly inDrawn: number }[] = [];
  let text = isHidden ? '' : recognised.text;
  for (const { 0: line, index: inDrawn } of drawn.text.matchAll(/[^\n]*\S[^\n]*/g)) {
    if (shown.includes(lettersOf(line))) continue;
    if (own.length > 0) text += '\n';
    else if (text !== '') text += '\n\n';
    own.push({ line, at: text.length, inDrawn });
    text += line;
  }
  return {
    text,
    boxesOf: ({ from, to }) => [
      ...(isHidden ? [] : boxesOfWords(recognised, from, to)),
      ...own.flatMap(({ line, at, inDrawn }) => {
        const [start, end] = [Math.max(from, at) - at, Math.min(to - at, line.length)];
        return start < end ? drawn.boxesOf({ from: inDrawn + start, to: inDrawn + end }) : [];
      }),
    ],
  };
}

/** Boxes of the words of a stretch of a recognised text, one a line. */
function boxesOfWords({ text, words }: RecognisedText, from: number, to: number): PageBox[] {
  const boxes: PageBox[] = [];
  let last = 0;
  for (const { start, end, x, y, width, height } of words) {
    if (start >= to || end <= from) continue;
    const [first, behind] = [Math.max(0, from - start), Math.min(to, end) - start].map((at) => at / (end - start));
    const box = { x: x + width * (first ?? 0), y, width: width * ((behind ?? 1) - (first ?? 0)), height };
    const before = boxes.at(-1);
    if (before === undefined || text.slice(last, start).includes('\n')) boxes.push(box);
    else boxes[boxes.length - 1] = joinBoxes(before, box);
    last = end;
  }
  return boxes;
}

function linesOf(text: string): string[] {
  return text.split('\n').filter((line) => line.trim() !== '');
}

function lettersOf(text: string): string {
  return text.replace(/[^\p{L}\p{N}]/gu, '').toLowerCase();
}

class PageDamaged extends Error {}

/** A page is drawn with so many pixels at most: A4 at 600 dots an inch has 35 million. */
export const MOST_PIXELS = 40_000_000;
const WHITE = 255;
/** What the eye sees of red, green and blue, in 256ths (ITU-R BT.601). */
const [RED, GREEN, BLUE] = [77, 150, 29];

/** A picture in shades of grey, a byte a pixel, from the top. */
interface GreyPicture {
  readonly width: number;
  readonly height: number;
  readonly data: Uint8Array;
}

/** A page as it is shown, in points: its size, and the transform from its own units, for 1 pixel a point. */
interface ShownPage {
  readonly width: number;
  readonly height: number;
  readonly matrix: Matrix;
}

/** How the pixels of a picture are stored (pdf.js's `ImageKind`); a stencil has a bit a pixel, 0 where it paints. */
type PixelKind = 'bit' | 'rgb' | 'rgba' | 'stencil';

export interface PagePicture {
  readonly width: number;
  readonly height: number;
  readonly kind: PixelKind;
  readonly data: ArrayLike<number>;
  /** From the unit square, where the picture stands upright, to the page. */
  readonly matrix: Matrix;
}

interface PagePictures {
  /** In the order in which they are drawn. */
  readonly pictures: readonly PagePicture[];
  /** How many there are that could not be decoded. */
  readonly undecoded: number;
}

const KINDS: readonly (PixelKind | undefined)[] = [undefined, 'bit', 'rgb', 'rgba'];

const pixelsSchema = z.object({
  width: z.int().positive(),
  height: z.int().positive(),
  kind: z.int().optional(),
  data: z.union([z.instanceof(Uint8Array), z.instanceof(Uint8ClampedArray)]),
});
/** What a stencil's operator says of it; the data may be in another place on the page. */
const stencilSchema = z.object({ width: z.number(), height: z.number(), data: z.unknown() });

/** An object of the page, once it is there; null for one that could not be decoded. */
function objectOf(page: PDFPageProxy, id: string): Promise<unknown> {
  const objects = id.startsWith('g_') ? page.commonObjs : page.objs;
  return new Promise((resolve) => void objects.get(id, resolve));
}

/** The pixels that an operator draws. */
async function pixelsOf(page: PDFPageProxy, operand: unknown, isStencil: boolean): Promise<unknown> {
  if (typeof operand === 'string') return await objectOf(page, operand);
  if (!isStencil) return operand;
  const stencil = stencilSchema.safeParse(operand).data;
  if (typeof stencil?.data !== 'string') return stencil;
  const found = await objectOf(page, stencil.data);
  return typeof found === 'object' && found !== null ? { ...stencil, ...found } : undefined;
}

/** The pictures of a page whose document was opened with them. */
export async function readPictures(page: PDFPageProxy): Promise<PagePictures> {
  const { OPS } = await import('unpdf/pdfjs');
  const { fnArray, argsArray } = await page.getOperatorList();
  const pictures: PagePicture[] = [];
  const stack = new MatrixStack(OPS);
  let undecoded = 0;
  for (const [index, operator] of fnArray.entries()) {
    const args: unknown = argsArray[index];
    if (stack.follow(operator, args)) continue;
    const isStencil = operator === OPS.paintImageMaskXObject;
    if (!isStencil && operator !== OPS.paintImageXObject && operator !== OPS.paintInlineImageXObject) continue;
    const operand: unknown = Array.isArray(args) ? args[0] : undefined;
    const pixels = pixelsSchema.safeParse(await pixelsOf(page, operand, isStencil)).data;
    const kind = isStencil ? 'stencil' : KINDS[pixels?.kind ?? 0];
    if (pixels === undefined || kind === undefined) undecoded += 1;
    else pictures.push({ width: pixels.width, height: pixels.height, data: pixels.data, kind, matrix: stack.matrix });
  }
  return { pictures, undecoded };
}

/** Draws the pictures of a page, as fine as the finest of them, onto white paper. */
export function drawPictures(pictures: readonly PagePicture[], page: ShownPage): GreyPicture {
  const finest = Math.max(...pictures.map(pixelsAPoint));
  const scale = Math.min(finest, Math.sqrt(MOST_PIXELS / (page.width * page.height)));
  const [width, height] = [Math.max(1, Math.floor(page.width * scale)), Math.max(1, Math.floor(page.height * scale))];
  const paper = { width, height, data: new Uint8Array(width * height).fill(WHITE) };
  const toPaper = multiply([scale, 0, 0, scale, 0, 0], page.matrix);
  for (const picture of pictures) draw(picture, multiply(toPaper, picture.matrix), paper);
  return paper;
}

function pixelsAPoint({ width, height, matrix: [a, b, c, d] }: PagePicture): number {
  return Math.max(width / Math.max(Math.hypot(a, b), 1e-6), height / Math.max(Math.hypot(c, d), 1e-6));
}

/** The transform back; undefined for one that leaves no area. */
function invert([a, b, c, d, e, f]: Matrix): Matrix | undefined {
  const area = a * d - b * c;
  if (Math.abs(area) < 1e-9) return undefined;
  return [d / area, -b / area, -c / area, a / area, (c * f - d * e) / area, (b * e - a * f) / area];
}

/** Draws a picture: of each pixel of the paper under it, the one of the picture that lies there. */
function draw(picture: PagePicture, toPaper: Matrix, paper: GreyPicture): void {
  const back = invert(toPaper);
  if (back === undefined) return;
  // Pictures have their first row at the top of the unit square.
  const [a, b, c, d, e, f] = multiply([picture.width, 0, 0, -picture.height, 0, picture.height], back);
  const shadeAt = shadesOf(picture);
  const { left, right, top, bottom } = frameOf(toPaper, paper);
  for (let y = top; y < bottom; y += 1) {
    let u = a * (left + 0.5) + c * (y + 0.5) + e;
    let v = b * (left + 0.5) + d * (y + 0.5) + f;
    for (let x = left; x < right; x += 1, u += a, v += b) {
      if (u < 0 || v < 0 || u >= picture.width || v >= picture.height) continue;
      const at = y * paper.width + x;
      paper.data[at] = shadeAt(Math.floor(u), Math.floor(v), paper.data[at] ?? WHITE);
    }
  }
}

/** The part of the paper that the unit square may cover. */
function frameOf([a, b, c, d, e, f]: Matrix, { width, height }: GreyPicture) {
  const [xs, ys] = [
    [e, e + a, e + c, e + a + c],
    [f, f + b, f + d, f + b + d],
  ];
  return {
    left: Math.max(0, Math.floor(Math.min(...xs))),
    right: Math.min(width, Math.ceil(Math.max(...xs))),
    top: Math.max(0, Math.floor(Math.min(...ys))),
    bottom: Math.min(height, Math.ceil(Math.max(...ys))),
  };
}

/** Gives the shade of a pixel, drawn over the shade below it. */
type ShadeAt = (x: number, y: number, below: number) => number;

function shadesOf({ kind, data, width }: PagePicture): ShadeAt {
  const rowBytes = Math.ceil(width / 8);
  const isSet = (x: number, y: number): boolean => ((data[y * rowBytes + (x >> 3)] ?? 0) & (128 >> (x & 7))) !== 0;
  const grey = (at: number): number =>
    ((data[at] ?? 0) * RED + (data[at + 1] ?? 0) * GREEN + (data[at + 2] ?? 0) * BLUE) >> 8;
  if (kind === 'bit') return (x, y) => (isSet(x, y) ? WHITE : 0);
  if (kind === 'stencil') return (x, y, below) => (isSet(x, y) ? below : 0);
  if (kind === 'rgb') return (x, y) => grey((y * width + x) * 3);
  return (x, y, below) => {
    const at = (y * width + x) * 4;
    const opaque = data[at + 3] ?? WHITE;
    return Math.round((grey(at) * opaque + below * (WHITE - opaque)) / WHITE);
  };
}

/** As a file that needs no compression (PGM). */
export function encodeGrey({ width, height, data }: GreyPicture): Uint8Array {
  return Buffer.concat([Buffer.from(`P5\n${width} ${height}\n${WHITE}\n`, 'latin1'), data]);
}

/** The pictures of a page as one, or undefined if it has none. */
async function pictureOf(pdf: OpenPdf, pageNumber: number): Promise<Uint8Array | undefined> {
  try {
    const page = await pdf.document.getPage(pageNumber);
    const { pictures, undecoded } = await readPictures(page);
    const { width, height, transform } = page.getViewport({ scale: 1 });
    page.cleanup();
    if (undecoded > 0 && pictures.length === 0) {
      throw new PictureUnreadable('its picture is damaged, too large, or stored in a way that is not read');
    }
    if (pictures.length === 0) return undefined;
    return encodeGrey(drawPictures(pictures, { width, height, matrix: toMatrix(transform) }));
  } catch (error) {
    if (error instanceof PictureUnreadable) throw error;
    throw pdf.readError() ?? new PageDamaged('The page is damaged', { cause: error });
  }
}
