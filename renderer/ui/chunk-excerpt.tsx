import { useId, useState } from 'react';
import { countOf } from '../../shared/text/format.ts';
import { FoldButton } from './controls/fold-button.tsx';
import { placeInSource, sourceName } from './passage/describe-passage.ts';

export interface ChunkExcerptProps {
  readonly chunk: { readonly pageContent: string; readonly metadata: Readonly<Record<string, unknown>> };
  /** What else there is to say of it. */
  readonly aside?: string | undefined;
  /** Longer texts are folded, so that several are seen at once. Characters. */
  readonly foldedAt?: number;
}

/** A chunk with where it comes from. */
export function ChunkExcerpt({ chunk, aside, foldedAt = 420 }: ChunkExcerptProps) {
  const place = placeInSource(chunk.metadata);
  const textId = useId();
  const [isWhole, setIsWhole] = useState(false);
  const isLong = chunk.pageContent.length > foldedAt;
  const text = isLong && !isWhole ? `${chunk.pageContent.slice(0, foldedAt)} …` : chunk.pageContent;
  return (
    <div className="flex flex-col gap-1 rounded-card border border-border bg-surface p-3">
      <p className="tabular flex flex-wrap gap-x-3 text-secondary text-muted">
        <span className="min-w-0 truncate font-medium text-ink">{sourceName(chunk.metadata)}</span>
        {place === undefined ? null : <span>{place}</span>}
        <span>{countOf(chunk.pageContent.length, 'character')}</span>
        {aside === undefined ? null : <span>{aside}</span>}
      </p>
      <p id={textId} className="font-mono text-secondary leading-5 break-words whitespace-pre-wrap">
        {text}
      </p>
      {isLong ? <FoldButton isWhole={isWhole} controls={textId} onToggle={() => setIsWhole(!isWhole)} /> : null}
    </div>
  );
}
