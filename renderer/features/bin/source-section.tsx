import { FileText } from 'lucide-react';
import { useState } from 'react';
import type { BinnedSourceInfo } from '../../../shared/api/bin.ts';
import { countOf } from '../../../shared/text/format.ts';
import { useBinSourceChanges, type useBinSources } from '../../api/bin.ts';
import { messageOf } from '../../api/client.ts';
import { hrefOf } from '../../stores/router.ts';
import { Button } from '../../ui/controls/button.tsx';
import { ConfirmDialog } from '../../ui/feedback/confirm-dialog.tsx';
import { showErrorToast, showToast } from '../../ui/feedback/toast.tsx';
import { BinRow, BinSection } from './bin-row.tsx';

function showFailure(error: unknown): void {
  showErrorToast(messageOf(error));
}

function nameOf({ name }: Pick<BinnedSourceInfo, 'name'>): string {
  return name === '' ? 'No source given' : name;
}

/** Files and addresses that were removed from what flows and stores hold. */
export function SourceSection({ query }: { readonly query: ReturnType<typeof useBinSources> }) {
  const { restore, remove } = useBinSourceChanges();
  const [toRemove, setToRemove] = useState<BinnedSourceInfo>();
  const sources = (query.data?.pages ?? []).flatMap((page) => page.sources);
  const busy = new Set([restore, remove].flatMap(({ isPending, variables }) => (isPending ? [variables?.id] : [])));
  function bringBack(source: BinnedSourceInfo) {
    const where = `${nameOf(source)} is in “${source.ownerName}” again.`;
    const later = source.ownerKind === 'documentStore' ? ' Questions find it after the next upsert.' : '';
    restore.mutate(source, { onSuccess: () => showToast(`${where}${later}`), onError: showFailure });
  }
  function confirm() {
    if (toRemove !== undefined) remove.mutate(toRemove, { onError: showFailure });
    setToRemove(undefined);
  }
  return (
    <>
      <BinSection title="Files and pages" label="Removed files and pages">
        {sources.map((source) => (
          <BinRow
            key={source.id}
            icon={<FileText aria-hidden="true" />}
            name={nameOf(source)}
            about={
              <>
                {countOf(source.chunks, 'chunk')} of{' '}
                <a className="text-accent underline" href={hrefOf({ page: 'contents', ownerId: source.ownerId })}>
                  {source.ownerName}
                </a>
              </>
            }
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
          {query.isFetchingNextPage ? 'Loading more…' : 'Show more files and pages'}
        </Button>
      ) : null}
      <ConfirmDialog
        isOpen={toRemove !== undefined}
        title={`Delete “${toRemove === undefined ? '' : nameOf(toRemove)}” for good?`}
        confirmLabel="Delete for good"
        onConfirm={confirm}
        onCancel={() => setToRemove(undefined)}
      >
        Its {countOf(toRemove?.chunks ?? 0, 'chunk')} go, and the copy of the uploaded file if nothing else uses it. A
        file on your disk or an address stays where it is. Backups of the database hold the chunks for up to 30 days.
      </ConfirmDialog>
    </>
  );
}
