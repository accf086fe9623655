import { useId, useState } from 'react';
import { t } from '../../shared/texts/t.ts';
import { FoldButton } from './controls/fold-button.tsx';
import { passageTitle, placeUnderTitle } from './passage/describe-passage.ts';

export interface ChunkExcerptProps {
  readonly chunk: { readonly pageContent: string; readonly metadata: Readonly<Record<string, unknown>> };
  /** What else there is to say of it. */
  readonly aside?: string | undefined;
  /** Longer texts are folded, so that several are seen at once. Characters. */
  readonly foldedAt?: number;
  /** Characters at its beginning that the chunk before ends with, and at its end that the next one begins with: they are marked. */
  readonly sharedBefore?: number;
  readonly sharedAfter?: number;
}

interface SharedTextProps {
  readonly text: string;
  /** Where what is shared ends at the beginning, and begins at the end. */
  readonly before: number;
  readonly after: number;
}

/** A text with what it shares with its neighbours marked. Where both meet, the one before has it. */
function SharedText({ text, before, after }: SharedTextProps) {
  const look = 'rounded-sm bg-accent-soft text-ink';
  const from = Math.max(before, after);
  return (
    <>
      {before > 0 ? (
        <mark className={look} title={t('The chunk before ends with this')}>
          {text.slice(0, before)}
        </mark>
      ) : null}
      {text.slice(before, from)}
      {from < text.length ? (
        <mark className={look} title={t('The next chunk begins with this')}>
          {text.slice(from)}
        </mark>
      ) : null}
    </>
  );
}

/** A chunk with where it comes from. */
export function ChunkExcerpt({ chunk, aside, foldedAt = 420, sharedBefore = 0, sharedAfter = 0 }: ChunkExcerptProps) {
  const place = placeUnderTitle(chunk.metadata);
  const textId = useId();
  const [isWhole, setIsWhole] = useState(false);
  const isLong = chunk.pageContent.length > foldedAt;
  const { length } = chunk.pageContent;
  const text = isLong && !isWhole ? chunk.pageContent.slice(0, foldedAt) : chunk.pageContent;
  return (
    <div className="flex flex-col gap-1 rounded-card border border-border bg-surface p-3">
      <p className="tabular flex flex-wrap gap-x-3 text-secondary text-muted">
        <span className="min-w-0 truncate font-medium text-ink">{passageTitle(chunk.metadata)}</span>
        {place === undefined ? null : <span>{place}</span>}
        <span>{t('{count, plural, one {# character} other {# characters}}', { count: chunk.pageContent.length })}</span>
        {aside === undefined ? null : <span>{aside}</span>}
      </p>
      <p id={textId} className="font-mono text-secondary leading-5 break-words whitespace-pre-wrap">
        <SharedText
          text={text}
          before={Math.min(sharedBefore, text.length)}
          after={Math.min(text.length, length - sharedAfter)}
        />
        {text.length < length ? ' …' : null}
      </p>
      {isLong ? <FoldButton isWhole={isWhole} controls={textId} onToggle={() => setIsWhole(!isWhole)} /> : null}
    </div>
  );
}
