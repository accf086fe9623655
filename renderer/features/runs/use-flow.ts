import { useMemo } from 'react';
import type { FlowProblem } from '../../../shared/flow/flow-problem.ts';
import { findNodeDefinition } from '../../../shared/nodes/registry.ts';
import { useCanvasViewStore } from '../../store/canvas-view-store.ts';
import { problemsOf, useFlowStore } from '../../store/flow-store.ts';
import { type AcceptedFiles, acceptedFiles, needsFiles, type OwnSource, ownSources } from './choose-files.ts';

/** What an upsert has to know of the flow on the screen. */
export interface FlowFacts {
  readonly problems: readonly FlowProblem[];
  readonly accepted: AcceptedFiles;
  readonly needsFiles: boolean;
  readonly hasLoader: boolean;
  readonly ownSources: readonly OwnSource[];
}

export function useFlowFacts(): FlowFacts {
  const content = useFlowStore((state) => state.history.present);
  return useMemo(
    () => ({
      problems: problemsOf(content),
      accepted: acceptedFiles(content.nodes),
      needsFiles: needsFiles(content.nodes),
      hasLoader: content.nodes.some((node) => findNodeDefinition(node.data.name)?.kind === 'documentloader'),
      ownSources: ownSources(content.nodes),
    }),
    [content],
  );
}

/** Selects a node of the open flow and brings it into sight. */
export function goToNode(nodeId: string): void {
  useCanvasViewStore.getState().view?.showNode(nodeId);
}

/** Brings the whole flow into sight, so that the work of each node is seen. */
export function showWholeFlow(): void {
  useCanvasViewStore.getState().view?.fit();
}

/** The label of a node of the open flow. */
export function labelOfNode(nodeId: string): string | undefined {
  return useFlowStore.getState().history.present.nodes.find((node) => node.id === nodeId)?.data.label;
}
