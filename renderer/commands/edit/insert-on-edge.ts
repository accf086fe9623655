import { openEdgeMenu, useCanvasViewStore } from '../../stores/canvas-view-store.ts';
import { useFlowStore } from '../../stores/flow/flow-store.ts';
import type { Command } from '../command.ts';

function selectedEdge(): string | undefined {
  const { selectedEdgeKeys, selectedNodeIds } = useFlowStore.getState();
  return selectedEdgeKeys.size === 1 && selectedNodeIds.size === 0 ? [...selectedEdgeKeys][0] : undefined;
}

/** The list opens where the edge is, or in the middle of the canvas when it is out of sight. */
function boxOfEdge(key: string): DOMRect {
  const edge = document.querySelector(`.react-flow__edge[data-id="${CSS.escape(key)}"]`);
  const { x, y, width, height } = (edge ?? document.body).getBoundingClientRect();
  return new DOMRect(x + width / 2, y + height / 2, 0, 0);
}

export const insertOnEdgeCommand = {
  keywords: ['wire', 'edge', 'add', 'between', 'replace'],
  when: () => selectedEdge() !== undefined && useCanvasViewStore.getState().view !== undefined,
  run: () => {
    const key = selectedEdge();
    if (key !== undefined) openEdgeMenu(key, boxOfEdge(key));
  },
} as const satisfies Command;
