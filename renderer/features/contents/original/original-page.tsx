import { t } from '../../../../shared/texts/t.ts';
import { chunkToShow } from '../../../stores/shown-chunk.ts';
import { Page } from '../../../ui/page.tsx';
import { KeepOriginals } from './keep-originals.tsx';
import { OriginalView } from './original-view.tsx';

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
      <OriginalView ownerId={ownerId} source={source} docId={docId} chunk={chunkToShow({ ownerId, source })} />
    </Page>
  );
}
