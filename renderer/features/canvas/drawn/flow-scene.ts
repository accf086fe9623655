import type { FlowEdge, FlowGraph, GraphNode } from '../../../../shared/flow/flow-document.ts';
import type { DataType } from '../../../../shared/nodes/data-types.ts';
import { cardBox, expectedHandles, type HandlePlace, type MeasuredCard } from '../../../editor/card-shape.ts';
import type { FlowLayout, Point } from '../../../editor/flow-content.ts';
import type { Box } from '../../../editor/free-place.ts';
import { indexOf } from '../../../editor/graph-index.ts';
import type { NodeHandles } from '../../../editor/node-handles.ts';

/** An edge as it lies on the canvas; its ends follow from the corners of the cards, so that it follows a card that is dragged. */
export interface EdgeLine {
  readonly key: string;
  readonly source: string;
  readonly target: string;
  readonly from: Point;
  readonly to: Point;
  readonly type: DataType | undefined;
}

/** Where everything of a flow lies, whether it is drawn or not, in canvas pixels. */
export interface FlowScene {
  readonly nodes: ReadonlyMap<string, GraphNode>;
  readonly boxes: ReadonlyMap<string, Box>;
  readonly lines: readonly EdgeLine[];
  /** The handles of a card as it was drawn last, or as they are expected to be. */
  readonly handles: (nodeId: string) => readonly HandlePlace[];
}

const middle: Point = { x: 0, y: 0 };

const knownBoxes = new WeakMap<GraphNode, Box>();
const knownHandles = new WeakMap<NodeHandles, { readonly width: number; readonly places: readonly HandlePlace[] }>();
const knownLines = new WeakMap<FlowEdge, EdgeLine>();

function boxOf(node: GraphNode, layout: FlowLayout, measured: ReadonlyMap<string, MeasuredCard>): Box {
  const known = knownBoxes.get(node);
  const box = cardBox(node, layout, measured);
  if (known?.x === box.x && known.y === box.y && known.width === box.width && known.height === box.height) return known;
  knownBoxes.set(node, box);
  return box;
}

/** @param handles those of the node; another object when anything of the node has changed */
function expectedPlaces(node: GraphNode, handles: NodeHandles, width: number): readonly HandlePlace[] {
  const known = knownHandles.get(handles);
  if (known?.width === width) return known.places;
  const places = expectedHandles(node, handles, width);
  knownHandles.set(handles, { width, places });
  return places;
}

function lineOf(edge: FlowEdge, ends: Pick<EdgeLine, 'from' | 'to' | 'type'>): EdgeLine {
  const known = knownLines.get(edge);
  if (known?.from === ends.from && known.to === ends.to && known.type === ends.type) return known;
  const { id: key = '', source, target } = edge;
  const line = { key, source, target, ...ends };
  knownLines.set(edge, line);
  return line;
}

/**
 * The scene of a graph with its places. Edges to nodes that are not there, and doubled ones, are no part of it. Boxes, lines and handles that are
 * as in another scene are the same objects: an edit makes what it changes anew.
 */
export function sceneOf(graph: FlowGraph, layout: FlowLayout, measured: ReadonlyMap<string, MeasuredCard>): FlowScene {
  const index = indexOf(graph);
  const boxes = new Map<string, Box>();
  for (const [id, node] of index.nodes) boxes.set(id, boxOf(node, layout, measured));
  const found = new Map<string, readonly HandlePlace[]>();
  function findHandles(nodeId: string): readonly HandlePlace[] {
    const drawn = measured.get(nodeId)?.handles;
    if (drawn !== undefined) return drawn;
    const node = index.nodes.get(nodeId);
    return node === undefined ? [] : expectedPlaces(node, index.handles(nodeId), boxes.get(nodeId)?.width ?? 0);
  }
  function handles(nodeId: string): readonly HandlePlace[] {
    const places = found.get(nodeId) ?? findHandles(nodeId);
    found.set(nodeId, places);
    return places;
  }
  const place = (nodeId: string, handleId: string | null | undefined) =>
    handles(nodeId).find(({ id }) => id === handleId) ?? middle;
  const lines = new Map<string, EdgeLine>();
  for (const edge of index.canonicalEdges) {
    const { id: key = '', source, target, sourceHandle, targetHandle } = edge;
    if (!boxes.has(source) || !boxes.has(target) || lines.has(key)) continue;
    const type = index.handles(source).outputs.find((handle) => handle.id === sourceHandle)?.type;
    const [from, to] = [place(source, sourceHandle), place(target, targetHandle)];
    lines.set(key, lineOf(edge, { from, to, type }));
  }
  return { nodes: index.nodes, boxes, lines: [...lines.values()], handles };
}

/** Where an edge begins and ends; `boxes` may hold cards that are being dragged. */
export function endsOfLine(
  { source, target, from, to }: EdgeLine,
  boxOf: (nodeId: string) => Point,
): readonly [Point, Point] {
  const [start, end] = [boxOf(source), boxOf(target)];
  return [
    { x: start.x + from.x, y: start.y + from.y },
    { x: end.x + to.x, y: end.y + to.y },
  ];
}
