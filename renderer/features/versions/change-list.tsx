import { Minus, PencilLine, Plus } from 'lucide-react';
import type { ReactNode } from 'react';
import { t } from '../../../shared/texts/t.ts';
import { type ChangedPart, type ChangeLine, listChanges } from '../../editor/difference/change-words.ts';
import type { FlowDifference } from '../../editor/difference/flow-difference.ts';
import { goToNode } from '../../stores/canvas-view-store.ts';

const MARKS: Readonly<Record<ChangeLine['kind'], { readonly icon: ReactNode; readonly words: string }>> = {
  added: { icon: <Plus aria-hidden="true" className="size-3.5 text-success" />, words: t('Added') },
  changed: { icon: <PencilLine aria-hidden="true" className="size-3.5 text-warning" />, words: t('Changed') },
  removed: { icon: <Minus aria-hidden="true" className="size-3.5 text-danger" />, words: t('Removed') },
};

function Part({ part }: { readonly part: ChangedPart }) {
  return (
    <div className="contents">
      <dt className="text-muted">{part.title}</dt>
      <dd className="min-w-0 break-words">
        {part.before === undefined || part.after === undefined ? (
          t('another one')
        ) : (
          <>
            <del className="rounded-sm bg-danger-soft px-0.5 text-danger">{part.before}</del>{' '}
            <ins className="rounded-sm bg-success-soft px-0.5 text-success no-underline">{part.after}</ins>
          </>
        )}
      </dd>
    </div>
  );
}

function Line({ line, canGo }: { readonly line: ChangeLine; readonly canGo: boolean }) {
  const { icon, words } = MARKS[line.kind];
  const { nodeId } = line;
  return (
    <li className="flex gap-2 py-1.5">
      <span className="flex h-5 items-center">{icon}</span>
      <div className="min-w-0 flex-1">
        <p className="break-words">
          <span className="sr-only">{words}: </span>
          {nodeId === undefined || !canGo ? (
            line.title
          ) : (
            <button
              type="button"
              className="text-left underline decoration-border-strong/60 underline-offset-2 hover:decoration-ink"
              onClick={() => goToNode(nodeId)}
            >
              {line.title}
            </button>
          )}
        </p>
        {line.parts.length === 0 ? null : (
          <dl className="mt-1 grid grid-cols-[auto_minmax(0,1fr)] gap-x-3 gap-y-1 text-secondary">
            {line.parts.map((part) => (
              <Part key={part.title} part={part} />
            ))}
          </dl>
        )}
      </div>
    </li>
  );
}

interface ChangeListProps {
  readonly difference: FlowDifference;
  /** Whether the later side is the open flow, whose nodes can be gone to. */
  readonly canGo: boolean;
}

/** All that differs between two contents. */
export function ChangeList({ difference, canGo }: ChangeListProps) {
  const lines = listChanges(difference);
  if (lines.length === 0) return <p className="text-muted">{t('Nothing differs.')}</p>;
  return (
    <ul aria-label={t('What differs')} className="flex flex-col divide-y divide-border">
      {lines.map((line, index) => (
        // Two lines may read alike, as edges without a node do.
        // biome-ignore lint/suspicious/noArrayIndexKey: the list is drawn anew as a whole
        <Line key={index} line={line} canGo={canGo} />
      ))}
    </ul>
  );
}
