import { ScatterChart } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import type { ContentMap, ReadyMap } from '../../../shared/api/content-map.ts';
import type { ContentsSummary } from '../../../shared/api/contents.ts';
import { t } from '../../../shared/texts/t.ts';
import { useContentMap } from '../../api/content-map.ts';
import { type ContentsOf, useContents } from '../../api/contents.ts';
import { hrefOf } from '../../stores/router.ts';
import { Button } from '../../ui/controls/button.tsx';
import { Select } from '../../ui/controls/select.tsx';
import { Banner } from '../../ui/feedback/banner.tsx';
import { EmptyState } from '../../ui/feedback/empty-state.tsx';
import { ProgressBar } from '../../ui/feedback/progress-bar.tsx';
import { QueryState } from '../../ui/feedback/query-state.tsx';
import { Page } from '../../ui/page.tsx';
import { MapView } from './map-view.tsx';

type Drawing = Extract<ContentMap, { state: 'DRAWING' }>;

/** What is done, and where in the whole work each step begins and ends. */
const STEPS = {
  READING: { words: t('Reading the chunks'), from: 0, to: 0.2 },
  COMPARING: { words: t('Comparing them with each other'), from: 0.2, to: 0.55 },
  ARRANGING: { words: t('Arranging them so that near ones are about the same'), from: 0.55, to: 1 },
} as const satisfies Record<Drawing['step'], object>;

function DrawingState({ step, fraction }: Pick<Drawing, 'step' | 'fraction'>) {
  const { words, from, to } = STEPS[step];
  return (
    <div className="flex flex-1 items-center justify-center p-6">
      <div className="w-96 max-w-full">
        <p role="status" className="mb-2">
          {words}…
        </p>
        <ProgressBar label={t('Drawing the map')} value={from + (to - from) * fraction} />
        <p className="mt-2 text-secondary text-muted">{t('This takes some seconds for thousands of chunks.')}</p>
      </div>
    </div>
  );
}

interface NothingProps {
  readonly of: ContentsOf;
  readonly map: ReadyMap;
  readonly summary: ContentsSummary | undefined;
}

/** Says what will be here. */
function Nothing({ of, map, summary }: NothingProps) {
  const isStore = summary?.kind === 'documentStore';
  const home = isStore
    ? hrefOf({ page: 'store', storeId: summary.ownerId })
    : hrefOf({ page: 'editor', chatflowId: of.ownerId });
  const hasChunks = map.chunks > 0;
  return (
    <EmptyState
      icon={<ScatterChart aria-hidden="true" />}
      title={hasChunks ? t('These chunks have no vectors to compare') : t('Nothing is in the vector store yet')}
      action={
        <a className="font-medium text-accent hover:underline" href={home}>
          {isStore ? t('Open the document store and upsert') : t('Open the flow and upsert documents')}
        </a>
      }
    >
      {t('After an upsert each chunk is a point here, and points near each other are about the same thing.')}
    </EmptyState>
  );
}

function leadOf({ chunks, points, sources, isPartial, method }: ReadyMap): string {
  const drawn = points.ids.length;
  const counts =
    drawn === chunks && !isPartial
      ? t('{count, plural, one {# chunk} other {# chunks}}', { count: chunks })
      : isPartial
        ? t('{drawn, number} of the first {chunks, number} chunks', { drawn, chunks })
        : t('{drawn, number} of {chunks, number} chunks', { drawn, chunks });
  const few = method === 'PCA' && drawn > 0 ? [t('with ten or more, groups show')] : [];
  const count = t('{count, plural, one {# source} other {# sources}}', { count: sources.length });
  return [counts, count, ...few].join(' · ');
}

/** The last map that was drawn stays while it is drawn again. */
function useDrawn(data: ContentMap | undefined): ReadyMap | undefined {
  const [drawn, setDrawn] = useState<ReadyMap>();
  if (data?.state === 'READY' && data !== drawn) setDrawn(data);
  return data?.state === 'READY' ? data : drawn;
}

export interface MapPageProps {
  readonly ownerId: string;
  readonly nodeId: string | undefined;
  readonly onNode: (nodeId: string) => void;
}

/** The chunks of a chatflow's vector store or of a document store as points in a plane. */
export function MapPage({ ownerId, nodeId, onNode }: MapPageProps) {
  const of: ContentsOf = { ownerId, nodeId };
  const { data: summary } = useContents(of);
  const { query, drawAgain } = useContentMap(of);
  const drawn = useDrawn(query.data);
  const stores = summary?.vectorStores ?? [];
  const search = nodeId === undefined ? {} : { node: nodeId };
  const shown = (data: ContentMap): ReactNode => {
    if (drawn === undefined) return data.state === 'DRAWING' ? <DrawingState {...data} /> : null;
    const isDrawing = data.state === 'DRAWING';
    const redraw = (
      <Button disabled={isDrawing} onClick={drawAgain}>
        {isDrawing ? t('Drawing…') : t('Draw again')}
      </Button>
    );
    return (
      <>
        {drawn.isCurrent && !isDrawing ? null : (
          <Banner title={t('The chunks have changed since this map was drawn.')} actions={redraw}>
            {isDrawing ? `${STEPS[data.step].words}…` : t('It shows them as they were.')}
          </Banner>
        )}
        {drawn.points.ids.length === 0 ? (
          <Nothing of={of} map={drawn} summary={summary} />
        ) : (
          <MapView of={of} map={drawn} />
        )}
      </>
    );
  };
  return (
    <Page
      title={summary === undefined ? t('Map') : t('Map of {name}', { name: summary.name })}
      back={{ label: t('Contents'), href: hrefOf({ page: 'contents', ownerId, search }) }}
      lead={drawn === undefined ? t('Chunks near each other are about the same thing') : leadOf(drawn)}
      width="full"
      actions={
        stores.length > 1 ? (
          <Select
            aria-label={t('Vector store')}
            value={summary?.nodeId ?? ''}
            options={stores.map((store) => ({ value: store.nodeId, label: store.label }))}
            onValueChange={onNode}
          />
        ) : undefined
      }
    >
      <QueryState query={query} loading={t('Looking for the map…')}>
        {shown}
      </QueryState>
    </Page>
  );
}
