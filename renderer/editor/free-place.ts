import { type FlowNode, isNote } from '../../shared/flow/flow-document.ts';
import { isCollapsed } from '../../shared/flow/node-marks.ts';
import { noteSize } from '../../shared/flow/notes.ts';
import { inputsOf } from '../../shared/nodes/param-inputs.ts';
import { findNodeDefinition } from '../../shared/nodes/registry.ts';
import { GRID, NODE_WIDTH, type Point, snapToGrid } from './flow-content.ts';

/** Of a card, in canvas pixels. */
export interface Size {
  readonly width: number;
  readonly height: number;
}

/** A rectangle of the canvas, in canvas pixels. */
export interface Box extends Point, Size {}

/** Parts of a card, in canvas pixels: its header, a second line of the label, a row of handles, and what a run adds at the foot. */
const HEADER = 65;
const LABEL_LINE = 20;
export const PORT_ROW = 24;
export const FOOT = 34;
/** A collapsed card: its head. */
export const COLLAPSED_HEIGHT = 56;
/** Longer labels take two lines. */
const LABEL_CHARACTERS = 24;
/** Rows of a card whose definition we do not have. */
const UNKNOWN_ROWS = 3;
/** Between a new card and those around it. */
const GAP = GRID;
/** So far from the wanted place a free one is looked for, in steps of the grid; a flow with none so near is covered. */
const FARTHEST = 200;

/** Of a card with this label, in canvas pixels. */
export function headerHeight(label: string): number {
  return HEADER + (label.length > LABEL_CHARACTERS ? LABEL_LINE : 0);
}

/** The room that a node's card takes. It follows from the definition: a new node is not measured yet. A note has its saved size. */
export function boxOf(node: FlowNode): Box {
  if (isNote(node)) return { x: node.position.x, y: node.position.y, ...noteSize(node) };
  if (isCollapsed(node)) return { x: node.position.x, y: node.position.y, width: NODE_WIDTH, height: COLLAPSED_HEIGHT };
  const definition = findNodeDefinition(node.data.name);
  const rows =
    definition === undefined ? UNKNOWN_ROWS : Math.max(inputsOf(definition).length, definition.outputs.length);
  const { x, y } = node.position;
  return { x, y, width: NODE_WIDTH, height: headerHeight(node.data.label) + rows * PORT_ROW + FOOT };
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

/** More cards than these are moved as one block: to try each of them at each place would take long. */
const TRIED_CARDS = 12;

/** The box around several; of none it has no size that is a number. */
export function hullOf(boxes: readonly Box[]): Box {
  const x = Math.min(...boxes.map((box) => box.x));
  const y = Math.min(...boxes.map((box) => box.y));
  const right = Math.max(...boxes.map((box) => box.x + box.width));
  const bottom = Math.max(...boxes.map((box) => box.y + box.height));
  return { x, y, width: right - x, height: bottom - y };
}

/** In steps of the grid: so far most free places are found, and farther cards need not be looked at. */
const NEAR = 16;

function grown({ x, y, width, height }: Box, by: number): Box {
  return { x: x - by, y: y - by, width: width + 2 * by, height: height + 2 * by };
}

/** How far cards have to move, in steps of the grid, so that none covers one of `taken` and each stands a little apart. */
function freeShift(taken: readonly Box[], boxes: readonly Box[]): Point {
  let reach = -1;
  let near = taken;
  const fits = (shift: Point) =>
    boxes.every((box) => {
      const moved = { ...box, x: box.x + shift.x, y: box.y + shift.y };
      return near.every((other) => areApart(moved, other));
    });
  for (let radius = 0; radius <= FARTHEST; radius += 1) {
    if (radius > reach) {
      reach = Math.max(NEAR, 2 * radius);
      const reached = boxes.map((box) => grown(box, reach * GRID));
      near = taken.filter((other) => reached.some((box) => !areApart(box, other)));
    }
    for (const step of ringOf(radius)) {
      const shift = { x: step.x * GRID, y: step.y * GRID };
      if (fits(shift)) return shift;
    }
  }
  return { x: 0, y: 0 };
}

/** Many cards go below all others where they cover one. */
function shiftBelow(taken: readonly Box[], boxes: readonly Box[]): Point {
  const hull = hullOf(boxes);
  if (taken.every((box) => areApart(hull, box))) return { x: 0, y: 0 };
  const all = hullOf(taken);
  return { x: 0, y: Math.ceil((all.y + all.height + GAP - hull.y) / GRID) * GRID };
}

/** How far new nodes have to move, so that none of their cards covers one that is there, in canvas pixels. */
export function findFreeShift(nodes: readonly FlowNode[], added: readonly FlowNode[]): Point {
  const taken = nodes.map(boxOf);
  const boxes = added.map(boxOf);
  return boxes.length > TRIED_CARDS ? shiftBelow(taken, boxes) : freeShift(taken, boxes);
}

/** The wanted place, or one near it where the node's card covers no other and stands a little apart. */
export function findFreePlace(nodes: readonly FlowNode[], node: FlowNode): Point {
  const wanted = snapToGrid(node.position);
  const shift = findFreeShift(nodes, [{ ...node, position: { ...node.position, ...wanted } }]);
  return { x: wanted.x + shift.x, y: wanted.y + shift.y };
}
