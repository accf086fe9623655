import { useMutation } from '@tanstack/react-query';
import { Eye } from 'lucide-react';
import { useEffect, useState } from 'react';
import { t } from '../../../shared/texts/t.ts';
import { messageOf } from '../../api/client.ts';
import { type LoaderDraft, previewLoader } from '../../api/document-stores.ts';
import { useAbortOnLeave } from '../../forms/use-abort-on-leave.ts';
import { ChunkPreview } from '../../ui/chunk-preview/chunk-preview.tsx';
import { Button } from '../../ui/controls/button.tsx';
import { ErrorNotice, splitMessage } from '../../ui/feedback/error-notice.tsx';
import { keyOf } from './key-of-draft.ts';

/** Chunks that can be gone through: enough to judge the settings by. */
const SHOWN_CHUNKS = 200;

export interface LoaderPreviewProps {
  readonly draft: LoaderDraft;
  readonly canLoad: boolean;
}

/** The chunks that the settings of a loader give. They stay, dimmed, while the settings change. */
export function LoaderPreview({ draft, canLoad }: LoaderPreviewProps) {
  const newSignal = useAbortOnLeave();
  const [page, setPage] = useState(0);
  const { mutate, data, variables, error, isPending } = useMutation({
    mutationFn: (sent: LoaderDraft) => previewLoader(sent, SHOWN_CHUNKS, newSignal()),
  });
  // The answer before stays while the next one is on its way.
  const [shown, setShown] = useState(data);
  useEffect(() => {
    if (data !== undefined) setShown(data);
  }, [data]);
  const isOld = isPending || variables === undefined || keyOf(variables) !== keyOf(draft);
  return (
    <section aria-label={t('Preview')} className="flex flex-col gap-3">
      <div className="flex items-center justify-between gap-2">
        <h3 className="text-section font-semibold">{t('Preview')}</h3>
        <Button icon={<Eye />} disabled={!canLoad || isPending} onClick={() => mutate(draft)}>
          {isPending ? t('Loading…') : shown !== undefined && isOld ? t('Preview these settings') : t('Preview chunks')}
        </Button>
      </div>
      <p className="text-secondary text-muted">
        {canLoad
          ? t('Shows the chunks that these settings give. Nothing is stored.')
          : t('Choose files to see what chunks they give.')}
      </p>
      {error === null || isPending ? null : (
        <div role="status">
          <ErrorNotice {...splitMessage(messageOf(error))} />
        </div>
      )}
      {shown === undefined || error !== null ? null : (
        <ChunkPreview preview={shown} page={page} onPage={setPage} canGoOn={false} isOld={isOld} />
      )}
    </section>
  );
}
