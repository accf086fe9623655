import { isNote } from '../../../shared/flow/flow-document.ts';
import { indexOf } from '../../editor/graph-index.ts';
import { currentGraph, useFlowStore } from './flow-store.ts';

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

/** The one selected node if it is a note. */
export function onlySelectedNoteId(): string | undefined {
  const id = onlySelectedNodeId();
  const node = indexOf(currentGraph()).nodes.get(id ?? '');
  return node !== undefined && isNote(node) ? id : undefined;
}
