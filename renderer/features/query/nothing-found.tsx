import { SearchX, Upload } from 'lucide-react';
import { t } from '../../../shared/texts/t.ts';
import { Button } from '../../ui/controls/button.tsx';
import { EmptyState } from '../../ui/feedback/empty-state.tsx';

/** The button that fills an empty store. */
export interface UpsertOffer {
  readonly label: string;
  readonly onClick: () => void;
}

/** A store without any passage. */
export function NothingUpserted({ upsert }: { readonly upsert: UpsertOffer }) {
  return (
    <EmptyState
      icon={<Upload aria-hidden="true" />}
      title={t('Nothing to search yet')}
      action={<Button onClick={upsert.onClick}>{upsert.label}</Button>}
    >
      {t('The vector store is empty. Upsert a document, then ask again.')}
    </EmptyState>
  );
}

/** A retriever that lets none through. */
export function NothingFitting({ retriever }: { readonly retriever: string }) {
  return (
    <EmptyState icon={<SearchX aria-hidden="true" />} title={t('Nothing found')}>
      {t('{retriever} lets no passage through. Ask in other words, or change its settings.', { retriever })}
    </EmptyState>
  );
}
