import { t } from '../../../shared/texts/t.ts';
import type { useDocumentStore } from '../../api/document-stores.ts';
import { navigate } from '../../stores/router.ts';
import { Button } from '../../ui/controls/button.tsx';
import { EmptyState } from '../../ui/feedback/empty-state.tsx';
import { QueryState } from '../../ui/feedback/query-state.tsx';

/** What is shown in place of a store: that it is looked for, or why there is none. */
export function NoStore({ query }: { readonly query: ReturnType<typeof useDocumentStore> }) {
  const { error } = query;
  if (error === null || !('status' in error) || error.status !== 404) {
    return (
      <QueryState query={query} loading={t('Loading the document store…')}>
        {() => null}
      </QueryState>
    );
  }
  return (
    <EmptyState
      title={t('There is no such document store')}
      action={<Button onClick={() => navigate({ page: 'bin' })}>{t('Open the bin')}</Button>}
    >
      {t('It may have been deleted, or the link is one of another data folder.')}
    </EmptyState>
  );
}
