import { FileSearch } from 'lucide-react';
import { useId, useState } from 'react';
import type { QueryDoc } from '../../../shared/api/vector.ts';
import { showInOriginal } from '../../stores/shown-chunk.ts';
import { Button } from '../../ui/controls/button.tsx';
import { FoldButton } from '../../ui/controls/fold-button.tsx';
import { placeInSource, sourceName } from '../../ui/describe-passage.ts';
import { findExcerpt } from './find-excerpt.ts';
import { markWords } from './mark-words.ts';

/** Longer texts are folded: about ten lines of the panel at its usual width. */
const FOLDED_CHARACTERS = 420;

const score = new Intl.NumberFormat('en-GB', { minimumFractionDigits: 3, maximumFractionDigits: 3 });

export interface PassageProps {
  readonly chatflowId: string;
  readonly doc: QueryDoc;
  readonly query: string;
}

/** One passage that was found: where it stands, how well it fits, and its text with the words of the question marked. */
export function Passage({ chatflowId, doc, query }: PassageProps) {
  const [isWhole, setIsWhole] = useState(false);
  const textId = useId();
  const { source } = doc.metadata;
  const place = placeInSource(doc.metadata);
  const excerpt = findExcerpt(doc.pageContent, query, FOLDED_CHARACTERS);
  const isLong = excerpt.to - excerpt.from < doc.pageContent.length;
  const { from, to } = isWhole ? { from: 0, to: doc.pageContent.length } : excerpt;
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
      <p id={textId} className="font-mono text-secondary leading-5 break-words whitespace-pre-wrap">
        {from > 0 ? '… ' : null}
        {markWords(doc.pageContent.slice(from, to), query).map((piece, index) =>
          piece.marked ? (
            // biome-ignore lint/suspicious/noArrayIndexKey: the pieces of a text never change their order.
            <mark key={index} className="rounded-sm bg-warning-soft text-ink outline outline-warning/30">
              {piece.text}
            </mark>
          ) : (
            piece.text
          ),
        )}
        {to < doc.pageContent.length ? ' …' : null}
      </p>
      <div className="flex flex-wrap items-center gap-2 empty:hidden">
        {isLong ? <FoldButton isWhole={isWhole} controls={textId} onToggle={() => setIsWhole(!isWhole)} /> : null}
        {typeof source === 'string' && source !== '' ? (
          <Button
            look="quiet"
            icon={<FileSearch aria-hidden="true" />}
            onClick={() =>
              showInOriginal({ ownerId: chatflowId, source }, { text: doc.pageContent, metadata: doc.metadata })
            }
          >
            Show in the original
          </Button>
        ) : null}
      </div>
    </li>
  );
}
