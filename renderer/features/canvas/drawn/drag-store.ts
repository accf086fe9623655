import { create } from 'zustand';
import type { FlowLayout, Point } from '../../../editor/flow-content.ts';

interface CanvasDrag {
  /** Where the nodes that are being dragged are now; the flow itself learns it when they are let go of. Undefined while nothing is dragged. */
  readonly places: ReadonlyMap<string, Point> | undefined;
  /** Those of them that are drawn; the same set for the whole drag. */
  readonly held: ReadonlySet<string>;
}

const idle: CanvasDrag = { places: undefined, held: new Set() };

/** The drag of nodes that is under way. */
export const useDragStore = create<CanvasDrag>()(() => idle);

/** Moves what is dragged; `held` are the nodes that the pointer moves on the screen. */
export function dragTo(places: ReadonlyMap<string, Point>, held: Iterable<string>): void {
  useDragStore.setState((drag) => ({ places, held: drag.places === undefined ? new Set(held) : drag.held }));
}

export function endDrag(): void {
  if (useDragStore.getState().places !== undefined) useDragStore.setState(idle);
}

/** The moves of the drawn nodes of a selection, with the same move of its other nodes. */
export function withWholeSelection(
  places: ReadonlyMap<string, Point>,
  selected: ReadonlySet<string>,
  layout: FlowLayout,
): ReadonlyMap<string, Point> {
  const leader = [...places].find(([id]) => selected.has(id));
  const start = leader && layout.get(leader[0]);
  if (leader === undefined || start === undefined || [...selected].every((id) => places.has(id))) return places;
  const [, { x, y }] = leader;
  const all = new Map(places);
  for (const id of selected) {
    const place = layout.get(id);
    if (place !== undefined && !all.has(id)) all.set(id, { x: place.x + x - start.x, y: place.y + y - start.y });
  }
  return all;
}
