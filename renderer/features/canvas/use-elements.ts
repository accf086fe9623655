import { useStore } from '@xyflow/react';
import { useMemo, useState } from 'react';
import type { MeasuredCard } from '../../editor/card-shape.ts';
import type { Box } from '../../editor/free-place.ts';
import { useFlowStore } from '../../stores/flow/flow-store.ts';
import { areaAround, chooseDrawn, type Drawn, type Retained } from './drawn/choose-drawn.ts';
import { useDragStore } from './drawn/drag-store.ts';
import { type FlowScene, sceneOf } from './drawn/flow-scene.ts';
import { useRetainedStore } from './drawn/retained-store.ts';
import { type CanvasEdge, type CanvasNode, createEdgeViews, createNodeViews } from './view-elements.ts';

function isSameBox(a: Box | undefined, b: Box | undefined): boolean {
  return a?.x === b?.x && a?.y === b?.y && a?.width === b?.width && a?.height === b?.height;
}

/** The part of the canvas that is seen, in steps; undefined until its size is known. */
function useAreaInSight(): Box | undefined {
  return useStore(({ transform: [x, y, zoom], width, height }) => {
    return width === 0 || height === 0 ? undefined : areaAround({ x, y, zoom }, { width, height });
  }, isSameBox);
}

function onlyOne(ids: ReadonlySet<string>): string | undefined {
  return ids.size === 1 ? [...ids][0] : undefined;
}

function useRetained(): Retained {
  const { focusedId, hoveredId, hoveredKey } = useRetainedStore();
  const held = useDragStore((drag) => drag.held);
  const selectedId = useFlowStore((state) => onlyOne(state.selectedNodeIds));
  const selectedKey = useFlowStore((state) => onlyOne(state.selectedEdgeKeys));
  return useMemo(() => {
    const ids = [focusedId, hoveredId, selectedId, ...held].filter((id) => id !== undefined);
    const keys = [hoveredKey, selectedKey].filter((key) => key !== undefined);
    return { nodeIds: new Set(ids), edgeKeys: new Set(keys) };
  }, [focusedId, hoveredId, hoveredKey, selectedId, selectedKey, held]);
}

interface Elements {
  readonly nodes: CanvasNode[];
  readonly edges: CanvasEdge[];
  readonly scene: FlowScene;
  readonly drawn: Drawn;
}

/** What React Flow draws, from the open flow. Only the canvas itself looks at all nodes; a card looks at its own. */
export function useElements(measured: ReadonlyMap<string, MeasuredCard>): Elements {
  const graph = useFlowStore((state) => state.history.present.graph);
  const layout = useFlowStore((state) => state.history.present.layout);
  const selectedNodeIds = useFlowStore((state) => state.selectedNodeIds);
  const selectedEdgeKeys = useFlowStore((state) => state.selectedEdgeKeys);
  const dragged = useDragStore((drag) => drag.places);
  const area = useAreaInSight();
  const retained = useRetained();
  const scene = useMemo(() => sceneOf(graph, layout, measured), [graph, layout, measured]);
  const drawn = useMemo(() => chooseDrawn(scene, area, retained), [scene, area, retained]);
  const [toViews] = useState(createNodeViews);
  const [toEdges] = useState(createEdgeViews);
  const edges = useMemo(
    () => toEdges(graph, selectedEdgeKeys, drawn.edgeKeys),
    [toEdges, graph, selectedEdgeKeys, drawn],
  );
  const given = useMemo(() => {
    // An edge begins and ends at nodes, whether they are in sight or not.
    const ends = edges.flatMap(({ source, target }) => [source, target]);
    const ids = new Set([...drawn.nodeIds, ...ends]);
    return graph.nodes.filter(({ id }) => ids.has(id));
  }, [graph, edges, drawn]);
  const nodes = useMemo(
    () => toViews(given, { scene, dragged, drawnIds: drawn.nodeIds, selected: selectedNodeIds }),
    [toViews, given, scene, dragged, drawn, selectedNodeIds],
  );
  return { nodes, edges, scene, drawn };
}
