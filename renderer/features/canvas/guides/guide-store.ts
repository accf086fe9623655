import { create } from 'zustand';
import { alignTo, type Guide } from '../../../editor/align-guides.ts';
import type { Point } from '../../../editor/flow-content.ts';
import { type Box, hullOf, type Size } from '../../../editor/free-place.ts';

interface Guides {
  readonly guides: readonly Guide[];
}

const none: Guides = { guides: [] };

/** The lines that show with which cards a dragged one stands in line. */
export const useGuideStore = create<Guides>()(() => none);

/** How near a card has to come to stand in line, in window pixels. */
const REACH = 6;

/** A drag: what is in sight around it does not move meanwhile. */
interface Drag {
  readonly others: readonly Box[];
  readonly sizes: ReadonlyMap<string, Size>;
  readonly zoom: number;
}

let drag: Drag | undefined;
let shift: Point = { x: 0, y: 0 };

export function startGuides(started: Drag): void {
  drag = started;
  shift = { x: 0, y: 0 };
}

function shifted(places: ReadonlyMap<string, Point>): ReadonlyMap<string, Point> {
  if (shift.x === 0 && shift.y === 0) return places;
  return new Map([...places].map(([id, { x, y }]) => [id, { x: x + shift.x, y: y + shift.y }]));
}

/** Where dragged nodes stand when they are aligned; the lines are shown. */
export function guideDrag(places: ReadonlyMap<string, Point>): ReadonlyMap<string, Point> {
  if (drag === undefined) return places;
  const { others, sizes, zoom } = drag;
  const boxes = [...places].flatMap(([id, place]) => {
    const size = sizes.get(id);
    return size === undefined ? [] : [{ ...place, width: size.width, height: size.height }];
  });
  if (boxes.length === 0) return places;
  const aligned = alignTo(hullOf(boxes), others, REACH / zoom);
  shift = aligned.shift;
  if (aligned.guides.length > 0 || useGuideStore.getState().guides.length > 0) {
    useGuideStore.setState({ guides: aligned.guides });
  }
  return shifted(places);
}

/** Where nodes stand that were let go of: as they were shown last. */
export function endGuides(places: ReadonlyMap<string, Point>): ReadonlyMap<string, Point> {
  const last = shifted(places);
  drag = undefined;
  shift = { x: 0, y: 0 };
  useGuideStore.setState(none);
  return last;
}
