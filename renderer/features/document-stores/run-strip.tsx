import { useMutation } from '@tanstack/react-query';
import { X } from 'lucide-react';
import { isFinalStatus } from '../../../shared/api/runs.ts';
import { describeProgress, formatCount } from '../../../shared/text/format.ts';
import { t } from '../../../shared/texts/t.ts';
import { api, messageOf } from '../../api/client.ts';
import { hrefOf } from '../../stores/router.ts';
import type { ActiveRun } from '../../stores/run-store.ts';
import { Button } from '../../ui/controls/button.tsx';
import { ProgressBar } from '../../ui/feedback/progress-bar.tsx';
import { showErrorToast } from '../../ui/feedback/toast.tsx';

/** What the run does now: the step that goes on, and how far it is. */
function stepWords(run: ActiveRun): string {
  const step = Object.values(run.nodes).findLast(({ status }) => status === 'running');
  if (step === undefined) return run.status === 'QUEUED' ? t('Waiting for another run') : t('Starting');
  return [step.label, step.message, describeProgress(step)].filter((text) => text !== undefined).join(' · ');
}

function chunkWords({ progress, counts }: ActiveRun): string | undefined {
  if (progress !== null && progress.chunks > 0) {
    const done = formatCount(progress.chunksDone);
    return progress.hasAllChunks
      ? t('{done} of {total, plural, one {# chunk} other {# chunks}}', { done, total: progress.chunks })
      : t('{done} chunks so far', { done });
  }
  const stored = counts === null ? 0 : counts.numAdded + counts.numUpdated + counts.numSkipped;
  return stored === 0 ? undefined : t('{count, plural, one {# chunk} other {# chunks}} so far', { count: stored });
}

function ratioOf({ progress }: ActiveRun): number | undefined {
  if (progress === null || !progress.hasAllChunks || progress.chunks === 0) return undefined;
  return progress.chunksDone / progress.chunks;
}

/** What goes on in a store, with a button that stops it. Nothing while nothing does. */
export function RunStrip({ run, title }: { readonly run: ActiveRun | undefined; readonly title: string }) {
  const cancel = useMutation({
    mutationFn: (id: string) => api.call('cancelRun', { params: { id } }),
    onError: (error) => showErrorToast(messageOf(error)),
  });
  if (run === undefined || isFinalStatus(run.status)) return null;
  const words = chunkWords(run);
  return (
    <section
      aria-label={t('Running')}
      className="mb-6 flex flex-col gap-2 rounded-card border border-border bg-surface p-4"
    >
      <div className="flex items-center gap-4">
        <div className="min-w-0 flex-1">
          <p className="font-semibold">{title}</p>
          <p className="tabular truncate text-secondary text-muted">
            {[words, stepWords(run)].filter((text) => text !== undefined).join(' · ')}
          </p>
        </div>
        <a
          className="text-secondary text-accent hover:text-accent-hover"
          href={hrefOf({ page: 'run', runId: run.runId })}
        >
          {t('Details')}
        </a>
        <Button icon={<X />} disabled={cancel.isPending} onClick={() => cancel.mutate(run.runId)}>
          {cancel.isPending ? t('Cancelling…') : t('Cancel')}
        </Button>
      </div>
      <ProgressBar label={title} value={ratioOf(run)} />
    </section>
  );
}
