import { create } from 'zustand';
import { checkFlow } from '../../../shared/flow/compile-flow.ts';
import type { FlowCheck } from '../../../shared/flow/compile-graph.ts';
import type { KnownCredentials } from '../../../shared/flow/credential-problems.ts';
import type { FlowGraph, GraphNode } from '../../../shared/flow/flow-document.ts';
import type { FlowProblem } from '../../../shared/flow/flow-problem.ts';
import { indexOf } from '../../editor/graph-index.ts';
import { useFlowStore } from './flow-store.ts';

interface CheckStore {
  /** Undefined until the server has told them. */
  readonly credentials: KnownCredentials | undefined;
  /** The vector store that was chosen to be filled and queried, by flow. */
  readonly targets: Readonly<Record<string, string>>;
}

const useCheckStore = create<CheckStore>()(() => ({ credentials: undefined, targets: {} }));

/** Takes in which credentials there are. */
export function knowCredentials(credentials: KnownCredentials): void {
  useCheckStore.setState({ credentials });
}

/** Which of several vector stores the open flow fills and queries from now on. */
export function chooseTarget(nodeId: string): void {
  const { chatflowId } = useFlowStore.getState();
  if (chatflowId === undefined) return;
  useCheckStore.setState(({ targets }) => ({ targets: { ...targets, [chatflowId]: nodeId } }));
}

/** The vector stores of a flow that an upsert can fill. */
export function vectorStoresOf(graph: FlowGraph): readonly GraphNode[] {
  return indexOf(graph).vectorStores;
}

/** Of several vector stores the chosen one, or else the first; undefined while the flow has one or none, which needs no choice. */
function targetOf(graph: FlowGraph, chatflowId: string | undefined): string | undefined {
  const stores = vectorStoresOf(graph);
  if (stores.length < 2) return undefined;
  const chosen = useCheckStore.getState().targets[chatflowId ?? ''];
  return stores.find(({ id }) => id === chosen)?.id ?? stores[0]?.id;
}

/** The id to send as `stopNodeId` for the open flow; undefined when it needs none. */
export function targetOfOpenFlow(): string | undefined {
  const { history, chatflowId } = useFlowStore.getState();
  return targetOf(history.present.graph, chatflowId);
}

interface Checked {
  readonly graph: FlowGraph;
  readonly credentials: KnownCredentials | undefined;
  readonly target: string | undefined;
  readonly check: FlowCheck;
  readonly problemsByNode: ReadonlyMap<string | undefined, readonly FlowProblem[]>;
}
let last: Checked | undefined;

/** Worked out once for each state of the open flow; where its nodes stand is no part of that. */
function checked(graph: FlowGraph): Checked {
  const { credentials } = useCheckStore.getState();
  const target = targetOf(graph, useFlowStore.getState().chatflowId);
  if (last?.graph === graph && last.credentials === credentials && last.target === target) return last;
  const check = checkFlow(graph, target, credentials);
  const problemsByNode = Map.groupBy(check.problems, ({ nodeId }) => nodeId);
  last = { graph, credentials, target, check, problemsByNode };
  return last;
}

/** Plan and problems of the open flow. */
export function checkOf(graph: FlowGraph): FlowCheck {
  return checked(graph).check;
}

const noProblems: readonly FlowProblem[] = [];

/** What of a node keeps the open flow from running, kept up to date. */
export function useNodeProblems(nodeId: string): readonly FlowProblem[] {
  useCheckStore();
  return useFlowStore((state) => checked(state.history.present.graph).problemsByNode.get(nodeId) ?? noProblems);
}

/** {@link checkOf} of the open flow, kept up to date, with the store that it is for. */
export function useFlowCheck(): { readonly check: FlowCheck; readonly target: string | undefined } {
  const graph = useFlowStore((state) => state.history.present.graph);
  useCheckStore();
  return { check: checkOf(graph), target: targetOfOpenFlow() };
}
