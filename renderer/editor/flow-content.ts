import type { FlowEdge, FlowNode } from '../../shared/flow/flow-document.ts';

/** What undo and redo go over: all of a flow but its name and the view. */
export interface FlowContent {
  readonly nodes: readonly FlowNode[];
  readonly edges: readonly FlowEdge[];
  /** JSON text; holds the override switches. */
  readonly apiConfig: string | null;
}

export interface Point {
  readonly x: number;
  readonly y: number;
}

/** Distance of the dots of the grid that nodes snap to, in canvas pixels. */
export const GRID = 20;

/** Width of a node card, in canvas pixels. */
export const NODE_WIDTH = 240;

/** Identity of an edge: its id, or one made of its ends for documents that have none. */
export function edgeKey(
  edge: Readonly<Pick<FlowEdge, 'id' | 'source' | 'sourceHandle' | 'target' | 'targetHandle'>>,
): string {
  return edge.id ?? `${edge.source}-${edge.sourceHandle ?? ''}-${edge.target}-${edge.targetHandle ?? ''}`;
}

export function snapToGrid(point: Point): Point {
  return { x: Math.round(point.x / GRID) * GRID, y: Math.round(point.y / GRID) * GRID };
}

/** The place asked for, or the nearest one down and right of it where no node begins within a card's header: copies lie a little off. */
export function stepAside(nodes: readonly FlowNode[], wanted: Point): Point {
  let { x, y } = snapToGrid(wanted);
  const isTaken = () => nodes.some(({ position }) => Math.abs(position.x - x) < 40 && Math.abs(position.y - y) < 40);
  while (isTaken()) {
    x += 2 * GRID;
    y += 2 * GRID;
  }
  return { x, y };
}
