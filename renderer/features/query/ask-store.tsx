import { t } from '../../../shared/texts/t.ts';
import { useDocumentStore } from '../../api/document-stores.ts';
import { navigate } from '../../stores/router.ts';
import { QueryPanel } from './query-panel.tsx';
import { targetOfStore } from './query-target.ts';

/** Asks a document store, on its page. */
export function AskStore({ storeId }: { readonly storeId: string }) {
  const { data: store } = useDocumentStore(storeId);
  const upsert = { label: t('Go to its documents'), onClick: () => navigate({ page: 'store', storeId }) };
  return (
    <div className="max-w-200 rounded-card border border-border bg-surface p-4">
      <QueryPanel target={targetOfStore(storeId, store)} upsert={upsert} />
    </div>
  );
}
