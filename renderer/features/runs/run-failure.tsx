import { Crosshair } from 'lucide-react';
import { z } from 'zod';
import { t } from '../../../shared/texts/t.ts';
import { Button } from '../../ui/controls/button.tsx';
import { ErrorNotice, splitMessage } from '../../ui/feedback/error-notice.tsx';

export interface Failure {
  /** "what happened: what to do" */
  readonly message: string;
  readonly nodeId?: string | undefined;
  readonly details?: Readonly<Record<string, unknown>> | undefined;
}

export interface RunFailureProps {
  readonly failure: Failure;
  /** Label of a node by its id, undefined when it is not on the canvas. */
  readonly labelOf: (nodeId: string) => string | undefined;
  readonly onSelectNode: (nodeId: string) => void;
  /** Undefined while it cannot be tried again: there are no files to send. */
  readonly onRetry: (() => void) | undefined;
}

const BadFilesSchema = z.object({ files: z.array(z.object({ name: z.string(), message: z.string() })) });

/** The files that an error names, if it is about several. */
export function badFilesOf({ details }: Failure): readonly { readonly name: string; readonly message: string }[] {
  return BadFilesSchema.safeParse(details).data?.files ?? [];
}

/** All files that can't be read, each with what is wrong with it. */
function BadFileList({ files }: { readonly files: readonly { readonly name: string; readonly message: string }[] }) {
  return (
    <ul aria-label={t("Files that can't be read")} className="mt-1 flex max-h-40 w-full flex-col gap-1 overflow-y-auto">
      {files.map(({ name, message }) => (
        <li key={name} className="border-t border-danger/20 pt-1 text-secondary break-words">
          {message}
        </li>
      ))}
    </ul>
  );
}

/** Why an upsert failed: what happened, at which node, what to do, and one button that does it. */
export function RunFailure({ failure, labelOf, onSelectNode, onRetry }: RunFailureProps) {
  const { whatHappened, whatToDo } = splitMessage(failure.message);
  const { nodeId } = failure;
  const label = nodeId === undefined ? undefined : labelOf(nodeId);
  const bad = badFilesOf(failure);
  const retry = onRetry === undefined ? undefined : { label: t('Try again'), onClick: onRetry };
  return (
    <ErrorNotice
      where={label}
      whatHappened={whatHappened}
      whatToDo={whatToDo}
      action={retry}
      aside={
        nodeId === undefined || label === undefined ? undefined : (
          <Button look="quiet" className="h-7 min-w-0 shrink" icon={<Crosshair />} onClick={() => onSelectNode(nodeId)}>
            <span className="truncate">{t('Show {label}', { label })}</span>
          </Button>
        )
      }
    >
      {bad.length < 2 ? null : <BadFileList files={bad} />}
    </ErrorNotice>
  );
}
