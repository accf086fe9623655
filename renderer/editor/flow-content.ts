import type { FlowEdge, FlowGraph, FlowNode, GraphNode } from '../../shared/flow/flow-document.ts';

/** Where nodes stand on the canvas, by their ids. */
export type FlowLayout = ReadonlyMap<string, FlowNode['position']>;

/** What undo and redo go over: all of a flow but its name and the view. */
export interface FlowContent {
  /** Stays the same object while nodes are only moved: what is worked out from it holds on. */
  readonly graph: FlowGraph;
  readonly layout: FlowLayout;
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

export const emptyContent: FlowContent = { graph: { nodes: [], edges: [] }, layout: new Map(), apiConfig: null };

interface Drawing {
  readonly nodes: readonly FlowNode[];
  readonly edges: readonly FlowEdge[];
}

/** The content of a document. */
export function contentOf({ nodes, edges }: Drawing, apiConfig: string | null): FlowContent {
  return addElements({ ...emptyContent, apiConfig }, { nodes, edges });
}

/** A content with more nodes and edges, after those that it has. */
export function addElements({ graph, layout, ...rest }: FlowContent, { nodes, edges }: Drawing): FlowContent {
  const added = nodes.map(({ position: _, ...node }): GraphNode => node);
  return {
    ...rest,
    graph: { nodes: [...graph.nodes, ...added], edges: [...graph.edges, ...edges] },
    layout: new Map([...layout, ...nodes.map(({ id, position }) => [id, position] as const)]),
  };
}

/** Nodes of a content with their places, as a document has them. */
export function placeNodes({ layout }: Pick<FlowContent, 'layout'>, nodes: readonly GraphNode[]): FlowNode[] {
  return nodes.map(({ id, ...node }) => ({ id, position: layout.get(id) ?? { x: 0, y: 0 }, ...node }));
}

/** Identity of an edge: its id, or one made of its ends for documents that have none. */
export function edgeKey(
  edge: Readonly<Pick<FlowEdge, 'id' | 'source' | 'sourceHandle' | 'target' | 'targetHandle'>>,
): string {
  return edge.id ?? `${edge.source}-${edge.sourceHandle ?? ''}-${edge.target}-${edge.targetHandle ?? ''}`;
}

export function snapToGrid(point: Point): Point {
  return { x: Math.round(point.x / GRID) * GRID, y: Math.round(point.y / GRID) * GRID };
}
