import { type FlowNode, isNote } from '../../shared/flow/flow-document.ts';
import { findNodeDefinition } from '../../shared/nodes/registry.ts';
import { GRID, NODE_WIDTH, type Point, snapToGrid } from './flow-content.ts';

/** A rectangle of the canvas, in canvas pixels. */
export interface Box extends Point {
  readonly width: number;
  readonly height: number;
}

/** Parts of a card, in canvas pixels: its header, a second line of the label, a row of handles, and what a run adds at the foot. */
const HEADER = 56;
const LABEL_LINE = 20;
const PORT_ROW = 24;
const FOOT = 34;
/** Longer labels take two lines. */
const LABEL_CHARACTERS = 24;
/** Rows of a card whose definition we do not have, or that is a note. */
const UNKNOWN_ROWS = 3;
/** Between a new card and those around it. */
const GAP = GRID;
/** So far from the wanted place a free one is looked for, in steps of the grid; a flow with none so near is covered. */
const FARTHEST = 200;

/** The room that a node's card takes. It is told from the definition: a new node is not measured yet. */
export function boxOf(node: FlowNode): Box {
  const definition = isNote(node) ? undefined : findNodeDefinition(node.data.name);
  const rows = definition === undefined ? UNKNOWN_ROWS : Math.max(definition.inputs.length, definition.outputs.length);
  const header = HEADER + (node.data.label.length > LABEL_CHARACTERS ? LABEL_LINE : 0);
  const { x, y } = node.position;
  return { x, y, width: NODE_WIDTH, height: header + rows * PORT_ROW + FOOT };
}

function areApart(a: Box, b: Box): boolean {
  return (
    a.x + a.width + GAP <= b.x ||
    b.x + b.width + GAP <= a.x ||
    a.y + a.height + GAP <= b.y ||
    b.y + b.height + GAP <= a.y
  );
}

/** Steps of the grid on the square of this radius, the nearest first. */
function ringOf(radius: number): readonly Point[] {
  if (radius === 0) return [{ x: 0, y: 0 }];
  const sides: Point[] = [];
  for (let along = -radius; along <= radius; along += 1) {
    sides.push({ x: along, y: radius }, { x: along, y: -radius });
    if (Math.abs(along) < radius) sides.push({ x: radius, y: along }, { x: -radius, y: along });
  }
  return sides.toSorted((a, b) => Math.hypot(a.x, a.y) - Math.hypot(b.x, b.y));
}

/** The place asked for, or one near it where the node's card covers no other and stands a little apart. */
export function findFreePlace(nodes: readonly FlowNode[], node: FlowNode): Point {
  const wanted = snapToGrid(node.position);
  const taken = nodes.map(boxOf);
  const { width, height } = boxOf(node);
  for (let radius = 0; radius <= FARTHEST; radius += 1) {
    for (const step of ringOf(radius)) {
      const place = { x: wanted.x + step.x * GRID, y: wanted.y + step.y * GRID };
      if (taken.every((box) => areApart({ ...place, width, height }, box))) return place;
    }
  }
  return wanted;
}
