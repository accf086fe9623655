import { startRename } from '../../stores/canvas-view-store.ts';
import { focusNodeName } from '../../stores/editor-layout-store.ts';
import { onlySelectedNodeId } from '../../stores/flow/selection.ts';
import type { Command } from '../command.ts';

/** On its card where its name can be read there, else in the inspector. */
function rename(): void {
  const nodeId = onlySelectedNodeId();
  if (nodeId === undefined) return;
  const card = document.querySelector(`.react-flow__node[data-id="${CSS.escape(nodeId)}"]`);
  if (card?.querySelector('[data-node-label]')) startRename(nodeId);
  else focusNodeName();
}

export const renameNodeCommand = {
  keywords: ['label', 'title', 'name'],
  when: () => onlySelectedNodeId() !== undefined,
  run: rename,
} as const satisfies Command;
