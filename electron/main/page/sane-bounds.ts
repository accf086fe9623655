/** A part of the desktop, in device-independent pixels. */
export interface Box {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

/** Of a window that was never opened before. */
const FIRST_SIZE = { width: 1440, height: 900 };

/** How much of the top of a window must be seen to take hold of it and move it. */
const GRIP = { width: 120, height: 32 };

function overlap(a: Box, b: Box): { readonly width: number; readonly height: number } {
  return {
    width: Math.max(0, Math.min(a.x + a.width, b.x + b.width) - Math.max(a.x, b.x)),
    height: Math.max(0, Math.min(a.y + a.height, b.y + b.height) - Math.max(a.y, b.y)),
  };
}

function isWithinReach(window: Box, area: Box): boolean {
  const seen = overlap({ ...window, height: GRIP.height }, area);
  return seen.width >= GRIP.width && seen.height >= GRIP.height;
}

function centred({ width, height }: Pick<Box, 'width' | 'height'>, area: Box): Box {
  const fitting = { width: Math.min(width, area.width), height: Math.min(height, area.height) };
  return {
    ...fitting,
    x: area.x + Math.round((area.width - fitting.width) / 2),
    y: area.y + Math.round((area.height - fitting.height) / 2),
  };
}

/**
 * Where a window opens: where it was, as far as that is on a display that is still there.
 * @param areas of the displays, without the system's bars; the main one first
 */
export function saneBounds(saved: Box | undefined, areas: readonly [Box, ...Box[]]): Box {
  if (saved === undefined) return centred(FIRST_SIZE, areas[0]);
  const seen = (area: Box): number => {
    const { width, height } = overlap(saved, area);
    return width * height;
  };
  const [area] = areas.toSorted((a, b) => seen(b) - seen(a));
  if (area === undefined || seen(area) === 0) return centred(saved, areas[0]);
  const isTooLarge = saved.width > area.width || saved.height > area.height;
  return isTooLarge || !areas.some((each) => isWithinReach(saved, each)) ? centred(saved, area) : saved;
}
