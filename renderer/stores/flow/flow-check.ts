import { create } from 'zustand';
import { checkFlow } from '../../../shared/flow/compile-flow.ts';
import type { FlowCheck } from '../../../shared/flow/compile-graph.ts';
import type { KnownCredentials } from '../../../shared/flow/credential-problems.ts';
import type { FlowGraph } from '../../../shared/flow/flow-document.ts';
import type { FlowProblem } from '../../../shared/flow/flow-problem.ts';
import { answeringEnd, answers, targetsOf } from '../../../shared/flow/targets.ts';
import { findNodeDefinition } from '../../../shared/nodes/registry.ts';
import { useFlowStore } from './flow-store.ts';
import { targetOf, targetOfOpenFlow, useTargetStore } from './upsert-target.ts';

interface CheckStore {
  /** Undefined until the server has listed them. */
  readonly credentials: KnownCredentials | undefined;
}

const useCheckStore = create<CheckStore>()(() => ({ credentials: undefined }));

/** Takes in which credentials there are. */
export function knowCredentials(credentials: KnownCredentials): void {
  useCheckStore.setState({ credentials });
}

interface QuestionCheck {
  /** For passages. */
  readonly check: FlowCheck;
  /** Of several nodes that find passages, the one that is asked. */
  readonly target: string | undefined;
  /** For an answer in words, which may come from a chain behind what finds passages. */
  readonly answering: FlowCheck;
  readonly answeringTarget: string | undefined;
  /** What keeps it from answering in words alone, and not from being filled. */
  readonly ownProblems: readonly FlowProblem[];
}

interface Checked {
  readonly graph: FlowGraph;
  readonly credentials: KnownCredentials | undefined;
  readonly target: string | undefined;
  readonly check: FlowCheck;
  /** Whether it has a chain that answers, and nothing that an upsert could fill. */
  readonly isOnlyAsked: boolean;
  /** For questions, which need nothing that only fills a store, and go to the end behind it; worked out when first asked for. */
  readonly question: () => QuestionCheck;
  readonly problemsByNode: ReadonlyMap<string | undefined, readonly FlowProblem[]>;
}
let last: Checked | undefined;

/** Worked out once for each state of the open flow; where its nodes stand is no part of that. */
function checked(graph: FlowGraph): Checked {
  const { credentials } = useCheckStore.getState();
  const target = targetOf(graph, useFlowStore.getState().chatflowId);
  if (last?.graph === graph && last.credentials === credentials && last.target === target) return last;
  const check = checkFlow(graph, target, credentials);
  let known: QuestionCheck | undefined;
  const question = () => {
    if (known === undefined) {
      const asked = answeringEnd(graph, target);
      const answeringTarget = answeringEnd(graph, target, 'answer');
      const answering = checkFlow(graph, answeringTarget, credentials, 'answer');
      const filling = new Set(check.problems.map(({ message }) => message));
      const ownProblems = answering.problems.filter(({ message }) => !filling.has(message));
      const finding = checkFlow(graph, asked, credentials, 'question');
      known = { check: finding, target: asked, answering, answeringTarget, ownProblems };
    }
    return known;
  };
  const ends = targetsOf(graph, 'answer');
  // Where a vector store is filled and asked, whatever is wrong with the one is wrong with the other.
  const isAskedAtStore = ends.every(({ data }) => findNodeDefinition(data.name)?.kind === 'vectorstore');
  const isOnlyAsked = ends.some(answers) && check.problems.some(({ code }) => code === 'NO_VECTOR_STORE');
  const problems = isAskedAtStore ? check.problems : [...check.problems, ...question().ownProblems];
  const problemsByNode = Map.groupBy(problems, ({ nodeId }) => nodeId);
  last = { graph, credentials, target, check, isOnlyAsked, question, problemsByNode };
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
  useTargetStore();
  return useFlowStore((state) => checked(state.history.present.graph).problemsByNode.get(nodeId) ?? noProblems);
}

/** What keeps the open flow from answering questions, and its plan for them: what only fills a store is no part of it. Kept up to date. */
export function useQuestionCheck(): QuestionCheck {
  const graph = useFlowStore((state) => state.history.present.graph);
  useCheckStore();
  useTargetStore();
  return checked(graph).question();
}

/** {@link checkOf} of the open flow, kept up to date, with the store that it is for, and whether there is nothing to fill. */
export function useFlowCheck(): Pick<Checked, 'check' | 'target' | 'isOnlyAsked'> {
  const graph = useFlowStore((state) => state.history.present.graph);
  useCheckStore();
  useTargetStore();
  return { check: checkOf(graph), target: targetOfOpenFlow(), isOnlyAsked: checked(graph).isOnlyAsked };
}
