import { Download, MessageSquare } from 'lucide-react';
import { useState } from 'react';
import { type Feedback, MOST_FEEDBACK_COUNTED } from '../../../../shared/api/feedback.ts';
import { formatCount } from '../../../../shared/text/format.ts';
import { t } from '../../../../shared/texts/t.ts';
import { useFlowNames } from '../../../api/chatflows.ts';
import { messageOf } from '../../../api/client.ts';
import { type FeedbackWishes, readAllFeedback, useAllFeedback, useDeleteFeedback } from '../../../api/resources.ts';
import { replaceRoute } from '../../../stores/router.ts';
import { Button } from '../../../ui/controls/button.tsx';
import { ConfirmDialog } from '../../../ui/feedback/confirm-dialog.tsx';
import { EmptyState } from '../../../ui/feedback/empty-state.tsx';
import { QueryState } from '../../../ui/feedback/query-state.tsx';
import { showErrorToast } from '../../../ui/feedback/toast.tsx';
import { saveText } from '../../../ui/save-file.ts';
import { VirtualList } from '../../../ui/virtual-list.tsx';
import { feedbackCsv } from './feedback-csv.ts';
import { FeedbackFilters } from './feedback-filters.tsx';
import { FeedbackRow } from './feedback-row.tsx';

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
