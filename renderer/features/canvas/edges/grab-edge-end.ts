import type { MouseEvent } from 'react';
import { isFull } from '../../../editor/connection-targets.ts';
import { edgeKey } from '../../../editor/flow-content.ts';
import { indexOf } from '../../../editor/graph-index.ts';
import { currentGraph, useFlowStore } from '../../../stores/flow/flow-store.ts';

/** The edge that is moved by its input: the only one of a full input, or of an input with several the selected one. */
function edgeToMove(nodeId: string, handleId: string): string | undefined {
  const { nodes, handles, canonicalEdges } = indexOf(currentGraph());
  const node = nodes.get(nodeId);
  const handle = handles(nodeId).inputs.find(({ id }) => id === handleId);
  if (node === undefined || handle === undefined) return undefined;
  const keys = canonicalEdges
    .filter(({ target, targetHandle }) => target === nodeId && targetHandle === handleId)
    .map(edgeKey);
  if (isFull(node, handle)) return keys[0];
  const { selectedEdgeKeys } = useFlowStore.getState();
  return keys.find((key) => selectedEdgeKeys.has(key));
}

/**
 * A connected input that is grabbed moves the end of its edge. React Flow has a point for that at each end of an edge, but the card
 * lies over it: the press goes on to that point.
 */
export function grabEdgeEnd(event: MouseEvent<HTMLElement>, handleId: string): void {
  if (event.button !== 0 || !(event.target instanceof Element) || event.target.closest('.handle-point') === null)
    return;
  const nodeId = event.currentTarget.closest('.react-flow__node')?.getAttribute('data-id') ?? '';
  const key = edgeToMove(nodeId, handleId);
  if (key === undefined) return;
  const edge = document.querySelector(`.react-flow__edge[data-id="${CSS.escape(key)}"]`);
  const end = edge?.querySelector('.react-flow__edgeupdater-target');
  if (end === null || end === undefined) return;
  event.stopPropagation();
  const { clientX, clientY } = event;
  end.dispatchEvent(new globalThis.MouseEvent('mousedown', { bubbles: true, button: 0, clientX, clientY }));
}
