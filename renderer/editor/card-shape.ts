import { type GraphNode, isNote } from '../../shared/flow/flow-document.ts';
import { isCollapsed } from '../../shared/flow/node-marks.ts';
import type { FlowLayout, Point } from './flow-content.ts';
import { type Box, boxOf, COLLAPSED_HEIGHT, FOOT, headerHeight, PORT_ROW, type Size } from './free-place.ts';
import type { NodeHandles } from './node-handles.ts';

/** A handle of a card: where edges end, from the card's left upper corner, in canvas pixels. */
export interface HandlePlace extends Point {
  readonly id: string;
  readonly side: 'input' | 'output';
}

/** A card as it was drawn last. */
export interface MeasuredCard extends Size {
  readonly handles: readonly HandlePlace[];
}

/** What a card has below its handles while no run adds to it, with its border, in canvas pixels. */
const BOTTOM = 10;

const origin: Point = { x: 0, y: 0 };

/** Where a node's card lies: as drawn, or as its definition says before it is drawn. */
export function cardBox(node: GraphNode, layout: FlowLayout, measured: ReadonlyMap<string, Size>): Box {
  const { x, y } = layout.get(node.id) ?? origin;
  const drawn = measured.get(node.id);
  if (drawn !== undefined) return { x, y, width: drawn.width, height: drawn.height };
  const { width, height } = boxOf({ ...node, position: { x, y } });
  const hasFoot = !isNote(node) && !isCollapsed(node);
  return { x, y, width, height: hasFoot ? height - FOOT + BOTTOM : height };
}

/** Between the handles of a collapsed card, in canvas pixels; all of a side together are not higher than its head. */
const BUNDLE_GAP = 14;
const BUNDLE_HEIGHT = 44;

/** How far apart the handles of a side of a collapsed card are. */
export function bundleGap(count: number): number {
  return Math.min(BUNDLE_GAP, BUNDLE_HEIGHT / Math.max(1, count - 1));
}

/** Where the handles of a card that was not drawn yet will be. */
export function expectedHandles(node: GraphNode, { inputs, outputs }: NodeHandles, width: number): HandlePlace[] {
  const isFolded = isCollapsed(node);
  const top = headerHeight(node.data.label) + PORT_ROW / 2;
  const placeOf = (row: number, count: number) =>
    isFolded ? COLLAPSED_HEIGHT / 2 + (row - (count - 1) / 2) * bundleGap(count) : top + row * PORT_ROW;
  const rows = (side: HandlePlace['side'], ids: readonly { readonly id: string }[], x: number) =>
    ids.map(({ id }, row): HandlePlace => ({ id, side, x, y: placeOf(row, ids.length) }));
  return [...rows('input', inputs, 0), ...rows('output', outputs, width)];
}
