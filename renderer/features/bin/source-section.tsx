import { FileText } from 'lucide-react';
import { useState } from 'react';
import type { BinnedSourceInfo } from '../../../shared/api/bin.ts';
import { t } from '../../../shared/texts/t.ts';
import { useBinSourceChanges, type useBinSources } from '../../api/bin.ts';
import { messageOf } from '../../api/client.ts';
import { hrefOf } from '../../stores/router.ts';
import { Button } from '../../ui/controls/button.tsx';
import { ConfirmDialog } from '../../ui/feedback/confirm-dialog.tsx';
import { showErrorToast, showToast } from '../../ui/feedback/toast.tsx';
import { rich } from '../../ui/rich.tsx';
import { BinRow, BinSection } from './bin-row.tsx';

function showFailure(error: unknown): void {
  showErrorToast(messageOf(error));
}

function nameOf({ name }: Pick<BinnedSourceInfo, 'name'>): string {
  return name === '' ? t('No source given') : name;
}

/** Files and addresses that were removed from what flows and stores hold. */
export function SourceSection({ query }: { readonly query: ReturnType<typeof useBinSources> }) {
  const { restore, remove } = useBinSourceChanges();
  const [toRemove, setToRemove] = useState<BinnedSourceInfo>();
  const sources = (query.data?.pages ?? []).flatMap((page) => page.sources);
  const busy = new Set([restore, remove].flatMap(({ isPending, variables }) => (isPending ? [variables?.id] : [])));
  function bringBack(source: BinnedSourceInfo) {
    const { ownerName: owner } = source;
    const name = nameOf(source);
    const words =
      source.ownerKind === 'documentStore'
        ? t('{name} is in “{owner}” again. Questions find it after the next upsert.', { name, owner })
        : t('{name} is in “{owner}” again.', { name, owner });
    restore.mutate(source, { onSuccess: () => showToast(words), onError: showFailure });
  }
  function confirm() {
    if (toRemove !== undefined) remove.mutate(toRemove, { onError: showFailure });
    setToRemove(undefined);
  }
  return (
    <>
      <BinSection title={t('Files and pages')} label={t('Removed files and pages')}>
        {sources.map((source) => (
          <BinRow
            key={source.id}
            icon={<FileText aria-hidden="true" />}
            name={nameOf(source)}
            about={rich('{count, plural, one {# chunk} other {# chunks}} of {owner}', {
              count: source.chunks,
              owner: (
                <a className="text-accent underline" href={hrefOf({ page: 'contents', ownerId: source.ownerId })}>
                  {source.ownerName}
                </a>
              ),
            })}
            deletedDate={source.deletedDate}
            goesDate={source.goesDate}
            isBusy={busy.has(source.id)}
            onRestore={() => bringBack(source)}
            onRemove={() => setToRemove(source)}
          />
        ))}
      </BinSection>
      {query.hasNextPage ? (
        <Button look="quiet" disabled={query.isFetchingNextPage} onClick={() => void query.fetchNextPage()}>
          {query.isFetchingNextPage ? t('Loading more…') : t('Show more files and pages')}
        </Button>
      ) : null}
      <ConfirmDialog
        isOpen={toRemove !== undefined}
        title={t('Delete “{name}” for good?', { name: toRemove === undefined ? '' : nameOf(toRemove) })}
        confirmLabel={t('Delete for good')}
        onConfirm={confirm}
        onCancel={() => setToRemove(undefined)}
      >
        {t(
          '{count, plural, one {Its # chunk goes} other {Its # chunks go}}, and the copy of the uploaded file if nothing else uses it. A file on your disk or an address stays where it is. Backups of the database hold the chunks for up to 30 days.',
          { count: toRemove?.chunks ?? 0 },
        )}
      </ConfirmDialog>
    </>
  );
}
