import { X } from 'lucide-react';
import { useState } from 'react';
import type { RunChunk, RunChunkKind } from '../../../shared/api/run-chunks.ts';
import { t } from '../../../shared/texts/t.ts';
import { useRunChunks } from '../../api/run-chunks.ts';
import { classNames } from '../../ui/class-names.ts';
import { Button } from '../../ui/controls/button.tsx';
import { FactChanges } from '../../ui/difference/fact-changes.tsx';
import { QueryState } from '../../ui/feedback/query-state.tsx';
import { placeInSource } from '../../ui/passage/describe-passage.ts';

const TITLES = {
  added: t('Added chunks'),
  updated: t('Updated chunks'),
  deleted: t('Deleted chunks'),
  skipped: t('Unchanged chunks'),
} as const satisfies Record<RunChunkKind, string>;

const NONE = {
  added: t('The run added no chunk.'),
  updated: t('The run updated no chunk.'),
  deleted: t('The run deleted no chunk.'),
  skipped: t('The run left no chunk as it was.'),
} as const satisfies Record<RunChunkKind, string>;

const EDGES = {
  added: 'border-l-success',
  updated: 'border-l-accent',
  deleted: 'border-l-danger',
  skipped: 'border-l-border-strong',
} as const satisfies Record<RunChunkKind, string>;

/** Longer texts are shown whole on request. */
const SHORT = 320;

function Text({ content }: { readonly content: string }) {
  const [isOpen, setOpen] = useState(false);
  const isLong = content.length > SHORT;
  return (
    <p className="break-words whitespace-pre-line">
      {isOpen || !isLong ? content : `${content.slice(0, SHORT).trimEnd()} …`}
      {isLong ? (
        <button
          type="button"
          aria-expanded={isOpen}
          className="ml-2 text-secondary text-accent hover:underline"
          onClick={() => setOpen(!isOpen)}
        >
          {isOpen ? t('Show less') : t('Show all')}
        </button>
      ) : null}
    </p>
  );
}

function notesOf({ isStored, pageContent }: RunChunk, kind: RunChunkKind): string | undefined {
  if (pageContent === null) return t('Its text is not kept: the chunk has been replaced or deleted since.');
  if (kind === 'deleted' && isStored) return t('It has been brought back since.');
  return kind !== 'deleted' && !isStored ? t('It has been replaced or deleted since.') : undefined;
}

function Chunk({ chunk, kind }: { readonly chunk: RunChunk; readonly kind: RunChunkKind }) {
  const { source, chunkNo, pageContent, metadata, metadataBefore } = chunk;
  const place = metadata === null ? undefined : placeInSource(metadata);
  const note = notesOf(chunk, kind);
  const facts = [chunkNo === null ? undefined : t('chunk {number}', { number: chunkNo }), place].filter(
    (fact) => fact !== undefined,
  );
  return (
    <li className={classNames('border-b border-border border-l-3 px-4 py-3 last:border-b-0', EDGES[kind])}>
      <p className="tabular flex min-w-0 gap-2 text-secondary">
        <span className="truncate font-medium" title={source}>
          {source === '' ? t('Unknown source') : source}
        </span>
        <span className="shrink-0 text-muted">{facts.join(' · ')}</span>
      </p>
      {metadataBefore === null || metadata === null ? null : (
        <div className="mt-1">
          <FactChanges before={metadataBefore} after={metadata} />
        </div>
      )}
      {pageContent === null ? null : <Text content={pageContent} />}
      {note === undefined ? null : <p className="text-secondary text-muted">{note}</p>}
    </li>
  );
}

export interface RunChunksProps {
  readonly runId: string;
  readonly kind: RunChunkKind;
  readonly onClose: () => void;
}

/** The chunks behind one of the counts of a run. */
export function RunChunks({ runId, kind, onClose }: RunChunksProps) {
  const query = useRunChunks(runId, kind);
  return (
    <section
      aria-label={TITLES[kind]}
      className="flex flex-col overflow-hidden rounded-card border border-border bg-surface"
    >
      <div className="flex items-center justify-between border-b border-border py-2 pr-2 pl-4">
        <h2 className="text-section font-semibold">{TITLES[kind]}</h2>
        <Button look="quiet" icon={<X />} onClick={onClose}>
          {t('Close')}
        </Button>
      </div>
      <QueryState query={query} loading={t('Loading chunks…')}>
        {({ pages }) => {
          const chunks = pages.flatMap((page) => page.chunks);
          const whyNot = pages[0]?.whyNot;
          if (chunks.length === 0 && !query.hasNextPage) {
            return <p className="px-4 py-6 text-center text-muted">{whyNot ?? NONE[kind]}</p>;
          }
          return (
            <>
              <ul aria-label={TITLES[kind]} className="max-h-[min(60vh,560px)] overflow-y-auto">
                {chunks.map((chunk) => (
                  <Chunk key={chunk.id} chunk={chunk} kind={kind} />
                ))}
              </ul>
              {query.hasNextPage ? (
                <div className="flex justify-center border-t border-border p-2">
                  <Button disabled={query.isFetchingNextPage} onClick={() => void query.fetchNextPage()}>
                    {query.isFetchingNextPage ? t('Loading…') : t('Show more')}
                  </Button>
                </div>
              ) : null}
            </>
          );
        }}
      </QueryState>
    </section>
  );
}
