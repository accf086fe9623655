import { CircleAlert } from 'lucide-react';
import type { FlowProblem } from '../../../shared/flow/flow-problem.ts';
import { splitMessage } from './error-notice.tsx';

function ProblemWords({ message }: { readonly message: string }) {
  const { whatHappened, whatToDo } = splitMessage(message);
  return (
    <span className="min-w-0">
      <span className="font-medium">{whatHappened}</span>
      {whatToDo === undefined ? null : ` ${whatToDo}`}
    </span>
  );
}

export interface ProblemListProps {
  readonly problems: readonly FlowProblem[];
  readonly onSelectNode: (nodeId: string) => void;
}

/** What keeps a flow from running, and what to do; a problem of a node leads to it. */
export function ProblemList({ problems, onSelectNode }: ProblemListProps) {
  return (
    <ul className="flex flex-col gap-1">
      {problems.map(({ code, nodeId, param, message }) => (
        <li key={`${code} ${nodeId} ${param} ${message}`}>
          <button
            type="button"
            disabled={nodeId === undefined}
            className="flex w-full gap-2 rounded-control bg-warning-soft px-2 py-1.5 text-left enabled:hover:brightness-98"
            onClick={() => (nodeId === undefined ? undefined : onSelectNode(nodeId))}
          >
            <CircleAlert aria-hidden="true" className="mt-0.5 size-4 shrink-0 text-warning" />
            <ProblemWords message={message} />
          </button>
        </li>
      ))}
    </ul>
  );
}
