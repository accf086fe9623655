import type { OpenPdf } from './open-pdf.ts';
import { type Matrix, MatrixStack } from './page-matrix.ts';
import { operatorsOf } from './page-operators.ts';

/** What is drawn on a page. */
export interface DrawnPage {
  readonly hasLetters: boolean;
  readonly hasShapes: boolean;
  readonly hasPictures: boolean;
  /** Nobody sees those that an earlier recognition has put under or over a picture. */
  readonly hasHiddenLetters: boolean;
  /** How much of the page its pictures cover, from 0 to 1. */
  readonly pictureShare: number;
}

/** A unit square that becomes larger than this, in square points, is the place of a picture: 10 x 10. */
const PICTURE_AREA = 100;
/** PDF 1.7, table 106: neither filled nor stroked. */
const HIDDEN = 3;

/** Looks at what is drawn on a page. Pictures are left out when a page is read; the place that is made for one shows that there is one. */
export async function lookAtPage(pdf: OpenPdf, pageNumber: number): Promise<DrawnPage> {
  const { OPS } = await import('unpdf/pdfjs');
  const page = await pdf.document.getPage(pageNumber);
  const stack = new MatrixStack(OPS);
  const drawn = { hasLetters: false, hasShapes: false, hasPictures: false, hasHiddenLetters: false };
  // A picture is drawn into a place that is made for it, and nothing else is.
  let [covered, isPlace] = [0, false];
  for await (const { fnArray, argsArray } of operatorsOf(page)) {
    for (const [index, operator] of fnArray.entries()) {
      const args = argsArray[index];
      const isEnd = operator === OPS.restore || operator === OPS.paintFormXObjectEnd;
      if (isEnd && isPlace) covered += areaWithin(stack.matrix, page.view);
      if (stack.follow(operator, args)) {
        if (operator === OPS.transform && areaOf(stack.matrix) > PICTURE_AREA) drawn.hasPictures = true;
        isPlace = operator === OPS.transform || (isPlace && operator === OPS.save);
      } else if (operator === OPS.setTextRenderingMode) {
        if (firstOf(args) === HIDDEN) drawn.hasHiddenLetters = true;
      } else if (operator === OPS.showText) {
        drawn.hasLetters = true;
        isPlace = false;
      } else if (operator === OPS.constructPath || operator === OPS.shadingFill) {
        drawn.hasShapes = true;
        // What only clips the picture is not drawn.
        isPlace &&= firstOf(args) === OPS.endPath;
      }
    }
  }
  if (isPlace) covered += areaWithin(stack.matrix, page.view);
  const [left = 0, bottom = 0, right = 0, top = 0] = page.view;
  page.cleanup();
  return { ...drawn, pictureShare: Math.min(1, covered / ((right - left) * (top - bottom))) };
}

function firstOf(args: unknown): unknown {
  return Array.isArray(args) ? args[0] : undefined;
}

/** What a transform makes of an area of 1. */
function areaOf([a, b, c, d]: Matrix): number {
  return Math.abs(a * d - b * c);
}

/** How much of the unit square, as a transform puts it on a page, lies within its edges. */
function areaWithin([a, b, c, d, e, f]: Matrix, [left = 0, bottom = 0, right = 0, top = 0]: readonly number[]): number {
  const [xs, ys] = [
    [e, e + a, e + c, e + a + c],
    [f, f + b, f + d, f + b + d],
  ];
  const width = Math.min(right, Math.max(...xs)) - Math.max(left, Math.min(...xs));
  const height = Math.min(top, Math.max(...ys)) - Math.max(bottom, Math.min(...ys));
  return Math.max(0, width) * Math.max(0, height);
}
