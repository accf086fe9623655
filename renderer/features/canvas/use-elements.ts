import { useMemo, useState } from 'react';
import type { Size } from '../../editor/free-place.ts';
import { useFlowStore } from '../../stores/flow/flow-store.ts';
import { type CanvasEdge, type CanvasNode, createNodeViews, toCanvasEdges } from './view-elements.ts';

/** What React Flow draws, from the open flow. Only the canvas itself looks at all nodes; a card looks at its own. */
export function useElements(sizes: ReadonlyMap<string, Size>): { nodes: CanvasNode[]; edges: CanvasEdge[] } {
  const graph = useFlowStore((state) => state.history.present.graph);
  const layout = useFlowStore((state) => state.history.present.layout);
  const selectedNodeIds = useFlowStore((state) => state.selectedNodeIds);
  const selectedEdgeKeys = useFlowStore((state) => state.selectedEdgeKeys);
  const [toViews] = useState(createNodeViews);
  const nodes = useMemo(
    () => toViews(graph.nodes, { layout, selected: selectedNodeIds, sizes }),
    [toViews, graph, layout, selectedNodeIds, sizes],
  );
  const edges = useMemo(() => toCanvasEdges(graph, selectedEdgeKeys), [graph, selectedEdgeKeys]);
  return { nodes, edges };
}
