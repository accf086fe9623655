import type { FlowDocument } from '../../../shared/flow/flow-document.ts';
import { copyNodes, pasteNodes, readClipboard } from '../../editor/clipboard.ts';
import type { EditName } from '../../editor/difference/edit-words.ts';
import type { Point } from '../../editor/flow-content.ts';
import { removeEdges, removeNodes } from '../../editor/flow-edits.ts';
import { currentContent, editFlow, select, useFlowStore } from './flow-store.ts';

export function hasSelectedNodes(): boolean {
  return useFlowStore.getState().selectedNodeIds.size > 0;
}

export function hasSelection(): boolean {
  const { selectedNodeIds, selectedEdgeKeys } = useFlowStore.getState();
  return selectedNodeIds.size + selectedEdgeKeys.size > 0;
}

/** The one selected node, or undefined when none or several are. */
export function onlySelectedNodeId(): string | undefined {
  const { selectedNodeIds } = useFlowStore.getState();
  return selectedNodeIds.size === 1 ? [...selectedNodeIds][0] : undefined;
}

/** @param name what undo calls it, when more was done than deleting */
export function deleteSelection(name?: EditName): void {
  const { selectedNodeIds, selectedEdgeKeys } = useFlowStore.getState();
  editFlow((content) => removeEdges(removeNodes(content, selectedNodeIds), selectedEdgeKeys), { name });
}

/** The selected nodes as text for the clipboard; undefined when there are none. */
export function copySelection(): string | undefined {
  return copyNodes(currentContent(), useFlowStore.getState().selectedNodeIds);
}

/** Adds the nodes of a document as one step, at a place of the canvas or near their originals, and selects them. */
export function insertNodes(clip: FlowDocument, name: EditName, at?: Point): void {
  const pasted = pasteNodes(currentContent(), clip, at);
  editFlow(() => pasted.content, { name });
  select(pasted.nodeIds);
}

export function duplicateSelection(): void {
  const text = copySelection();
  const clip = text === undefined ? undefined : readClipboard(text);
  if (clip !== undefined) insertNodes(clip, 'duplicate');
}
