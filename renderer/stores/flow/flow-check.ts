import { create } from 'zustand';
import { checkFlow } from '../../../shared/flow/compile-flow.ts';
import type { FlowCheck } from '../../../shared/flow/compile-graph.ts';
import type { KnownCredentials } from '../../../shared/flow/credential-problems.ts';
import type { FlowNode } from '../../../shared/flow/flow-document.ts';
import type { FlowProblem } from '../../../shared/flow/flow-problem.ts';
import { findNodeDefinition } from '../../../shared/nodes/registry.ts';
import type { FlowContent } from '../../editor/flow-content.ts';
import { useFlowStore } from './flow-store.ts';

interface CheckStore {
  /** Undefined until the server has told them. */
  readonly credentials: KnownCredentials | undefined;
  /** The vector store that was chosen to be filled and asked, by flow. */
  readonly targets: Readonly<Record<string, string>>;
}

const useCheckStore = create<CheckStore>()(() => ({ credentials: undefined, targets: {} }));

/** Takes in which credentials there are. */
export function knowCredentials(credentials: KnownCredentials): void {
  useCheckStore.setState({ credentials });
}

/** Which of several vector stores the open flow fills and asks from now on. */
export function chooseTarget(nodeId: string): void {
  const { chatflowId } = useFlowStore.getState();
  if (chatflowId === undefined) return;
  useCheckStore.setState(({ targets }) => ({ targets: { ...targets, [chatflowId]: nodeId } }));
}

/** The vector stores of a flow that an upsert can fill. */
export function vectorStoresOf({ nodes }: Pick<FlowContent, 'nodes'>): readonly FlowNode[] {
  return nodes.filter((node) => findNodeDefinition(node.data.name)?.kind === 'vectorstore');
}

/** Of several vector stores the chosen one, or else the first; undefined while the flow has one or none, which needs no choice. */
function targetOf(content: FlowContent, chatflowId: string | undefined): string | undefined {
  const stores = vectorStoresOf(content);
  if (stores.length < 2) return undefined;
  const chosen = useCheckStore.getState().targets[chatflowId ?? ''];
  return stores.find(({ id }) => id === chosen)?.id ?? stores[0]?.id;
}

/** The id to send as `stopNodeId` for the open flow; undefined when it needs none. */
export function targetOfOpenFlow(): string | undefined {
  const { history, chatflowId } = useFlowStore.getState();
  return targetOf(history.present, chatflowId);
}

interface Checked {
  readonly content: FlowContent;
  readonly credentials: KnownCredentials | undefined;
  readonly target: string | undefined;
  readonly check: FlowCheck;
}
let last: Checked | undefined;

/** Plan and problems of the open flow; worked out once for each state of it. */
export function checkOf(content: FlowContent): FlowCheck {
  const { credentials } = useCheckStore.getState();
  const target = targetOf(content, useFlowStore.getState().chatflowId);
  if (last?.content !== content || last.credentials !== credentials || last.target !== target) {
    const document = { nodes: [...content.nodes], edges: [...content.edges] };
    last = { content, credentials, target, check: checkFlow(document, target, credentials) };
  }
  return last.check;
}

/** What keeps the flow from running. */
export function problemsOf(content: FlowContent): readonly FlowProblem[] {
  return checkOf(content).problems;
}

/** Draws the component anew when what the check hangs on has changed beside the flow itself. */
export function useCheckChanges(): void {
  useCheckStore();
}

/** {@link checkOf} of the open flow, kept up to date, with the store that it is for. */
export function useFlowCheck(): { readonly check: FlowCheck; readonly target: string | undefined } {
  const content = useFlowStore((state) => state.history.present);
  useCheckChanges();
  return { check: checkOf(content), target: targetOfOpenFlow() };
}
