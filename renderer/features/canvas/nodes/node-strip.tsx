import { Check, CircleAlert, Minus } from 'lucide-react';
import { memo } from 'react';
import type { NodeRun } from '../../../../shared/api/runs.ts';
import { describeProgress, formatElapsed, progressRatio } from '../../../../shared/text/format.ts';
import { t } from '../../../../shared/texts/t.ts';
import { useNodeRun } from '../../../stores/run-store.ts';
import { classNames } from '../../../ui/class-names.ts';

const words: Readonly<Record<NodeRun['status'], string>> = {
  queued: t('Waiting'),
  running: t('Running'),
  done: t('Done'),
  skipped: t('Skipped'),
  failed: t('Failed'),
  cancelled: t('Cancelled'),
};

function StripIcon({ status }: { readonly status: NodeRun['status'] }) {
  if (status === 'done') return <Check aria-hidden="true" className="size-3.5 shrink-0 text-success" />;
  if (status === 'failed') return <CircleAlert aria-hidden="true" className="size-3.5 shrink-0 text-danger" />;
  if (status === 'skipped' || status === 'cancelled') return <Minus aria-hidden="true" className="size-3.5 shrink-0" />;
  return null;
}

function stripText(run: NodeRun): string {
  if (run.status === 'failed') return run.message ?? words.failed;
  const progress = describeProgress(run);
  if (run.status === 'running') return progress ?? run.message ?? words.running;
  return progress ?? words[run.status];
}

function StripBar({ run }: { readonly run: NodeRun }) {
  if (run.status === 'queued') return <div className="border-t border-dotted border-border-strong" />;
  if (run.status !== 'running') return <div className="border-t border-border" />;
  const ratio = progressRatio(run);
  return (
    <div className="h-0.5 overflow-hidden bg-border">
      <div
        className={classNames(
          'h-full bg-accent',
          ratio === undefined &&
            'w-1/3 animate-[bar-slide_1.4s_linear_infinite] motion-reduce:w-full motion-reduce:opacity-40',
        )}
        style={ratio === undefined ? undefined : { width: `${ratio * 100}%`, transition: 'width var(--ease-panel)' }}
      />
    </div>
  );
}

/** The foot of a card: how far the node is in the flow's last run. Nothing while there was none. */
export const NodeStrip = memo(function NodeStrip({
  chatflowId,
  nodeId,
}: {
  readonly chatflowId: string;
  readonly nodeId: string;
}) {
  const run = useNodeRun(chatflowId, nodeId);
  if (run === undefined) return null;
  const text = stripText(run);
  return (
    <div className="node-strip" data-status={run.status}>
      <StripBar run={run} />
      <div
        className={classNames(
          'flex h-6 items-center gap-1.5 px-3 text-secondary',
          run.status === 'failed' ? 'text-danger' : 'text-muted',
        )}
      >
        <StripIcon status={run.status} />
        <span className="tabular min-w-0 flex-1 truncate" title={text}>
          {text}
        </span>
        {run.elapsedMs === undefined || run.status === 'queued' || run.status === 'running' ? null : (
          <span className="tabular shrink-0">{formatElapsed(run.elapsedMs)}</span>
        )}
      </div>
    </div>
  );
});
