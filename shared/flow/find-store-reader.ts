import { findNodeDefinition } from '../nodes/registry.ts';
import type { FlowGraph } from './flow-document.ts';
import type { PlannedNode } from './flow-plan.ts';
import { isDisabled } from './node-marks.ts';

/**
 * The node by which a flow reads a store that is filled elsewhere: the one with this id, or else the only one of a flow that has no
 * vector store of its own. Disabled ones don't count. Undefined when the question is for a vector store of the flow.
 */
export function findStoreReader(flow: FlowGraph, stopNodeId?: string): PlannedNode | undefined {
  const known = flow.nodes.flatMap((node) => {
    const definition = findNodeDefinition(node.data.name);
    return definition === undefined || isDisabled(node)
      ? []
      : [{ id: node.id, label: node.data.label, definition, inputs: node.data.inputs }];
  });
  const readers = known.filter(({ definition }) => definition.kind === 'retriever');
  if (stopNodeId !== undefined) return readers.find(({ id }) => id === stopNodeId);
  const hasStore = known.some(({ definition }) => definition.kind === 'vectorstore');
  return hasStore || readers.length > 1 ? undefined : readers[0];
}
