import { useId, useState } from 'react';
import type { QueryDoc } from '../../../shared/api/vector.ts';
import { classNames } from '../../ui/class-names.ts';
import { placeInSource, sourceName } from './describe-passage.ts';
import { markWords } from './mark-words.ts';

/** Longer texts are folded: about ten lines of the panel at its usual width. */
const FOLD_FROM_CHARACTERS = 520;

const score = new Intl.NumberFormat('en-GB', { minimumFractionDigits: 3, maximumFractionDigits: 3 });

export interface PassageProps {
  readonly doc: QueryDoc;
  readonly query: string;
}

/** One passage that was found: where it stands, how well it fits, and its text with the words of the question marked. */
export function Passage({ doc, query }: PassageProps) {
  const [isWhole, setIsWhole] = useState(false);
  const textId = useId();
  const place = placeInSource(doc.metadata);
  const isLong = doc.pageContent.length > FOLD_FROM_CHARACTERS;
  return (
    <li className="flex flex-col gap-2 rounded-card border border-border bg-surface p-3">
      <div className="flex flex-col">
        <p className="truncate font-semibold" title={sourceName(doc.metadata)}>
          {sourceName(doc.metadata)}
        </p>
        <p className="tabular flex flex-wrap gap-x-3 text-secondary text-muted">
          {place === undefined ? null : <span>{place}</span>}
          <span>chunk {doc.chunkNo}</span>
          <span>score {score.format(doc.score)}</span>
        </p>
      </div>
      <p
        id={textId}
        className={classNames(
          'font-mono text-secondary leading-5 break-words whitespace-pre-wrap',
          isLong && !isWhole && 'line-clamp-[10]',
        )}
      >
        {markWords(doc.pageContent, query).map((piece, index) =>
          piece.marked ? (
            // biome-ignore lint/suspicious/noArrayIndexKey: the pieces of a text never change their order.
            <mark key={index} className="rounded-sm bg-warning-soft text-ink outline outline-warning/30">
              {piece.text}
            </mark>
          ) : (
            piece.text
          ),
        )}
      </p>
      {isLong ? (
        <button
          type="button"
          aria-expanded={isWhole}
          aria-controls={textId}
          className="self-start rounded-sm text-secondary text-accent hover:text-accent-hover"
          onClick={() => setIsWhole(!isWhole)}
        >
          {isWhole ? 'Show less' : 'Show all'}
        </button>
      ) : null}
    </li>
  );
}
