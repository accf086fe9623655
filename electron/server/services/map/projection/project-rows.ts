import type { Matrix } from './matrix.ts';
import { findPrincipalAxes, type PrincipalAxes, reduceRows } from './principal-axes.ts';
import { layOut, type OnDrawing } from './umap.ts';

/** Axes that neighbours are compared along: what lies in the others is mostly noise. */
const AXES = 50;
/** With fewer rows there are no groups to separate. */
const FEWEST_FOR_UMAP = 10;

/** Rows in a plane, and what places another one among them. */
export interface Projection {
  readonly method: 'PCA' | 'UMAP';
  /** Two numbers a row, from -1 to 1: the picture fills one of its two directions. */
  readonly points: Float32Array;
  readonly principal: PrincipalAxes;
  /** Coordinates along the axes. */
  readonly reduced: Matrix;
}

/** Moves points into the middle and scales them, both directions alike. */
function fillFrame(points: Float32Array): Float32Array {
  const [low, high] = [
    [Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY],
    [Number.NEGATIVE_INFINITY, Number.NEGATIVE_INFINITY],
  ];
  for (const [index, value] of points.entries()) {
    low[index % 2] = Math.min(low[index % 2] ?? 0, value);
    high[index % 2] = Math.max(high[index % 2] ?? 0, value);
  }
  const middle = [0, 1].map((axis) => ((low[axis] ?? 0) + (high[axis] ?? 0)) / 2);
  const half = Math.max(...[0, 1].map((axis) => ((high[axis] ?? 0) - (low[axis] ?? 0)) / 2));
  const scale = half > 0 ? 1 / half : 0;
  return points.map((value, index) => (value - (middle[index % 2] ?? 0)) * scale);
}

function firstTwo({ data, rows, columns }: Matrix): Float32Array {
  const points = new Float32Array(rows * 2);
  for (let row = 0; row < rows; row += 1) {
    for (let axis = 0; axis < Math.min(2, columns); axis += 1) points[row * 2 + axis] = data[row * columns + axis] ?? 0;
  }
  return points;
}

/** Draws rows in a plane: PCA, then UMAP where there are enough that differ. The same rows always give the same picture. */
export function projectRows(rows: Matrix, onDrawing: OnDrawing): Projection {
  onDrawing('COMPARING', 0);
  const principal = findPrincipalAxes(rows, AXES);
  const reduced = reduceRows(rows, principal);
  const isUmap = rows.rows >= FEWEST_FOR_UMAP && principal.axes.rows > 1;
  const points = isUmap ? layOut(reduced, onDrawing) : firstTwo(reduced);
  return { method: isUmap ? 'UMAP' : 'PCA', points: fillFrame(points), principal, reduced };
}
