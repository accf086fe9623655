import type { ReactNode } from 'react';
import type { MapChunk } from '../../../shared/api/content-map.ts';
import { formatCount } from '../../../shared/text/format.ts';
import { t } from '../../../shared/texts/t.ts';
import type { ContentsOf } from '../../api/contents.ts';
import { contentsRoute } from '../../stores/contents-link.ts';
import { hrefOf } from '../../stores/router.ts';
import { nameOfSource } from './map-model.ts';

export interface ChunkRowProps {
  readonly of: ContentsOf;
  readonly chunk: MapChunk;
  /** Before its source. */
  readonly mark: ReactNode;
  /** The row is pointed at, or left. */
  readonly onPoint: (isPointed: boolean) => void;
}

/** A chunk of the map in a list, with the way to it. */
export function ChunkRow({ of, chunk, mark, onPoint }: ChunkRowProps) {
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
