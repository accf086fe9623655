import { useCanvasViewStore } from '../../stores/canvas-view-store.ts';
import { onlySelectedNodeId } from '../../stores/flow/selection.ts';
import type { Command } from '../command.ts';

function openMenu(): void {
  const nodeId = onlySelectedNodeId();
  if (nodeId === undefined) return;
  const element = document.querySelector(`.react-flow__node[data-id="${CSS.escape(nodeId)}"]`);
  const box = element?.getBoundingClientRect();
  useCanvasViewStore.setState({ connectMenu: { nodeId, at: { x: box?.right ?? 0, y: box?.top ?? 0 } } });
}

export const connectCommand = {
  keywords: ['wire', 'link', 'edge', 'port'],
  when: () => onlySelectedNodeId() !== undefined && useCanvasViewStore.getState().view !== undefined,
  run: openMenu,
} as const satisfies Command;
