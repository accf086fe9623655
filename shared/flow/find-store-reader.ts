import { pathTo, planned } from './compile-graph.ts';
import type { FlowGraph } from './flow-document.ts';
import type { PlannedNode } from './flow-plan.ts';
import { isDisabled } from './node-marks.ts';
import { findTarget, isProblem, isStoreReader } from './targets.ts';

/**
 * The node by which the end of a flow that answers reads a store that is filled outside of the flow. Undefined when the answer comes from a vector store of the
 * flow, or from nowhere.
 * @param stopNodeId which of several ends
 */
export function findStoreReader(flow: FlowGraph, stopNodeId?: string): PlannedNode | undefined {
  const target = findTarget(flow, 'question', stopNodeId);
  if (isProblem(target) || isDisabled(target)) return undefined;
  return pathTo(flow, target)
    .flatMap(planned)
    .find(({ definition }) => isStoreReader(definition));
}
