import { type EdgeChange, type NodeChange, useStoreApi } from '@xyflow/react';
import { useEffect, useMemo, useState } from 'react';
import type { HandlePlace, MeasuredCard } from '../../editor/card-shape.ts';
import { joinEdge } from '../../editor/edge-fits.ts';
import type { Point } from '../../editor/flow-content.ts';
import { moveNodes } from '../../editor/flow-edits.ts';
import { currentContent, editFlow, select, useFlowStore } from '../../stores/flow/flow-store.ts';
import { dragTo, endDrag, useDragStore, withWholeSelection } from './drawn/drag-store.ts';
import { isDrawingBox } from './drawn/use-box-selection.ts';
import { takeDrop } from './edges/edge-drop-store.ts';
import { endGuides, guideDrag } from './guides/guide-store.ts';
import type { CanvasEdge, CanvasNode } from './view-elements.ts';

/** The selection after the changes of React Flow, or the same set when nothing changed. */
export function applySelection(
  selected: ReadonlySet<string>,
  changes: readonly { readonly id: string; readonly selected: boolean }[],
): ReadonlySet<string> {
  const next = new Set(selected);
  for (const change of changes) {
    if (change.selected) next.add(change.id);
    else next.delete(change.id);
  }
  return next.size === selected.size && [...next].every((id) => selected.has(id)) ? selected : next;
}

interface Moves {
  readonly places: ReadonlyMap<string, Point>;
  /** By the pointer, which still holds them. */
  readonly isDragging: boolean;
}

function movesOf(changes: readonly NodeChange<CanvasNode>[]): Moves {
  const places = new Map<string, Point>();
  let isDragging = false;
  for (const change of changes) {
    if (change.type !== 'position') continue;
    if (change.position !== undefined) places.set(change.id, { x: change.position.x, y: change.position.y });
    if (change.dragging === true) isDragging = true;
  }
  return { places, isDragging };
}

/**
 * Nodes that are dragged are only drawn in another place until they are let go of: then the flow takes their places, as one step, in which a node that
 * was put on an edge joins it.
 */
function applyMoves({ places, isDragging }: Moves): void {
  if (places.size === 0) return;
  const all = withWholeSelection(places, useFlowStore.getState().selectedNodeIds, currentContent().layout);
  if (isDragging) {
    dragTo(guideDrag(all), places.keys());
    return;
  }
  const isDrop = useDragStore.getState().places !== undefined;
  // Moves of the same nodes by keys are one step.
  const group = isDrop ? undefined : `move ${[...all.keys()].toSorted().join(' ')}`;
  const fit = takeDrop();
  const shown = endGuides(all);
  editFlow(
    (content) => {
      const moved = moveNodes(content, shown);
      return fit === undefined ? moved : joinEdge(moved, fit);
    },
    { group },
  );
  endDrag();
}

function selectionChanges(changes: readonly (NodeChange<CanvasNode> | EdgeChange<CanvasEdge>)[]) {
  return changes.flatMap((change) => (change.type === 'select' ? [{ id: change.id, selected: change.selected }] : []));
}

interface FlowView {
  readonly nodeLookup: ReadonlyMap<
    string,
    {
      readonly internals: {
        readonly handleBounds?: {
          readonly source?: readonly HandleBox[] | null;
          readonly target?: readonly HandleBox[] | null;
        };
      };
    }
  >;
}
interface HandleBox extends Point {
  readonly id?: string | null;
  readonly width: number;
  readonly height: number;
}

/** Where edges end, at the handles of a card as React Flow has measured them. */
function handlesOf({ nodeLookup }: FlowView, nodeId: string): HandlePlace[] {
  const { source, target } = nodeLookup.get(nodeId)?.internals.handleBounds ?? {};
  const places = (side: HandlePlace['side'], boxes: readonly HandleBox[] | null | undefined) =>
    (boxes ?? []).map(({ id, x, y, width, height }): HandlePlace => {
      return { id: id ?? '', side, x: side === 'input' ? x : x + width, y: y + height / 2 };
    });
  return [...places('input', target), ...places('output', source)];
}

function isSameCard(a: MeasuredCard | undefined, b: MeasuredCard): boolean {
  if (a?.width !== b.width || a.height !== b.height || a.handles.length !== b.handles.length) return false;
  return a.handles.every((handle, at) => {
    const other = b.handles[at];
    return handle.id === other?.id && handle.side === other.side && handle.x === other.x && handle.y === other.y;
  });
}

/** The same map where all cards measure what they did before. */
function withMeasured(
  measured: ReadonlyMap<string, MeasuredCard>,
  changes: readonly NodeChange<CanvasNode>[],
  view: FlowView,
): ReadonlyMap<string, MeasuredCard> {
  const cards = changes.flatMap((change): [string, MeasuredCard][] =>
    change.type === 'dimensions' && change.dimensions !== undefined
      ? [[change.id, { ...change.dimensions, handles: handlesOf(view, change.id) }]]
      : [],
  );
  const others = cards.filter(([id, card]) => !isSameCard(measured.get(id), card));
  return others.length === 0 ? measured : new Map([...measured, ...others]);
}

/** Takes what React Flow reports into the flow store, and keeps the sizes of the cards as they were drawn. */
export function useCanvasChanges() {
  const [measured, setMeasured] = useState<ReadonlyMap<string, MeasuredCard>>(new Map());
  const view = useStoreApi<CanvasNode, CanvasEdge>();
  useEffect(() => endDrag, []);
  const handlers = useMemo(() => {
    /** What is selected and not drawn is unknown to React Flow: a selection that takes the place of another one leaves it out. */
    function drawnOnly(ids: ReadonlySet<string>, drawn: ReadonlyMap<string, unknown>): ReadonlySet<string> {
      if (view.getState().multiSelectionActive) return ids;
      return [...ids].every((id) => drawn.has(id)) ? ids : new Set([...ids].filter((id) => drawn.has(id)));
    }
    function applySelect(nodes: readonly NodeChange<CanvasNode>[], edges: readonly EdgeChange<CanvasEdge>[]): void {
      const [ofNodes, ofEdges] = [selectionChanges(nodes), selectionChanges(edges)];
      // A box that is being drawn selects by itself.
      if (ofNodes.length + ofEdges.length === 0 || isDrawingBox(view.getState())) return;
      const { selectedNodeIds, selectedEdgeKeys } = useFlowStore.getState();
      const { nodeLookup, edgeLookup } = view.getState();
      const nodeIds = drawnOnly(applySelection(selectedNodeIds, ofNodes), nodeLookup);
      const edgeKeys = drawnOnly(applySelection(selectedEdgeKeys, ofEdges), edgeLookup);
      if (nodeIds !== selectedNodeIds || edgeKeys !== selectedEdgeKeys) select(nodeIds, edgeKeys);
    }
    return {
      onNodesChange(changes: NodeChange<CanvasNode>[]) {
        if (changes.some((change) => change.type === 'dimensions')) {
          setMeasured((before) => withMeasured(before, changes, view.getState()));
        }
        applyMoves(movesOf(changes));
        applySelect(changes, []);
      },
      onEdgesChange: (changes: EdgeChange<CanvasEdge>[]) => applySelect([], changes),
      onPaneClick() {
        const { selectedNodeIds, selectedEdgeKeys } = useFlowStore.getState();
        if (selectedNodeIds.size + selectedEdgeKeys.size > 0) select([]);
      },
    };
  }, [view]);
  return { measured, ...handlers };
}
