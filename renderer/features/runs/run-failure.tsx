import { Crosshair } from 'lucide-react';
import { Button } from '../../ui/controls/button.tsx';
import { ErrorNotice, splitMessage } from '../../ui/feedback/error-notice.tsx';

export interface Failure {
  /** "what happened: what to do" */
  readonly message: string;
  readonly nodeId?: string | undefined;
}

export interface RunFailureProps {
  readonly failure: Failure;
  /** Label of a node by its id, undefined when it is not on the canvas. */
  readonly labelOf: (nodeId: string) => string | undefined;
  readonly onSelectNode: (nodeId: string) => void;
  /** Undefined while it cannot be tried again: there are no files to send. */
  readonly onRetry: (() => void) | undefined;
}

/** Why an upsert failed: what happened, at which node, what to do, and one button that does it. */
export function RunFailure({ failure, labelOf, onSelectNode, onRetry }: RunFailureProps) {
  const { whatHappened, whatToDo } = splitMessage(failure.message);
  const { nodeId } = failure;
  const label = nodeId === undefined ? undefined : labelOf(nodeId);
  return (
    <ErrorNotice
      where={label}
      whatHappened={whatHappened}
      whatToDo={whatToDo}
      action={onRetry === undefined ? undefined : { label: 'Try again', onClick: onRetry }}
      aside={
        nodeId === undefined || label === undefined ? undefined : (
          <Button look="quiet" className="h-7 min-w-0 shrink" icon={<Crosshair />} onClick={() => onSelectNode(nodeId)}>
            <span className="truncate">Show {label}</span>
          </Button>
        )
      }
    />
  );
}
