import type { Point } from './flow-content.ts';
import type { Box } from './free-place.ts';

/** A line that shows which cards stand in line, in canvas pixels: at `at` along one axis, from `from` to `to` along the other. */
export interface Guide {
  readonly axis: 'x' | 'y';
  readonly at: number;
  readonly from: number;
  readonly to: number;
}

export interface Alignment {
  /** How far what is dragged moves to stand in line. */
  readonly shift: Point;
  readonly guides: readonly Guide[];
}

/** A card along one axis, and its extent along the other. */
interface Stretch {
  readonly start: number;
  readonly length: number;
  readonly crossStart: number;
  readonly crossEnd: number;
}

/** Beginning, middle and end, as parts of the length. */
const PARTS = [0, 0.5, 1] as const;

/** Differences below this are the rounding of halves, in canvas pixels. */
const SAME = 0.01;

function along(axis: Guide['axis'], { x, y, width, height }: Box): Stretch {
  return axis === 'x'
    ? { start: x, length: width, crossStart: y, crossEnd: y + height }
    : { start: y, length: height, crossStart: x, crossEnd: x + width };
}

function nearestOffset(moving: Stretch, others: readonly Stretch[], within: number): number | undefined {
  let found: number | undefined;
  for (const other of others) {
    for (const part of PARTS) {
      const offset = other.start + part * other.length - moving.start - part * moving.length;
      if (Math.abs(offset) <= within && Math.abs(offset) < Math.abs(found ?? Number.POSITIVE_INFINITY)) found = offset;
    }
  }
  return found;
}

function guidesAlong(axis: Guide['axis'], moved: Stretch, others: readonly Stretch[]): readonly Guide[] {
  return PARTS.flatMap((part) => {
    const at = moved.start + part * moved.length;
    const inLine = others.filter((other) => Math.abs(other.start + part * other.length - at) < SAME);
    if (inLine.length === 0) return [];
    const all = [moved, ...inLine];
    const from = Math.min(...all.map(({ crossStart }) => crossStart));
    const to = Math.max(...all.map(({ crossEnd }) => crossEnd));
    return [{ axis, at, from, to }];
  });
}

/** Brings what is dragged into line with the edges and middles of cards around it, when one is as near as `within`, in canvas pixels. */
export function alignTo(moving: Box, others: readonly Box[], within: number): Alignment {
  const offset = (axis: Guide['axis']) =>
    nearestOffset(
      along(axis, moving),
      others.map((other) => along(axis, other)),
      within,
    );
  const [x, y] = [offset('x'), offset('y')];
  const shift = { x: x ?? 0, y: y ?? 0 };
  const moved = { ...moving, x: moving.x + shift.x, y: moving.y + shift.y };
  const guides = (axis: Guide['axis']) =>
    guidesAlong(
      axis,
      along(axis, moved),
      others.map((other) => along(axis, other)),
    );
  return { shift, guides: [...(x === undefined ? [] : guides('x')), ...(y === undefined ? [] : guides('y'))] };
}
