import type { PDFPageProxy } from 'unpdf/pdfjs';
import { z } from 'zod';
import { type Matrix, MatrixStack } from './page-matrix.ts';

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

export interface PagePictures {
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
