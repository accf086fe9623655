import type { NodeRun, Run } from '../../../shared/api/runs.ts';
import { describeProgress, formatElapsed, progressRatio } from '../../../shared/text/format.ts';
import { t } from '../../../shared/texts/t.ts';
import { ProgressBar } from '../../ui/feedback/progress-bar.tsx';
import { StatusBadge, type StatusWords } from '../../ui/feedback/status-badge.tsx';

const LOOKS = {
  queued: { tone: 'neutral', words: t('Waiting') },
  running: { tone: 'active', words: t('Running') },
  done: { tone: 'success', words: t('Done') },
  skipped: { tone: 'neutral', words: t('Not needed') },
  failed: { tone: 'danger', words: t('Failed') },
  cancelled: { tone: 'neutral', words: t('Not done') },
} as const satisfies Record<NodeRun['status'], StatusWords>;

function Step({ node }: { readonly node: NodeRun }) {
  const { tone, words } = LOOKS[node.status];
  const facts = [
    describeProgress(node),
    node.elapsedMs === undefined || node.status === 'running' ? undefined : formatElapsed(node.elapsedMs),
  ].filter((fact) => fact !== undefined);
  return (
    <li className="flex flex-col gap-1 border-b border-border px-3 py-2 last:border-b-0">
      <div className="flex items-center justify-between gap-2">
        <span className="truncate font-medium">{node.label}</span>
        <StatusBadge tone={tone}>{words}</StatusBadge>
      </div>
      {facts.length === 0 ? null : <p className="tabular text-secondary text-muted">{facts.join(' · ')}</p>}
      {node.status === 'running' ? (
        <ProgressBar label={t('Progress of {label}', { label: node.label })} value={progressRatio(node)} />
      ) : null}
      {node.message === undefined || node.status === 'failed' ? null : (
        <p className="text-secondary text-muted">{node.message}</p>
      )}
    </li>
  );
}

/** The steps of a run. They work side by side, so their times are not parts of the whole. */
export function RunSteps({ run }: { readonly run: Run }) {
  return (
    <section aria-labelledby="run-steps" className="flex flex-col gap-2">
      <h2 id="run-steps" className="text-section font-semibold">
        {t('Steps')}
      </h2>
      <ol aria-label={t('Steps')} className="rounded-card border border-border bg-surface">
        {run.nodes.map((node) => (
          <Step key={node.nodeId} node={node} />
        ))}
      </ol>
      <p className="text-secondary text-muted">{t('Steps work side by side: their times overlap.')}</p>
    </section>
  );
}
