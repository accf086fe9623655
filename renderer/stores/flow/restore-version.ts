import type { FlowVersionContent } from '../../../shared/api/flow-versions.ts';
import { readFlow } from '../../../shared/flow/read-flow.ts';
import { keepFlowVersion } from '../../api/flow-versions.ts';
import { shareNodes } from '../../editor/difference/flow-difference.ts';
import { contentOf, type FlowContent } from '../../editor/flow-content.ts';
import { saveNow } from './flow-session.ts';
import { currentContent, editFlow, useFlowStore } from './flow-store.ts';

/** What a version holds, with the nodes of the open flow where they are the same. @throws UserError INVALID_FLOW_DATA */
export function contentOfVersion({ flowData, apiConfig }: FlowVersionContent, present: FlowContent): FlowContent {
  const { nodes, edges } = readFlow(flowData).flow;
  const content = contentOf({ nodes, edges }, apiConfig);
  return { ...content, graph: { ...content.graph, nodes: shareNodes(content.graph.nodes, present) } };
}

/**
 * Makes the open flow as it was in a version, as one step of undo, after the server has stored its present state.
 * @returns whether that was done: not when the flow cannot be saved, or is no longer open
 * @throws ApiError; UserError INVALID_FLOW_DATA
 */
export async function restoreVersion(chatflowId: string, version: FlowVersionContent): Promise<boolean> {
  if (!(await saveNow())) return false;
  await keepFlowVersion(chatflowId, { reason: 'restore' });
  if (useFlowStore.getState().chatflowId !== chatflowId) return false;
  const content = contentOfVersion(version, currentContent());
  editFlow(() => content, { name: 'restore' });
  await saveNow();
  return true;
}
