import { Library, Trash2, Undo2, Workflow } from 'lucide-react';
import { useState } from 'react';
import type { BinEntry } from '../../../shared/api/bin.ts';
import { useBin, useRemoveFromBin, useRestoreFromBin } from '../../api/bin.ts';
import { messageOf } from '../../api/client.ts';
import { Button } from '../../ui/controls/button.tsx';
import { ConfirmDialog } from '../../ui/feedback/confirm-dialog.tsx';
import { EmptyState } from '../../ui/feedback/empty-state.tsx';
import { QueryState } from '../../ui/feedback/query-state.tsx';
import { showErrorToast } from '../../ui/feedback/toast.tsx';
import { Page } from '../../ui/page.tsx';
import { TimeAgo } from '../../ui/time-ago.tsx';

const KINDS = {
  chatflow: { label: 'Flow', icon: <Workflow aria-hidden="true" /> },
  documentStore: { label: 'Document store', icon: <Library aria-hidden="true" /> },
} as const satisfies Record<BinEntry['kind'], object>;

const day = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'long' });

function showFailure(error: unknown): void {
  showErrorToast(messageOf(error));
}

interface BinRowProps {
  readonly entry: BinEntry;
  readonly onRestore: () => void;
  readonly onRemove: () => void;
}

function BinRow({ entry, onRestore, onRemove }: BinRowProps) {
  const { kind, name, deletedDate, goesDate } = entry;
  return (
    <li className="flex min-h-16 items-center gap-4 border-b border-border py-2 pr-4 pl-5 last:border-b-0 [&>svg]:size-5 [&>svg]:shrink-0 [&>svg]:text-muted">
      {KINDS[kind].icon}
      <div className="min-w-0 flex-1">
        <p className="truncate font-semibold">{name}</p>
        <p className="text-secondary text-muted">
          {KINDS[kind].label} · deleted <TimeAgo date={deletedDate} /> · goes for good on{' '}
          {day.format(new Date(goesDate))}
        </p>
      </div>
      <Button icon={<Undo2 aria-hidden="true" />} aria-label={`Bring back ${name}`} onClick={onRestore}>
        Bring back
      </Button>
      <Button look="quiet-danger" aria-label={`Delete now: ${name}`} onClick={onRemove}>
        Delete now
      </Button>
    </li>
  );
}

function BinList({ entries }: { readonly entries: readonly BinEntry[] }) {
  const restore = useRestoreFromBin();
  const remove = useRemoveFromBin();
  const [toRemove, setToRemove] = useState<BinEntry>();
  function confirm() {
    if (toRemove !== undefined) remove.mutate(toRemove.id, { onError: showFailure });
    setToRemove(undefined);
  }
  return (
    <>
      <ul aria-label="In the bin" className="overflow-hidden rounded-card border border-border bg-surface">
        {entries.map((entry) => (
          <BinRow
            key={entry.id}
            entry={entry}
            onRestore={() => restore.mutate(entry.id, { onError: showFailure })}
            onRemove={() => setToRemove(entry)}
          />
        ))}
      </ul>
      <ConfirmDialog
        isOpen={toRemove !== undefined}
        title={`Delete “${toRemove?.name ?? ''}” for good?`}
        confirmLabel="Delete for good"
        onConfirm={confirm}
        onCancel={() => setToRemove(undefined)}
      >
        It goes with the passages that it has stored on this computer, their records, its files and the history of its
        runs. What others have stored in the same collection stays. Backups of the database hold it for up to 30 days.
      </ConfirmDialog>
    </>
  );
}

/** What was deleted and can be brought back. */
export function BinPage({ backHref }: { readonly backHref: string }) {
  const query = useBin();
  return (
    <Page
      title="Bin"
      width="wide"
      count={query.data?.length}
      back={{ label: 'Flows', href: backHref }}
      lead="Deleted flows and document stores stay here for 7 days with all that they hold."
    >
      <QueryState query={query} loading="Loading the bin…">
        {(entries) =>
          entries.length > 0 ? (
            <BinList entries={entries} />
          ) : (
            <EmptyState icon={<Trash2 aria-hidden="true" />} title="The bin is empty">
              What you delete can be brought back from here for 7 days.
            </EmptyState>
          )
        }
      </QueryState>
    </Page>
  );
}
