import { findNodeDefinition } from '../../../shared/nodes/registry.ts';
import { indexOf } from '../../editor/graph-index.ts';
import { startPreview } from '../../stores/editor-layout-store.ts';
import { currentGraph } from '../../stores/flow/flow-store.ts';
import { onlySelectedNodeId } from '../../stores/flow/selection.ts';
import type { Command } from '../command.ts';

/** A loader can be previewed, and a splitter that feeds one. */
function canPreview(): boolean {
  const id = onlySelectedNodeId();
  const { nodes, edges } = indexOf(currentGraph());
  const kindOf = (nodeId: string) => findNodeDefinition(nodes.get(nodeId)?.data.name ?? '')?.kind;
  if (id === undefined) return false;
  if (kindOf(id) === 'documentloader') return true;
  if (kindOf(id) !== 'textsplitter') return false;
  return [...edges.values()].some(({ source, target }) => source === id && kindOf(target) === 'documentloader');
}

export const previewNodeCommand = {
  keywords: ['chunks', 'look', 'try', 'run to here'],
  when: canPreview,
  run: startPreview,
} as const satisfies Command;
