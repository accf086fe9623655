import { Download, MessageSquare, ThumbsDown, ThumbsUp, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { type Feedback, MOST_FEEDBACK_COUNTED } from '../../../../shared/api/feedback.ts';
import { formatCount } from '../../../../shared/text/format.ts';
import { t } from '../../../../shared/texts/t.ts';
import { useFlowNames } from '../../../api/chatflows.ts';
import { messageOf } from '../../../api/client.ts';
import { type FeedbackWishes, readAllFeedback, useAllFeedback, useDeleteFeedback } from '../../../api/resources.ts';
import { hrefOf, replaceRoute } from '../../../stores/router.ts';
import { Button } from '../../../ui/controls/button.tsx';
import { IconButton } from '../../../ui/controls/icon-button.tsx';
import { ConfirmDialog } from '../../../ui/feedback/confirm-dialog.tsx';
import { EmptyState } from '../../../ui/feedback/empty-state.tsx';
import { QueryState } from '../../../ui/feedback/query-state.tsx';
import { StatusBadge } from '../../../ui/feedback/status-badge.tsx';
import { showErrorToast } from '../../../ui/feedback/toast.tsx';
import { saveText } from '../../../ui/save-file.ts';
import { TimeAgo } from '../../../ui/time-ago.tsx';
import { VirtualList } from '../../../ui/virtual-list.tsx';
import { FeedbackFilters } from './feedback-filters.tsx';

interface FeedbackRowProps {
  readonly row: Feedback;
  readonly flowName: string;
  readonly onDelete: () => void;
}

/** What somebody said of one answer. */
function FeedbackRow({ row, flowName, onDelete }: FeedbackRowProps) {
  const { rating, content, chatflowid, createdDate, chatId } = row;
  const isGood = rating === 'THUMBS_UP';
  return (
    <div className="flex min-h-16 items-center gap-4 border-b border-border px-6 py-2">
      <span className="w-20 shrink-0">
        <StatusBadge
          tone={isGood ? 'success' : 'danger'}
          icon={isGood ? <ThumbsUp aria-hidden="true" /> : <ThumbsDown aria-hidden="true" />}
        >
          {isGood ? t('Good') : t('Bad')}
        </StatusBadge>
      </span>
      <div className="min-w-0 flex-1">
        <p className={content ? 'break-words' : 'text-muted'}>{content || t('No comment')}</p>
        <p className="truncate text-secondary text-muted">
          <a href={hrefOf({ page: 'editor', chatflowId: chatflowid })} className="underline hover:text-ink">
            {flowName}
          </a>{' '}
          · {t('Chat {id}', { id: chatId })} · <TimeAgo date={createdDate} />
        </p>
      </div>
      <IconButton label={t('Delete this feedback')} icon={<Trash2 />} onClick={onDelete} />
    </div>
  );
}

const COLUMNS = ['date', 'flow', 'rating', 'comment', 'chat', 'message'] as const;

/** A cell by RFC 4180. A text that a spreadsheet would run as a formula gets an apostrophe before it. */
function cell(text: string): string {
  const safe = /^[=+\-@\t\r]/.test(text) ? `'${text}` : text;
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}

/** Feedback as a table for spreadsheets, a line each. */
function feedbackCsv(rows: readonly Feedback[], nameOfFlow: (id: string) => string): string {
  const lines = rows.map(({ createdDate, chatflowid, rating, content, chatId, messageId }) => [
    createdDate,
    nameOfFlow(chatflowid),
    rating === 'THUMBS_UP' ? 'good' : 'bad',
    content ?? '',
    chatId,
    messageId,
  ]);
  return `${[COLUMNS, ...lines].map((line) => line.map(cell).join(',')).join('\r\n')}\r\n`;
}

type Search = Readonly<Record<string, string>>;

/** The filters of the address; whatever is none of ours is left out. */
function wishesOf({ flow, rating, from, to }: Search): FeedbackWishes {
  return {
    chatflowid: flow || undefined,
    rating: rating === 'THUMBS_UP' || rating === 'THUMBS_DOWN' ? rating : undefined,
    startDate: from || undefined,
    endDate: to || undefined,
  };
}

function setSearch(search: Search): void {
  const given = Object.fromEntries(Object.entries(search).filter(([, value]) => value !== ''));
  replaceRoute({ page: 'resources', tab: 'feedback', search: given });
}

/** Names of flows by their ids. */
function useNamesById(): ReadonlyMap<string, string> {
  const { data = [] } = useFlowNames();
  return new Map(data.map(({ id, name }) => [id, name]));
}

function countWords(total: number): string {
  return total >= MOST_FEEDBACK_COUNTED
    ? t('{count} or more entries', { count: formatCount(total) })
    : t('{count, plural, one {# entry} other {# entries}}', { count: total });
}

function NoFeedback({ isFiltered }: { readonly isFiltered: boolean }) {
  return isFiltered ? (
    <EmptyState
      icon={<MessageSquare aria-hidden="true" />}
      title={t('No feedback fits these filters')}
      action={<Button onClick={() => setSearch({})}>{t('Show all feedback')}</Button>}
    />
  ) : (
    <EmptyState icon={<MessageSquare aria-hidden="true" />} title={t('What people say of answers will be here')}>
      {t(
        'Programs that answer with your documents send a thumbs up or down, and a comment, with POST /api/v1/feedback.',
      )}
    </EmptyState>
  );
}

/** What people say of the answers of all flows: filters, the newest first, and all of it as CSV. */
export function FeedbackTab({ search }: { readonly search: Search }) {
  const wishes = wishesOf(search);
  const query = useAllFeedback(wishes);
  const names = useNamesById();
  const remove = useDeleteFeedback();
  const [doomed, setDoomed] = useState<Feedback>();
  const [isExporting, setIsExporting] = useState(false);
  const isFiltered = Object.values(wishes).some((value) => value !== undefined);
  const nameOf = (id: string) => names.get(id) ?? id;
  async function exportCsv() {
    setIsExporting(true);
    try {
      await saveText('feedback.csv', feedbackCsv(await readAllFeedback(wishes), nameOf), 'text/csv;charset=utf-8');
    } catch (error) {
      showErrorToast(messageOf(error));
    } finally {
      setIsExporting(false);
    }
  }
  return (
    <div className="flex min-h-0 flex-1 flex-col">
      <QueryState query={query} loading={t('Loading feedback…')}>
        {({ pages }) => {
          const rows = pages.flatMap(({ data }) => data);
          const total = pages[0]?.total ?? 0;
          if (rows.length === 0 && !isFiltered) return <NoFeedback isFiltered={false} />;
          return (
            <>
              <div className="flex flex-wrap items-end gap-3 px-6 py-3">
                <FeedbackFilters search={search} flows={names} onChange={setSearch} />
                <span role="status" className="tabular ml-auto leading-8 text-muted">
                  {countWords(total)}
                </span>
                <Button
                  icon={<Download aria-hidden="true" />}
                  disabled={rows.length === 0 || isExporting}
                  onClick={() => void exportCsv()}
                >
                  {isExporting ? t('Exporting…') : t('Export as CSV')}
                </Button>
              </div>
              {rows.length === 0 ? (
                <NoFeedback isFiltered />
              ) : (
                <VirtualList
                  label={t('Feedback')}
                  items={rows}
                  keyOf={({ id }) => id}
                  rowHeight={64}
                  total={query.hasNextPage ? total : rows.length}
                  onNearEnd={() => (query.isFetchingNextPage ? undefined : void query.fetchNextPage())}
                  className="min-h-0 flex-1 border-t border-border"
                  renderRow={(row) => (
                    <FeedbackRow row={row} flowName={nameOf(row.chatflowid)} onDelete={() => setDoomed(row)} />
                  )}
                />
              )}
            </>
          );
        }}
      </QueryState>
      <ConfirmDialog
        isOpen={doomed !== undefined}
        title={t('Delete this feedback?')}
        confirmLabel={t('Delete feedback')}
        onConfirm={() => {
          if (doomed !== undefined) remove.mutate(doomed.id, { onError: (error) => showErrorToast(messageOf(error)) });
          setDoomed(undefined);
        }}
        onCancel={() => setDoomed(undefined)}
      >
        {t('The rating and its comment cannot be brought back.')}
      </ConfirmDialog>
    </div>
  );
}
