import type { Point } from './flow-content.ts';

/** The course of an edge on the canvas. */
export interface EdgeCurve {
  readonly edgeKey: string;
  /** Points along it, in canvas pixels. */
  readonly points: readonly Point[];
}

/** Parts of a curve: at these, a wire of a usual length is nowhere farther than a few pixels from the line between two points. */
const PARTS = 24;

/** How far the curve goes straight on at its ends, as React Flow draws it. */
function bend(distance: number): number {
  return distance >= 0 ? distance / 2 : 6.25 * Math.sqrt(-distance);
}

/** Points along the curve of an edge, from an output to an input. */
export function curveBetween(from: Point, to: Point): readonly Point[] {
  const along = bend(to.x - from.x);
  const [first, second] = [from.x + along, to.x - along];
  return Array.from({ length: PARTS + 1 }, (_, part) => {
    const t = part / PARTS;
    const u = 1 - t;
    const [a, b, c, d] = [u * u * u, 3 * u * u * t, 3 * u * t * t, t * t * t];
    return { x: a * from.x + b * first + c * second + d * to.x, y: (a + b) * from.y + (c + d) * to.y };
  });
}

function distanceToLine(point: Point, from: Point, to: Point): number {
  const [dx, dy] = [to.x - from.x, to.y - from.y];
  const length = dx * dx + dy * dy;
  const along = length === 0 ? 0 : ((point.x - from.x) * dx + (point.y - from.y) * dy) / length;
  const t = Math.min(1, Math.max(0, along));
  return Math.hypot(point.x - from.x - t * dx, point.y - from.y - t * dy);
}

function distanceTo({ points }: EdgeCurve, point: Point): number {
  let nearest = Number.POSITIVE_INFINITY;
  let before: Point | undefined;
  for (const next of points) {
    if (before !== undefined) nearest = Math.min(nearest, distanceToLine(point, before, next));
    before = next;
  }
  return nearest;
}

/** The edge nearest to a point, if one is as near as `within`, in canvas pixels. */
export function nearestEdge(curves: readonly EdgeCurve[], point: Point, within: number): string | undefined {
  let found: string | undefined;
  let nearest = within;
  for (const curve of curves) {
    const distance = distanceTo(curve, point);
    if (distance > nearest) continue;
    nearest = distance;
    found = curve.edgeKey;
  }
  return found;
}
