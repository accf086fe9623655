import type { ReactNode } from 'react';
import { formatCount } from '../../../shared/text/format.ts';
import { t } from '../../../shared/texts/t.ts';
import { useMapChunks } from '../../api/content-map.ts';
import type { ContentsOf } from '../../api/contents.ts';
import type { Point, Size } from './camera.ts';
import { type MapModel, nameOfSource } from './map-model.ts';
import { Swatch } from './swatch.tsx';

const WIDTH_PX = 320;
const GAP_PX = 16;

export interface PointCardProps {
  readonly of: ContentsOf;
  readonly model: MapModel;
  readonly index: number;
  /** Of the point in the picture. */
  readonly at: Point;
  readonly size: Size;
  readonly hint: ReactNode;
}

/** The text and the source of a point, beside it; never under the pointer. */
export function PointCard({ of, model, index, at, size, hint }: PointCardProps) {
  const id = model.ids[index];
  const { data, error } = useMapChunks(of, id === undefined ? [] : [id]);
  const source = model.sources[model.sourceOf[index] ?? 0];
  const chunk = data?.[0];
  const text = data !== undefined && chunk === undefined ? t('This chunk is gone: draw the map again.') : '';
  const isLeft = at.x + GAP_PX + WIDTH_PX > size.width && at.x > size.width / 2;
  const isAbove = at.y > size.height / 2;
  return (
    <div
      className="pointer-events-none absolute z-10 rounded-card border border-border bg-raised p-3 shadow-float"
      style={{
        width: Math.min(WIDTH_PX, size.width - 2 * GAP_PX),
        ...(isLeft
          ? { right: size.width - at.x + GAP_PX }
          : { left: Math.max(GAP_PX, Math.min(at.x + GAP_PX, size.width - WIDTH_PX - GAP_PX)) }),
        ...(isAbove ? { bottom: size.height - at.y + GAP_PX } : { top: at.y + GAP_PX }),
      }}
    >
      <p className="flex items-center gap-2">
        <Swatch style={source?.style ?? 0} />
        <span className="min-w-0 flex-1 truncate font-medium">{nameOfSource(source)}</span>
        {chunk === undefined ? null : (
          <span className="tabular shrink-0 text-secondary text-muted">
            {t('Chunk {number}', { number: formatCount(chunk.chunkNo) })}
          </span>
        )}
      </p>
      <p className="mt-1 line-clamp-6 min-h-5 break-words whitespace-pre-line">
        {error === null ? (chunk?.pageContent ?? text) : error.message}
      </p>
      <p className="mt-1.5 text-secondary text-muted">{hint}</p>
    </div>
  );
}
