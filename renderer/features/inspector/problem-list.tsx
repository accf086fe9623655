import { CircleAlert } from 'lucide-react';
import type { FlowProblem } from '../../../shared/flow/flow-problem.ts';
import { useCanvasViewStore } from '../../stores/canvas-view-store.ts';

/** What keeps the flow from running; a problem of a node leads to it. */
export function ProblemList({ problems }: { readonly problems: readonly FlowProblem[] }) {
  const view = useCanvasViewStore((state) => state.view);
  return (
    <ul className="flex flex-col gap-1">
      {problems.map((problem) => {
        const { nodeId } = problem;
        return (
          <li key={`${problem.code} ${nodeId} ${problem.param} ${problem.message}`}>
            <button
              type="button"
              disabled={nodeId === undefined}
              className="flex w-full gap-2 rounded-control bg-warning-soft px-2 py-1.5 text-left enabled:hover:brightness-98"
              onClick={() => (nodeId === undefined ? undefined : view?.showNode(nodeId))}
            >
              <CircleAlert aria-hidden="true" className="mt-0.5 size-4 shrink-0 text-warning" />
              <span className="min-w-0">{problem.message}</span>
            </button>
          </li>
        );
      })}
    </ul>
  );
}
