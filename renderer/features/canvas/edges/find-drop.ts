import type { ReactFlowInstance } from '@xyflow/react';
import type { FlowGraph } from '../../../../shared/flow/flow-document.ts';
import { curveBetween, type EdgeCurve, nearestEdge } from '../../../editor/edge-curves.ts';
import { dropFit, type EdgeFit, type Joiner } from '../../../editor/edge-fits.ts';
import { edgeKey, type Point } from '../../../editor/flow-content.ts';
import { indexOf } from '../../../editor/graph-index.ts';
import type { CanvasEdge, CanvasNode } from '../view-elements.ts';

/** How near a wire has to be to what is dropped on it, in window pixels. */
const REACH = 20;

/** Where a handle is, in canvas pixels; undefined until its card was drawn. */
function handlePlace(flow: Flow, nodeId: string, handleId: string, side: 'source' | 'target'): Point | undefined {
  const internals = flow.getInternalNode(nodeId)?.internals;
  const handle = internals?.handleBounds?.[side]?.find(({ id }) => id === handleId);
  if (internals === undefined || handle === undefined) return undefined;
  const { x, y } = internals.positionAbsolute;
  return { x: x + handle.x + (side === 'source' ? handle.width : 0), y: y + handle.y + handle.height / 2 };
}

type Flow = ReactFlowInstance<CanvasNode, CanvasEdge>;

/** Finds how a dragged node would join the edge near a place, for one drag: what fits, and where the wires are, is worked out once. */
export function createDropFinder(flow: Flow, graph: FlowGraph, joiner: Joiner) {
  const fits = new Map<string, EdgeFit>();
  const curves: EdgeCurve[] = [];
  for (const edge of indexOf(graph).canonicalEdges) {
    const key = edgeKey(edge);
    const fit = dropFit(graph, key, joiner);
    const from = handlePlace(flow, edge.source, edge.sourceHandle ?? '', 'source');
    const to = handlePlace(flow, edge.target, edge.targetHandle ?? '', 'target');
    if (fit === undefined || from === undefined || to === undefined) continue;
    fits.set(key, fit);
    curves.push({ edgeKey: key, points: curveBetween(from, to) });
  }
  return (points: readonly Point[]): EdgeFit | undefined => {
    const within = REACH / flow.getZoom();
    for (const point of points) {
      const key = nearestEdge(curves, point, within);
      if (key !== undefined) return fits.get(key);
    }
    return undefined;
  };
}

/** What letting go would do, for the eye. */
export function dropWords(graph: FlowGraph, { kind, connections }: EdgeFit): string {
  if (kind === 'between') return 'Insert here';
  const fed = indexOf(graph).nodes.get(connections[0]?.target ?? '');
  return `Connect to ${fed?.data.label ?? 'this wire'}`;
}
