import { FileText, Library, MessagesSquare, Trash2, Workflow } from 'lucide-react';
import { useState } from 'react';
import type { BinEntry, BinnedSourceInfo } from '../../../shared/api/bin.ts';
import { t } from '../../../shared/texts/t.ts';
import {
  useBin,
  useBinCount,
  useBinSourceChanges,
  useBinSources,
  useRemoveFromBin,
  useRestoreFromBin,
} from '../../api/bin.ts';
import { messageOf } from '../../api/client.ts';
import { useConversationChanges, useConversations } from '../../api/conversations.ts';
import { hrefOf } from '../../stores/router.ts';
import { Button } from '../../ui/controls/button.tsx';
import { ConfirmDialog } from '../../ui/feedback/confirm-dialog.tsx';
import { EmptyState } from '../../ui/feedback/empty-state.tsx';
import { QueryState } from '../../ui/feedback/query-state.tsx';
import { showErrorToast, showToast } from '../../ui/feedback/toast.tsx';
import { Page } from '../../ui/page.tsx';
import { rich } from '../../ui/rich.tsx';
import { BinRow, BinSection } from './bin-row.tsx';

function nameOf({ name }: Pick<BinnedSourceInfo, 'name'>): string {
  return name === '' ? t('No source given') : name;
}

/** Files and addresses that were removed from what flows and stores hold. */
function SourceSection({ query }: { readonly query: ReturnType<typeof useBinSources> }) {
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

const KINDS = {
  chatflow: { label: t('Flow'), icon: <Workflow aria-hidden="true" /> },
  documentStore: { label: t('Document store'), icon: <Library aria-hidden="true" /> },
} as const satisfies Record<BinEntry['kind'], object>;

function showFailure(error: unknown): void {
  showErrorToast(messageOf(error));
}

function OwnerSection({ entries }: { readonly entries: readonly BinEntry[] }) {
  const restore = useRestoreFromBin();
  const remove = useRemoveFromBin();
  const [toRemove, setToRemove] = useState<BinEntry>();
  function confirm() {
    if (toRemove !== undefined) remove.mutate(toRemove.id, { onError: showFailure });
    setToRemove(undefined);
  }
  return (
    <>
      <BinSection title={t('Flows and document stores')} label={t('In the bin')}>
        {entries.map((entry) => (
          <BinRow
            key={entry.id}
            icon={KINDS[entry.kind].icon}
            name={entry.name}
            about={KINDS[entry.kind].label}
            deletedDate={entry.deletedDate}
            goesDate={entry.goesDate}
            isBusy={false}
            onRestore={() => restore.mutate(entry.id, { onError: showFailure })}
            onRemove={() => setToRemove(entry)}
          />
        ))}
      </BinSection>
      <ConfirmDialog
        isOpen={toRemove !== undefined}
        title={t('Delete “{name}” for good?', { name: toRemove?.name ?? '' })}
        confirmLabel={t('Delete for good')}
        onConfirm={confirm}
        onCancel={() => setToRemove(undefined)}
      >
        {t(
          'It goes with the passages that it has stored on this computer, their records, its files and the history of its runs. What others have stored in the same collection stays. Backups of the database hold it for up to 30 days.',
        )}
      </ConfirmDialog>
    </>
  );
}

/** Conversations with flows and stores that were deleted. */
function ConversationSection({ query }: { readonly query: ReturnType<typeof useConversations> }) {
  const { restore } = useConversationChanges();
  return (
    <>
      <BinSection title={t('Conversations')} label={t('Deleted conversations')}>
        {(query.data?.pages ?? []).flat().map((conversation) => (
          <BinRow
            key={`${conversation.ownerId} ${conversation.chatId}`}
            icon={<MessagesSquare aria-hidden="true" />}
            name={conversation.title}
            about={t('Conversation with {name}', { name: conversation.ownerName })}
            goesDate={conversation.goesDate ?? conversation.lastDate}
            isBusy={restore.isPending && restore.variables.chatId === conversation.chatId}
            onRestore={() => restore.mutate(conversation, { onError: showFailure })}
          />
        ))}
      </BinSection>
      {query.hasNextPage ? (
        <Button look="quiet" disabled={query.isFetchingNextPage} onClick={() => void query.fetchNextPage()}>
          {query.isFetchingNextPage ? t('Loading more…') : t('Show more conversations')}
        </Button>
      ) : null}
    </>
  );
}

/** What was deleted and can be restored: conversations, flows, document stores, and files and pages of them. */
export function BinPage({ backHref }: { readonly backHref: string }) {
  const owners = useBin();
  const sources = useBinSources();
  const conversations = useConversations({ inBin: true });
  const removed = sources.data?.pages[0]?.total;
  const count = useBinCount();
  const isEmpty = owners.data?.length === 0 && removed === 0 && conversations.data?.pages[0]?.length === 0;
  return (
    <Page
      title={t('Bin')}
      width="wide"
      count={count}
      back={{ label: t('Flows'), href: backHref }}
      lead={t(
        'Deleted flows, document stores and conversations, and files and pages removed from them, stay here for 7 days.',
      )}
    >
      <QueryState query={owners} loading={t('Loading the bin…')}>
        {(entries) => (entries.length === 0 ? null : <OwnerSection entries={entries} />)}
      </QueryState>
      <QueryState query={sources} loading={t('Loading removed files and pages…')}>
        {() => (removed === 0 ? null : <SourceSection query={sources} />)}
      </QueryState>
      <QueryState query={conversations} loading={t('Loading the conversations…')}>
        {({ pages }) => (pages[0]?.length === 0 ? null : <ConversationSection query={conversations} />)}
      </QueryState>
      {isEmpty ? (
        <EmptyState icon={<Trash2 aria-hidden="true" />} title={t('The bin is empty')}>
          {t('What you delete can be brought back from here for 7 days.')}
        </EmptyState>
      ) : null}
    </Page>
  );
}
