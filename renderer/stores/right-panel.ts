import { closeSettings, useEditorLayoutStore } from './editor-layout-store.ts';
import { select } from './flow/flow-store.ts';
import { onlySelectedNodeId } from './flow/selection.ts';

/** Whether the panel at the right is wanted: a question, the settings of the flow, or one selected node. */
export function isRightPanelOpen(): boolean {
  const { isInspectorOpen, isQueryOpen } = useEditorLayoutStore.getState();
  return isInspectorOpen || isQueryOpen || onlySelectedNodeId() !== undefined;
}

/** Closes the panel at the right. The settings of a node are there as long as it is selected, so nothing is selected any more. */
export function closeRightPanel(): void {
  closeSettings();
  if (onlySelectedNodeId() !== undefined) select([]);
}
