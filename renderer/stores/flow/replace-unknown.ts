import { useMemo } from 'react';
import type { FlowGraph } from '../../../shared/flow/flow-document.ts';
import { type ReplaceableNode, replaceableNodes } from '../../../shared/flow/replace-unknown.ts';
import { type Replacements, replaceNodes } from '../../editor/replace-edits.ts';
import { currentGraph, editFlow, useFlowStore } from './flow-store.ts';

/** Replaces unknown nodes of the open flow, as one step. */
export function replaceInFlow(replacements: Replacements): void {
  editFlow((content) => replaceNodes(content, replacements), { name: 'replace-unknown' });
}

function bestOf(replaceable: readonly ReplaceableNode[]): Replacements {
  return replaceable.map(({ node, best }) => ({ node, by: best }));
}

function inSelection(graph: FlowGraph): readonly ReplaceableNode[] {
  const { selectedNodeIds } = useFlowStore.getState();
  return replaceableNodes(graph).filter(({ node }) => selectedNodeIds.has(node.id));
}

/** Whether the open flow has nodes that are not available, and that something here can take the place of. */
export function hasReplaceable(): boolean {
  return replaceableNodes(currentGraph()).length > 0;
}

/** Replaces such nodes by what is the most like them: those among the selected ones, or else all. */
export function replaceUnavailable(): void {
  const graph = currentGraph();
  const selected = inSelection(graph);
  replaceInFlow(bestOf(selected.length > 0 ? selected : replaceableNodes(graph)));
}

/** The nodes of the open flow that are not available, each with what is the most like it. */
export function useReplaceable(): Replacements {
  const graph = useFlowStore((state) => state.history.present.graph);
  return useMemo(() => bestOf(replaceableNodes(graph)), [graph]);
}
