import type { FlowDocument } from '../../../shared/flow/flow-document.ts';
import { copyNodes, pasteNodes, readClipboard } from '../../editor/clipboard.ts';
import type { EditName } from '../../editor/difference/edit-words.ts';
import type { Point } from '../../editor/flow-content.ts';
import { removeEdges, removeNodes } from '../../editor/flow-edits.ts';
import { type NodeSwitch, switchableNodes, toggleNodes, willSwitchOn } from '../../editor/mark-edits.ts';
import { currentContent, editFlow, select, useFlowStore } from './flow-store.ts';

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

/** Whether a node is selected that can be disabled or collapsed: a note can't. */
export function hasSwitchableNodes(): boolean {
  return switchableNodes(currentContent(), useFlowStore.getState().selectedNodeIds).length > 0;
}

/** What undo calls it. */
const SWITCH_NAMES = {
  disabled: { on: 'disable', off: 'enable' },
  collapsed: { on: 'collapse', off: 'expand' },
} as const satisfies Readonly<Record<NodeSwitch, { readonly on: EditName; readonly off: EditName }>>;

/** Disables or collapses the selected nodes, or the other way round where all of them are. */
export function toggleSelection(one: NodeSwitch): void {
  const { selectedNodeIds } = useFlowStore.getState();
  const isOn = willSwitchOn(switchableNodes(currentContent(), selectedNodeIds), one);
  const name = SWITCH_NAMES[one][isOn ? 'on' : 'off'];
  editFlow((content) => toggleNodes(content, selectedNodeIds, one), { name });
}
