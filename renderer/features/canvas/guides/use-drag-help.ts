import { useStoreApi } from '@xyflow/react';
import { useEffect, useMemo, useRef } from 'react';
import { isNote } from '../../../../shared/flow/flow-document.ts';
import type { Point } from '../../../editor/flow-content.ts';
import type { Box } from '../../../editor/free-place.ts';
import { indexOf } from '../../../editor/graph-index.ts';
import { currentGraph, useFlowStore } from '../../../stores/flow/flow-store.ts';
import type { FlowScene } from '../drawn/flow-scene.ts';
import type { useMoving } from '../drawn/use-moving.ts';
import { showDrop } from '../edges/edge-drop-store.ts';
import { createDropFinder, type DropFinder } from '../edges/find-drop.ts';
import type { CanvasEdge, CanvasNode } from '../view-elements.ts';
import { startGuides } from './guide-store.ts';

interface CanvasState {
  readonly transform: readonly [number, number, number];
  readonly width: number;
  readonly height: number;
}

/** The dragged nodes: with a selected one the whole selection. */
function draggedIds(nodes: readonly CanvasNode[]): ReadonlySet<string> {
  const { selectedNodeIds } = useFlowStore.getState();
  const ids = nodes.map(({ id }) => id);
  return new Set(ids.some((id) => selectedNodeIds.has(id)) ? [...ids, ...selectedNodeIds] : ids);
}

function isSeen(box: Box, { transform: [x, y, zoom], width, height }: CanvasState): boolean {
  const [left, top] = [box.x * zoom + x, box.y * zoom + y];
  return left < width && left + box.width * zoom > 0 && top < height && top + box.height * zoom > 0;
}

/** A node that joins edges by being put on them: one alone, without an edge, and no note. */
function looseNode(nodes: readonly CanvasNode[]): string | undefined {
  const [node] = nodes;
  const graph = currentGraph();
  const found = nodes.length === 1 && node !== undefined ? indexOf(graph).nodes.get(node.id) : undefined;
  if (found === undefined || isNote(found)) return undefined;
  return graph.edges.some(({ source, target }) => source === found.id || target === found.id) ? undefined : found.id;
}

function finderFor(scene: FlowScene, nodes: readonly CanvasNode[]): DropFinder | undefined {
  const nodeId = looseNode(nodes);
  const graph = currentGraph();
  if (nodeId === undefined) return undefined;
  return createDropFinder(graph, scene, { nodeId, handles: indexOf(graph).handles(nodeId) });
}

function pointOf(event: MouseEvent | TouchEvent): Point {
  const { clientX, clientY } = 'touches' in event ? (event.touches[0] ?? { clientX: 0, clientY: 0 }) : event;
  return { x: clientX, y: clientY };
}

/** Adds to what goes on while nodes are dragged: lines to stand in, and edges that a node without any joins where it is put on them. */
export function useDragHelp(scene: FlowScene, moving: ReturnType<typeof useMoving>) {
  const store = useStoreApi<CanvasNode, CanvasEdge>();
  const find = useRef<DropFinder>(undefined);
  // React Flow looks at all that is drawn when it gets another function.
  const present = useRef(scene);
  useEffect(() => {
    present.current = scene;
  }, [scene]);
  return useMemo(() => {
    function start(nodes: readonly CanvasNode[]): void {
      const { current: shown } = present;
      const canvas = store.getState();
      const dragged = draggedIds(nodes);
      const others = [...shown.boxes].flatMap(([id, box]) => (dragged.has(id) || !isSeen(box, canvas) ? [] : [box]));
      startGuides({ others, sizes: shown.boxes, zoom: canvas.transform[2] });
      find.current = finderFor(shown, nodes);
    }
    function move(event: MouseEvent | TouchEvent, node: CanvasNode): void {
      const { transform, domNode } = store.getState();
      const corner = domNode?.getBoundingClientRect();
      if (find.current === undefined || corner === undefined) return;
      const [x, y, zoom] = transform;
      const at = pointOf(event);
      const pointer = { x: (at.x - corner.x - x) / zoom, y: (at.y - corner.y - y) / zoom };
      const { width = 0, height = 0 } = present.current.boxes.get(node.id) ?? {};
      const middle = { x: node.position.x + width / 2, y: node.position.y + height / 2 };
      showDrop(find.current([pointer, middle], zoom));
    }
    return {
      ...moving,
      onNodeDragStart(_: MouseEvent | TouchEvent, __: CanvasNode, nodes: CanvasNode[]) {
        moving.onNodeDragStart();
        start(nodes);
      },
      onSelectionDragStart(_: unknown, nodes: CanvasNode[]) {
        moving.onSelectionDragStart();
        start(nodes);
      },
      onNodeDrag: move,
    };
  }, [moving, store]);
}
