import { TriangleAlert } from 'lucide-react';
import type { FlowProblem } from '../../../shared/flow/flow-problem.ts';
import { countOf } from '../../../shared/text/format.ts';
import { splitMessage } from '../../ui/feedback/error-notice.tsx';

export interface ProblemListProps {
  readonly problems: readonly FlowProblem[];
  readonly onSelectNode: (nodeId: string) => void;
}

function ProblemWords({ message }: { readonly message: string }) {
  const { whatHappened, whatToDo } = splitMessage(message);
  return (
    <>
      <span className="font-medium">{whatHappened}</span>
      {whatToDo === undefined ? null : <span className="text-muted"> {whatToDo}</span>}
    </>
  );
}

/** What keeps the flow from running; each line leads to its node. */
export function ProblemList({ problems, onSelectNode }: ProblemListProps) {
  return (
    <section aria-label="Problems" className="flex flex-col gap-1">
      <h3 className="flex items-center gap-2 font-semibold">
        <TriangleAlert aria-hidden="true" className="size-4 text-warning" />
        {countOf(problems.length, 'problem')} to fix first
      </h3>
      <ul className="flex flex-col">
        {problems.map((problem) => {
          const { nodeId } = problem;
          return (
            <li key={`${problem.code} ${nodeId} ${problem.param}`}>
              {nodeId === undefined ? (
                <p className="px-2 py-1.5">
                  <ProblemWords message={problem.message} />
                </p>
              ) : (
                <button
                  type="button"
                  className="w-full rounded-control px-2 py-1.5 text-left hover:bg-hover"
                  onClick={() => onSelectNode(nodeId)}
                >
                  <ProblemWords message={problem.message} />
                </button>
              )}
            </li>
          );
        })}
      </ul>
    </section>
  );
}
