import { useId, useState } from 'react';
import { formatBytes } from '../../../../shared/text/format.ts';
import { t } from '../../../../shared/texts/t.ts';
import { useOwnerOriginals, useSetOriginals } from '../../../api/originals.ts';
import { chunkToShow } from '../../../stores/shown-chunk.ts';
import { Switch } from '../../../ui/controls/switch.tsx';
import { ConfirmDialog } from '../../../ui/feedback/confirm-dialog.tsx';
import { Page } from '../../../ui/page.tsx';
import { OriginalView } from './original-view.tsx';

/** Whether a flow keeps the originals of its uploads; nothing for a document store, which always does. */
function KeepOriginals({ ownerId }: { readonly ownerId: string }) {
  const { data } = useOwnerOriginals(ownerId);
  const change = useSetOriginals(ownerId);
  const [isAsking, setIsAsking] = useState(false);
  const id = useId();
  if (data === undefined || data.isFixed) return null;
  const { keepsOriginals, files, sizeBytes } = data;
  function toggle(isOn: boolean): void {
    if (isOn || files === 0) change.mutate(isOn);
    else setIsAsking(true);
  }
  return (
    <div className="flex items-center gap-2">
      <Switch id={id} checked={keepsOriginals} disabled={change.isPending} onCheckedChange={toggle} />
      <label htmlFor={id}>
        {t('Keep the flow’s originals')}{' '}
        <span className="tabular ml-2 text-secondary text-muted">
          {t('{count, plural, one {# file} other {# files}}, {size}', { count: files, size: formatBytes(sizeBytes) })}
        </span>
      </label>
      {change.error === null ? null : (
        <p role="alert" className="text-secondary text-danger">
          {change.error.message}
        </p>
      )}
      <ConfirmDialog
        isOpen={isAsking}
        title={t('Delete {count, plural, one {# original} other {# originals}}?', { count: files })}
        confirmLabel={t('Delete the originals')}
        onCancel={() => setIsAsking(false)}
        onConfirm={() => {
          setIsAsking(false);
          change.mutate(false);
        }}
      >
        {t(
          'This frees {size}. The chunks stay and can be found as before, but they can no longer be shown in the files that they are from. Uploads to come are not kept either.',
          { size: formatBytes(sizeBytes) },
        )}
      </ConfirmDialog>
    </div>
  );
}

export interface OriginalPageProps {
  readonly ownerId: string;
  readonly source: string;
  readonly docId: string | undefined;
  readonly back: { readonly label: string; readonly href: string };
}

/** The original of a source by itself, for what found a chunk and has no room to show where it stands. */
export function OriginalPage({ ownerId, source, docId, back }: OriginalPageProps) {
  return (
    <Page title={t('Original')} width="full" back={back} actions={<KeepOriginals ownerId={ownerId} />}>
      <OriginalView ownerId={ownerId} source={source} docId={docId} chunk={chunkToShow({ ownerId, source, docId })} />
    </Page>
  );
}
