import type { EdgeChange, NodeChange } from '@xyflow/react';
import { useCallback, useState } from 'react';
import type { Point } from '../../editor/flow-content.ts';
import { moveNodes } from '../../editor/flow-edits.ts';
import type { Size } from '../../editor/free-place.ts';
import { dragGroup, editFlow, endStep, select, useFlowStore } from '../../stores/flow/flow-store.ts';
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
  /** By the pointer; else by a key. */
  readonly isDragging: boolean;
  readonly isDragEnd: boolean;
}

function movesOf(changes: readonly NodeChange<CanvasNode>[]): Moves {
  const places = new Map<string, Point>();
  let isDragging = false;
  let isDragEnd = false;
  for (const change of changes) {
    if (change.type !== 'position') continue;
    if (change.position !== undefined) places.set(change.id, { x: change.position.x, y: change.position.y });
    if (change.dragging === true) isDragging = true;
    if (change.dragging === false) isDragEnd = true;
  }
  return { places, isDragging, isDragEnd };
}

function applyMoves(moves: Moves): void {
  if (moves.places.size > 0) {
    const ids = [...moves.places.keys()];
    const group = moves.isDragging ? dragGroup(ids) : `move ${ids.toSorted().join(' ')}`;
    editFlow((content) => moveNodes(content, moves.places), { group });
  }
}

function selectionChanges(changes: readonly (NodeChange<CanvasNode> | EdgeChange<CanvasEdge>)[]) {
  return changes.flatMap((change) => (change.type === 'select' ? [{ id: change.id, selected: change.selected }] : []));
}

function withSizes(sizes: ReadonlyMap<string, Size>, changes: readonly NodeChange<CanvasNode>[]) {
  const next = new Map(sizes);
  for (const change of changes) {
    if (change.type === 'dimensions' && change.dimensions !== undefined) next.set(change.id, change.dimensions);
  }
  return next;
}

/** Takes what React Flow reports into the flow store, and keeps the sizes of the cards as they were drawn. */
export function useCanvasChanges() {
  const [sizes, setSizes] = useState<ReadonlyMap<string, Size>>(new Map());

  const onNodesChange = useCallback((changes: NodeChange<CanvasNode>[]) => {
    if (changes.some((change) => change.type === 'dimensions')) setSizes((before) => withSizes(before, changes));
    const moves = movesOf(changes);
    applyMoves(moves);
    const { selectedNodeIds, selectedEdgeKeys } = useFlowStore.getState();
    const selected = applySelection(selectedNodeIds, selectionChanges(changes));
    if (selected !== selectedNodeIds) select(selected, selectedEdgeKeys);
  }, []);

  const onEdgesChange = useCallback((changes: EdgeChange<CanvasEdge>[]) => {
    const { selectedNodeIds, selectedEdgeKeys } = useFlowStore.getState();
    const selected = applySelection(selectedEdgeKeys, selectionChanges(changes));
    if (selected !== selectedEdgeKeys) select(selectedNodeIds, selected);
  }, []);

  return { sizes, onNodesChange, onEdgesChange, onDragStop: endStep };
}
