import { Graph, layout } from '@dagrejs/dagre';
import { type FlowEdge, type GraphNode, isNote } from '../../shared/flow/flow-document.ts';
import { type FlowContent, GRID, NODE_WIDTH, type Point, placeNodes } from './flow-content.ts';
import { type Box, boxOf, type Size } from './free-place.ts';
import { indexOf } from './graph-index.ts';

/** Between cards of one column, between columns, and between parts of the flow that no edge joins, in canvas pixels. */
const ROW_GAP = 2 * GRID;
const COLUMN_GAP = 4 * GRID;
const PART_GAP = 3 * GRID;
/** Nodes without any edge stand in rows at least this wide, in canvas pixels: four cards. */
const SINGLES_WIDTH = 4 * (NODE_WIDTH + COLUMN_GAP);

interface Part {
  readonly width: number;
  readonly height: number;
  /** Left upper corners, from the part's own. */
  readonly places: ReadonlyMap<string, Point>;
}

/** Which nodes are tidied: the chosen ones when there are several, else all. Notes stay where somebody put them. */
function nodesToTidy({ graph }: FlowContent, chosen: ReadonlySet<string>): readonly GraphNode[] {
  const nodes = graph.nodes.filter((node) => !isNote(node));
  const picked = nodes.filter(({ id }) => chosen.has(id));
  return picked.length > 1 ? picked : nodes;
}

/** What feeds each node, in the order of its input handles, so that edges into one card do not cross. */
function feedersOf(content: FlowContent, edges: readonly FlowEdge[]): (nodeId: string) => readonly string[] {
  const { handles } = indexOf(content.graph);
  const byTarget = Map.groupBy(edges, ({ target }) => target);
  const top = (id: string) => content.layout.get(id)?.y ?? 0;
  return (nodeId) => {
    const rows = new Map(handles(nodeId).inputs.map(({ id }, row) => [id, row]));
    const rowOf = (edge: FlowEdge) => rows.get(edge.targetHandle ?? '') ?? 0;
    return (byTarget.get(nodeId) ?? [])
      .toSorted((a, b) => rowOf(a) - rowOf(b) || top(a.source) - top(b.source))
      .map(({ source }) => source);
  };
}

/** The parts of the flow that no edge joins, the topmost first; within a part each node comes after what feeds it. */
function partsOf(content: FlowContent, nodes: readonly GraphNode[], edges: readonly FlowEdge[]): string[][] {
  const neighbours = new Map<string, Set<string>>(nodes.map(({ id }) => [id, new Set()]));
  for (const { source, target } of edges) {
    neighbours.get(source)?.add(target);
    neighbours.get(target)?.add(source);
  }
  const feeds = new Set(edges.map(({ source }) => source));
  const feeders = feedersOf(content, edges);
  const top = (id: string) => content.layout.get(id)?.y ?? 0;
  const fromTop = nodes.map(({ id }) => id).toSorted((a, b) => top(a) - top(b));
  const seen = new Set<string>();
  function visit(id: string, found: string[]): void {
    if (seen.has(id)) return;
    seen.add(id);
    for (const feeder of feeders(id)) visit(feeder, found);
    found.push(id);
  }
  const inPart = new Set<string>();
  return fromTop.flatMap((start) => {
    if (inPart.has(start)) return [];
    const members = [start];
    inPart.add(start);
    for (const member of members) {
      for (const next of neighbours.get(member) ?? []) {
        if (inPart.has(next)) continue;
        inPart.add(next);
        members.push(next);
      }
    }
    const found: string[] = [];
    const ordered = members.toSorted((a, b) => top(a) - top(b));
    for (const id of [...ordered.filter((id) => !feeds.has(id)), ...ordered]) visit(id, found);
    return [found];
  });
}

/** Lays out one part of the flow. */
function layOutPart(ids: readonly string[], edges: readonly FlowEdge[], sizeOf: (id: string) => Size): Part {
  const graph = new Graph();
  // The other ways of ranking take up to five times as long at 500 nodes, and look the same for flows.
  graph.setGraph({ rankdir: 'LR', nodesep: ROW_GAP, ranksep: COLUMN_GAP, ranker: 'tight-tree' });
  graph.setDefaultEdgeLabel(() => ({}));
  for (const id of ids) graph.setNode(id, { ...sizeOf(id) });
  for (const { source, target } of edges) if (graph.hasNode(source)) graph.setEdge(source, target);
  layout(graph);
  const places = new Map<string, Point>();
  for (const id of ids) {
    const { x = 0, y = 0, width, height } = graph.node(id);
    places.set(id, { x: x - width / 2, y: y - height / 2 });
  }
  const { width = 0, height = 0 } = graph.graph();
  return { width, height, places };
}

function toGrid(value: number): number {
  return Math.round(value / GRID) * GRID;
}

/** Nodes without edges, in rows. */
function layOutSingles(ids: readonly string[], width: number, sizeOf: (id: string) => Size): Part {
  const places = new Map<string, Point>();
  const rowWidth = Math.max(width, SINGLES_WIDTH);
  let [x, y, height] = [0, 0, 0];
  for (const id of ids) {
    const size = sizeOf(id);
    if (x > 0 && x + size.width > rowWidth) [x, y] = [0, y + height + ROW_GAP];
    if (x === 0) height = 0;
    places.set(id, { x, y });
    x += size.width + COLUMN_GAP;
    height = Math.max(height, size.height);
  }
  return { width: rowWidth, height: y + height, places };
}

/**
 * Where the nodes of a flow stand when it is laid out from left to right, for all nodes but notes, or for the chosen ones when there
 * are several. The left upper corner stays. `sizes` are the cards as drawn; the sizes of the others follow from their definitions.
 */
export function tidyPlaces(
  content: FlowContent,
  chosen: ReadonlySet<string>,
  sizes: ReadonlyMap<string, Size>,
): ReadonlyMap<string, Point> {
  const nodes = nodesToTidy(content, chosen);
  const ids = new Set(nodes.map(({ id }) => id));
  const edges = indexOf(content.graph).canonicalEdges.filter(
    ({ source, target }) => ids.has(source) && ids.has(target),
  );
  const boxes = new Map(placeNodes(content, nodes).map((node): [string, Box] => [node.id, boxOf(node)]));
  const sizeOf = (id: string) => sizes.get(id) ?? boxes.get(id) ?? { width: 0, height: 0 };
  const parts = partsOf(content, nodes, edges);
  const joined = parts.filter((part) => part.length > 1).map((part) => layOutPart(part, edges, sizeOf));
  const width = Math.max(0, ...joined.map((part) => part.width));
  const singles = parts.flatMap((part) => (part.length === 1 ? part : []));
  const corners = [...boxes.values()];
  const left = toGrid(Math.min(...corners.map(({ x }) => x)));
  let y = toGrid(Math.min(...corners.map((box) => box.y)));
  const found = new Map<string, Point>();
  for (const part of [...joined, layOutSingles(singles, width, sizeOf)]) {
    for (const [id, place] of part.places) found.set(id, { x: left + toGrid(place.x), y: y + toGrid(place.y) });
    y += toGrid(part.height) + PART_GAP;
  }
  return found;
}
