import { useReactFlow, useStoreApi } from '@xyflow/react';
import type { PointerEvent } from 'react';
import type { Point } from '../../../editor/flow-content.ts';
import type { Drawn } from './choose-drawn.ts';
import { type EdgeLine, endsOfLine, type FlowScene } from './flow-scene.ts';
import { useRetainedStore } from './retained-store.ts';

/** How near to an edge the pointer grabs it, in window pixels. */
const GRAB_PX = 8;
/** Pieces that a curve is cut into to be measured. */
const PIECES = 12;

/** The node whose card lies uppermost at a place; undefined on the empty canvas. */
export function nodeAt({ boxes }: FlowScene, { x, y }: Point): string | undefined {
  let found: string | undefined;
  for (const [id, box] of boxes) {
    if (x >= box.x && x <= box.x + box.width && y >= box.y && y <= box.y + box.height) found = id;
  }
  return found;
}

function distanceToPiece(at: Point, from: Point, to: Point): number {
  const [dx, dy] = [to.x - from.x, to.y - from.y];
  const length = dx * dx + dy * dy;
  const along = length === 0 ? 0 : ((at.x - from.x) * dx + (at.y - from.y) * dy) / length;
  const part = Math.min(1, Math.max(0, along));
  return Math.hypot(at.x - from.x - part * dx, at.y - from.y - part * dy);
}

function pointOfCurve(from: Point, to: Point, part: number): Point {
  const reach = Math.max(Math.abs(to.x - from.x) / 2, 20);
  const [a, b, c, d] = [(1 - part) ** 3, 3 * (1 - part) ** 2 * part, 3 * (1 - part) * part ** 2, part ** 3];
  return {
    x: a * from.x + b * (from.x + reach) + c * (to.x - reach) + d * to.x,
    y: (a + b) * from.y + (c + d) * to.y,
  };
}

function distanceToLine(at: Point, [from, to]: readonly [Point, Point]): number {
  const points = Array.from({ length: PIECES + 1 }, (_, piece) => pointOfCurve(from, to, piece / PIECES));
  return points.slice(1).reduce((least, point, index) => {
    return Math.min(least, distanceToPiece(at, points[index] ?? from, point));
  }, Number.POSITIVE_INFINITY);
}

/** The edge that passes nearest to a place, within a distance; both in canvas pixels. */
export function edgeAt({ boxes, lines }: FlowScene, at: Point, within: number): EdgeLine | undefined {
  let found: EdgeLine | undefined;
  let least = within;
  for (const line of lines) {
    const [from, to] = endsOfLine(line, (id) => boxes.get(id) ?? at);
    if (at.y < Math.min(from.y, to.y) - within || at.y > Math.max(from.y, to.y) + within) continue;
    const distance = distanceToLine(at, [from, to]);
    if (distance > least) continue;
    least = distance;
    found = line;
  }
  return found;
}

/** Makes an element of what the pointer comes over where the flow is painted, so that it can be pressed, dragged, and its menu opened. */
export function useHover(scene: FlowScene, { painted }: Drawn) {
  const { screenToFlowPosition } = useReactFlow();
  const store = useStoreApi();
  if (!painted.nodes && !painted.edges) return undefined;
  return (event: PointerEvent) => {
    // Not while something is pressed: then it is a drag of what is there already.
    if (event.buttons !== 0 || !(event.target instanceof Element) || event.target.closest('.react-flow__panel')) return;
    const at = screenToFlowPosition({ x: event.clientX, y: event.clientY }, { snapToGrid: false });
    const hoveredId = nodeAt(scene, at);
    const within = GRAB_PX / store.getState().transform[2];
    const hoveredKey = hoveredId === undefined ? edgeAt(scene, at, within)?.key : undefined;
    const kept = useRetainedStore.getState();
    if (kept.hoveredId !== hoveredId || kept.hoveredKey !== hoveredKey)
      useRetainedStore.setState({ hoveredId, hoveredKey });
  };
}
