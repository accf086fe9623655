import type { ReactNode } from 'react';
import type { MapAnswer, MapChunk } from '../../../shared/api/content-map.ts';
import { formatCount } from '../../../shared/text/format.ts';
import { t } from '../../../shared/texts/t.ts';
import { useMapChunks } from '../../api/content-map.ts';
import type { ContentsOf } from '../../api/contents.ts';
import { contentsRoute } from '../../stores/contents-link.ts';
import { hrefOf } from '../../stores/router.ts';
import { Panel } from '../../ui/panel.tsx';
import { VirtualList } from '../../ui/virtual-list.tsx';
import { type MapModel, nameOfSource } from './map-model.ts';
import { Swatch } from './swatch.tsx';

interface ChunkRowProps {
  readonly of: ContentsOf;
  readonly chunk: MapChunk;
  /** Before its source. */
  readonly mark: ReactNode;
  /** The row is pointed at, or left. */
  readonly onPoint: (isPointed: boolean) => void;
}

/** A chunk of the map in a list, with the way to it. */
function ChunkRow({ of, chunk, mark, onPoint }: ChunkRowProps) {
  return (
    <a
      href={hrefOf(contentsRoute({ ...of, source: chunk.source, chunkId: chunk.contentsId }))}
      className="block border-b border-border px-4 py-2.5 hover:bg-hover focus-visible:bg-hover"
      onPointerEnter={() => onPoint(true)}
      onPointerLeave={() => onPoint(false)}
      onFocus={() => onPoint(true)}
      onBlur={() => onPoint(false)}
    >
      <span className="flex items-center gap-2">
        {mark}
        <span className="min-w-0 flex-1 truncate font-medium">{nameOfSource({ name: chunk.source })}</span>
        <span className="tabular shrink-0 text-secondary text-muted">
          {t('Chunk {number}', { number: formatCount(chunk.chunkNo) })}
        </span>
      </span>
      <span className="mt-0.5 line-clamp-3 break-words text-secondary text-muted">{chunk.pageContent}</span>
    </a>
  );
}

/** Rows whose texts are loaded together. */
const BLOCK = 25;
const ROW_PX = 93;
const LOOK = 'w-88 shrink-0 border-l border-border max-lg:h-96 max-lg:w-full max-lg:border-t max-lg:border-l-0';

interface PanelProps {
  readonly of: ContentsOf;
  readonly model: MapModel;
  /** A row of a point is pointed at. */
  readonly onPoint: (index: number | undefined) => void;
  readonly onClose: () => void;
}

interface SelectedRowProps extends Pick<PanelProps, 'of' | 'model' | 'onPoint'> {
  readonly index: number;
  /** Ids of the points that are loaded with it. */
  readonly block: readonly string[];
}

function SelectedRow({ of, model, onPoint, index, block }: SelectedRowProps) {
  const { data, error } = useMapChunks(of, block);
  const source = model.sources[model.sourceOf[index] ?? 0];
  const chunk = data?.find(({ id }) => id === model.ids[index]);
  const mark = <Swatch style={source?.style ?? 0} />;
  if (chunk !== undefined) {
    return <ChunkRow of={of} chunk={chunk} mark={mark} onPoint={(isOn) => onPoint(isOn ? index : undefined)} />;
  }
  const gone = data === undefined ? t('Loading…') : t('This chunk is gone: draw the map again.');
  return (
    <div style={{ height: ROW_PX }} className="border-b border-border px-4 py-2.5">
      <p className="flex items-center gap-2">
        {mark}
        <span className="min-w-0 flex-1 truncate font-medium">{nameOfSource(source)}</span>
      </p>
      <p className="mt-0.5 text-secondary text-muted">{error === null ? gone : error.message}</p>
    </div>
  );
}

/** The chunks of the points that are selected. */
export function SelectionPanel({ selected, ...props }: PanelProps & { readonly selected: ReadonlySet<number> }) {
  const { model, onClose } = props;
  const items = [...selected].sort((a, b) => a - b);
  const blockOf = (row: number) => {
    const start = Math.floor(row / BLOCK) * BLOCK;
    return items.slice(start, start + BLOCK).flatMap((index) => model.ids[index] ?? []);
  };
  return (
    <Panel
      title={t('{count, plural, one {# chunk} other {# chunks}} selected', { count: items.length })}
      closeLabel={t('Clear selection')}
      onClose={onClose}
      className={LOOK}
    >
      <VirtualList
        label={t('Selected chunks')}
        className="h-full"
        items={items}
        keyOf={(index) => model.ids[index] ?? ''}
        rowHeight={ROW_PX}
        renderRow={(index, row) => <SelectedRow {...props} index={index} block={blockOf(row)} />}
      />
    </Panel>
  );
}

/** What answers the question best. */
export function AnswerPanel({ of, model, answer, onPoint, onClose }: PanelProps & { readonly answer: MapAnswer }) {
  const indices = new Map(model.ids.map((id, index) => [id, index] as const));
  const mark = (index: number) => (
    <span className="tabular flex size-5 shrink-0 items-center justify-center rounded-full bg-ink text-secondary font-semibold text-canvas">
      {index + 1}
    </span>
  );
  return (
    <Panel title={t('Nearest chunks')} closeLabel={t('Clear question')} onClose={onClose} className={LOOK}>
      {answer.chunks.length === 0 ? (
        <p className="p-4 text-muted">{t('Nothing was found for this question.')}</p>
      ) : null}
      <ol aria-label={t('Nearest chunks')}>
        {answer.chunks.map((chunk, index) => (
          <li key={chunk.id}>
            <ChunkRow
              of={of}
              chunk={chunk}
              mark={mark(index)}
              onPoint={(isOn) => onPoint(isOn ? indices.get(chunk.id) : undefined)}
            />
          </li>
        ))}
      </ol>
    </Panel>
  );
}
