import { type Matrix, multiply } from './page-matrix.ts';
import type { PagePicture } from './page-pictures.ts';

/** A page is drawn with so many pixels at most: A4 at 600 dots an inch has 35 million. */
export const MOST_PIXELS = 40_000_000;
const WHITE = 255;
/** What the eye sees of red, green and blue, in 256ths (ITU-R BT.601). */
const [RED, GREEN, BLUE] = [77, 150, 29];

/** A picture in shades of grey, a byte a pixel, from the top. */
export interface GreyPicture {
  readonly width: number;
  readonly height: number;
  readonly data: Uint8Array;
}

/** A page as it is shown, in points: its size, and the transform from its own units, for 1 pixel a point. */
export interface ShownPage {
  readonly width: number;
  readonly height: number;
  readonly matrix: Matrix;
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
