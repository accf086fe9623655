import { create } from 'zustand';
import type { FlowGraph, GraphNode } from '../../../shared/flow/flow-document.ts';
import { indexOf } from '../../editor/graph-index.ts';
import { useFlowStore } from './flow-store.ts';

interface TargetStore {
  /** The vector store that was chosen to be filled and queried, by flow. */
  readonly targets: Readonly<Record<string, string>>;
}

export const useTargetStore = create<TargetStore>()(() => ({ targets: {} }));

/** Which of several vector stores the open flow fills and queries from now on. */
export function chooseTarget(nodeId: string): void {
  const { chatflowId } = useFlowStore.getState();
  if (chatflowId === undefined) return;
  useTargetStore.setState(({ targets }) => ({ targets: { ...targets, [chatflowId]: nodeId } }));
}

/** The vector stores of a flow that an upsert can fill. */
export function vectorStoresOf(graph: FlowGraph): readonly GraphNode[] {
  return indexOf(graph).vectorStores;
}

/** Of several vector stores the chosen one, or else the first; undefined while the flow has one or none, which needs no choice. */
export function targetOf(graph: FlowGraph, chatflowId: string | undefined): string | undefined {
  const stores = vectorStoresOf(graph);
  if (stores.length < 2) return undefined;
  const chosen = useTargetStore.getState().targets[chatflowId ?? ''];
  return stores.find(({ id }) => id === chosen)?.id ?? stores[0]?.id;
}

/** The id to send as `stopNodeId` for the open flow; undefined when it needs none. */
export function targetOfOpenFlow(): string | undefined {
  const { history, chatflowId } = useFlowStore.getState();
  return targetOf(history.present.graph, chatflowId);
}
