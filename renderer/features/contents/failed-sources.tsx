import { RotateCw } from 'lucide-react';
import type { ContentsSummary } from '../../../shared/api/contents.ts';
import { t } from '../../../shared/texts/t.ts';
import { messageOf } from '../../api/client.ts';
import { useStartUpsert } from '../../api/document-stores.ts';
import { hrefOf, navigate } from '../../stores/router.ts';
import { Button } from '../../ui/controls/button.tsx';
import { showErrorToast, showToast } from '../../ui/feedback/toast.tsx';
import { rich } from '../../ui/rich.tsx';
import { VirtualList } from '../../ui/virtual-list.tsx';
import type { FailedSources } from './use-failed-sources.ts';

const ROW_PX = 64;

/** Reads again what could not be read: the loaders of a store do it themselves; files of a flow have to be chosen again. */
function Retry({ summary, failed }: { readonly summary: ContentsSummary; readonly failed: FailedSources }) {
  const { ownerId, kind } = summary;
  const start = useStartUpsert(ownerId);
  if (kind === 'chatflow') {
    return (
      <Button icon={<RotateCw aria-hidden="true" />} onClick={() => navigate({ page: 'editor', chatflowId: ownerId })}>
        {t('Upsert them again in the flow')}
      </Button>
    );
  }
  function retry() {
    for (const docId of failed.loaderIds) {
      start.mutate(
        { docId, replaceExisting: true },
        {
          onSuccess: () => showToast(t('The files are read again.')),
          onError: (error) => showErrorToast(messageOf(error)),
        },
      );
    }
  }
  return (
    <Button icon={<RotateCw aria-hidden="true" />} disabled={start.isPending} onClick={retry}>
      {t('Try again')}
    </Button>
  );
}

export interface FailedSourceListProps {
  readonly summary: ContentsSummary;
  readonly failed: FailedSources;
}

/** What the last run could not read, with why, and what can be done about it. */
export function FailedSourceList({ summary, failed }: FailedSourceListProps) {
  const { sources, unlisted, runId } = failed;
  return (
    <section aria-label={t('Not read')} className="flex min-h-0 min-w-0 flex-1 flex-col">
      <div className="flex shrink-0 flex-wrap items-center gap-3 border-b border-border px-5 py-2">
        <p className="min-w-60 flex-1">
          {rich(
            '<b>{count, plural, one {# file} other {# files}} could not be read</b> <soft>by the last run. What was stored of them before is still here.</soft>',
            {
              count: sources.length + unlisted,
              b: (words) => <span className="font-semibold">{words}</span>,
              soft: (words) => <span className="text-muted">{words}</span>,
            },
          )}
        </p>
        {runId === undefined ? null : (
          <a className="text-accent hover:underline" href={hrefOf({ page: 'run', runId, search: { files: 'failed' } })}>
            {t('Open the run')}
          </a>
        )}
        <Retry summary={summary} failed={failed} />
      </div>
      <VirtualList
        label={t('Files that could not be read')}
        className="min-h-0 flex-1"
        items={sources}
        keyOf={({ name }) => name}
        rowHeight={ROW_PX}
        renderRow={({ name, message }) => (
          <div className="border-b border-border px-5 py-3">
            <p className="truncate font-medium" title={name}>
              {name}
            </p>
            <p className="text-secondary break-words text-danger">{message}</p>
          </div>
        )}
      />
    </section>
  );
}
