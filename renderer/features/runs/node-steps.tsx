import { CircleAlert, CircleCheck, CircleDashed, CircleMinus, CircleSlash, LoaderCircle } from 'lucide-react';
import type { NodeRun } from '../../../shared/api/runs.ts';
import { describeProgress, formatElapsed, progressRatio } from '../../../shared/text/format.ts';
import { t } from '../../../shared/texts/t.ts';
import { classNames } from '../../ui/class-names.ts';
import { ProgressBar } from '../../ui/feedback/progress-bar.tsx';

const looks = {
  queued: { icon: CircleDashed, className: 'text-muted', words: t('waiting') },
  running: { icon: LoaderCircle, className: 'text-accent animate-spin', words: t('running') },
  done: { icon: CircleCheck, className: 'text-success', words: t('done') },
  skipped: { icon: CircleMinus, className: 'text-muted', words: t('skipped') },
  failed: { icon: CircleAlert, className: 'text-danger', words: t('failed') },
  cancelled: { icon: CircleSlash, className: 'text-muted', words: t('cancelled') },
} as const satisfies Record<NodeRun['status'], unknown>;

function StepRow({ node, onSelect }: { readonly node: NodeRun; readonly onSelect: () => void }) {
  const { icon: Icon, className, words } = looks[node.status];
  const progress = describeProgress(node);
  return (
    <li className="grid grid-cols-[16px_minmax(0,1fr)_auto] items-center gap-x-2 gap-y-1 py-1.5">
      <Icon aria-hidden="true" className={classNames('size-4', className)} />
      <button type="button" className="truncate rounded-sm text-left hover:underline" onClick={onSelect}>
        <span className={node.status === 'queued' ? 'text-muted' : 'font-medium'}>{node.label}</span>
        <span className="sr-only">, {words}</span>
      </button>
      <span className="tabular flex gap-3 text-secondary text-muted">
        {progress === undefined ? null : <span>{progress}</span>}
        {node.elapsedMs === undefined || node.status === 'running' ? null : (
          <span className="hidden min-w-14 text-right @sm:inline">{formatElapsed(node.elapsedMs)}</span>
        )}
      </span>
      {node.status !== 'running' ? null : (
        <div className="col-span-2 col-start-2">
          <ProgressBar label={t('Progress of {label}', { label: node.label })} value={progressRatio(node)} />
        </div>
      )}
      {node.message === undefined || node.status === 'failed' ? null : (
        <p className="col-span-2 col-start-2 text-secondary text-muted">{node.message}</p>
      )}
    </li>
  );
}

export interface NodeStepsProps {
  readonly nodes: readonly NodeRun[];
  readonly onSelectNode: (nodeId: string) => void;
}

/** The nodes of a run, in the order of their work, with how far each is. */
export function NodeSteps({ nodes, onSelectNode }: NodeStepsProps) {
  return (
    <ol aria-label={t('Steps')} className="flex flex-col">
      {nodes.map((node) => (
        <StepRow key={node.nodeId} node={node} onSelect={() => onSelectNode(node.nodeId)} />
      ))}
    </ol>
  );
}
