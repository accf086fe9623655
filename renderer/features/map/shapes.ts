/** What a point looks like: the colour is never the only thing that distinguishes sources. */
export type Shape = 'circle' | 'square' | 'triangle' | 'diamond';

const SHAPES: readonly Shape[] = ['circle', 'square', 'triangle', 'diamond'];

export function shapeOf(style: number): Shape {
  return SHAPES[style % SHAPES.length] ?? 'circle';
}

/** The corners of a shape of about the same area around 0, for a radius of 1; none for a circle. */
export const CORNERS: Readonly<Record<Shape, readonly (readonly [number, number])[]>> = {
  circle: [],
  square: [
    [-0.88, -0.88],
    [0.88, -0.88],
    [0.88, 0.88],
    [-0.88, 0.88],
  ],
  triangle: [
    [0, -1.25],
    [1.15, 0.8],
    [-1.15, 0.8],
  ],
  diamond: [
    [0, -1.25],
    [1.25, 0],
    [0, 1.25],
    [-1.25, 0],
  ],
};
