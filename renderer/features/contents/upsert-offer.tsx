import { Upload } from 'lucide-react';
import { t } from '../../../shared/texts/t.ts';
import { messageOf } from '../../api/client.ts';
import { useDocumentStore, useStartUpsert } from '../../api/document-stores.ts';
import { hrefOf } from '../../stores/router.ts';
import { Button } from '../../ui/controls/button.tsx';
import { Banner } from '../../ui/feedback/banner.tsx';
import { showErrorToast } from '../../ui/feedback/toast.tsx';

/** Says that chunks of a document store are not found by questions as they are here, and upserts them. Nothing while they are. */
export function UpsertOffer({ storeId }: { readonly storeId: string }) {
  const { data: store } = useDocumentStore(storeId);
  const start = useStartUpsert(storeId);
  if (store === undefined) return null;
  const link = (
    <a className="text-accent underline" href={hrefOf({ page: 'store', storeId })}>
      {t('Open the document store')}
    </a>
  );
  if (store.status === 'UPSERTING' || store.status === 'SYNCING') {
    return (
      <Banner tone="info" title={t('The store is upserting.')} actions={link}>
        {t('Chunks can be changed again when that is done.')}
      </Banner>
    );
  }
  if (!store.loaders.some(({ indexState }) => indexState === 'CHANGED')) return null;
  const upsert = () => start.mutate({}, { onError: (error) => showErrorToast(messageOf(error)) });
  return (
    <Banner
      tone="info"
      title={t('Chunks were changed since the last upsert.')}
      actions={
        <Button icon={<Upload aria-hidden="true" />} disabled={start.isPending} onClick={upsert}>
          {t('Upsert now')}
        </Button>
      }
    >
      {t('Until the next one, questions find them as they were.')}
    </Banner>
  );
}
