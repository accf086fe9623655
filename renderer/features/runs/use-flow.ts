import { useMemo } from 'react';
import type { FlowGraph, GraphNode } from '../../../shared/flow/flow-document.ts';
import { nodesInto } from '../../../shared/flow/flow-plan.ts';
import type { FlowProblem } from '../../../shared/flow/flow-problem.ts';
import { isDisabled } from '../../../shared/flow/node-marks.ts';
import { findNodeDefinition } from '../../../shared/nodes/registry.ts';
import { indexOf } from '../../editor/graph-index.ts';
import { useCanvasViewStore } from '../../stores/canvas-view-store.ts';
import { checkOf, useFlowCheck } from '../../stores/flow/flow-check.ts';
import { currentGraph, useFlowStore } from '../../stores/flow/flow-store.ts';
import { vectorStoresOf } from '../../stores/flow/upsert-target.ts';
import { type AcceptedFiles, acceptedFiles, needsFiles, type OwnSource, ownSources } from './choose-files.ts';

/** What an upsert has to know of the flow on the screen. */
export interface FlowFacts {
  readonly problems: readonly FlowProblem[];
  readonly accepted: AcceptedFiles;
  readonly needsFiles: boolean;
  readonly hasLoader: boolean;
  /** Whether an upsert deletes whatever it does not bring. */
  readonly cleansUpInFull: boolean;
  readonly ownSources: readonly OwnSource[];
  /** Nodes that the run does without, because they are disabled. */
  readonly leftOut: readonly GraphNode[];
  /** The vector stores to choose among, when there are several. */
  readonly stores: readonly { readonly id: string; readonly label: string }[];
  /** The chosen one of several. */
  readonly target: string | undefined;
}

/** The nodes that count for an upsert: those that feed the store, once it is clear which these are. */
export function nodesThatCount(graph: FlowGraph): readonly GraphNode[] {
  const { plan } = checkOf(graph);
  if (plan === undefined) return graph.nodes.filter((node) => !isDisabled(node));
  const feeders = new Set(nodesInto(plan, plan.target, 'documentloader').map(({ id }) => id));
  return graph.nodes.filter(({ id }) => feeders.has(id));
}

function cleansUpInFull(graph: FlowGraph): boolean {
  const { plan } = checkOf(graph);
  if (plan === undefined) return false;
  return nodesInto(plan, plan.target, 'recordmanager').some(({ inputs }) => inputs.cleanup === 'full');
}

export function useFlowFacts(): FlowFacts {
  const graph = useFlowStore((state) => state.history.present.graph);
  const { check, target } = useFlowCheck();
  return useMemo(() => {
    const nodes = nodesThatCount(graph);
    const stores = vectorStoresOf(graph).map(({ id, data }) => ({ id, label: data.label || data.name }));
    return {
      problems: check.problems,
      accepted: acceptedFiles(nodes),
      needsFiles: needsFiles(nodes),
      hasLoader: nodes.some((node) => findNodeDefinition(node.data.name)?.kind === 'documentloader'),
      cleansUpInFull: cleansUpInFull(graph),
      ownSources: ownSources(nodes),
      leftOut: check.leftOut,
      stores: target === undefined ? [] : stores,
      target,
    };
  }, [graph, check, target]);
}

/** Brings the whole flow into sight, so that the work of each node is seen. */
export function showWholeFlow(): void {
  useCanvasViewStore.getState().view?.fit();
}

/** The label of a node of the open flow. */
export function labelOfNode(nodeId: string): string | undefined {
  return indexOf(currentGraph()).nodes.get(nodeId)?.data.label;
}
