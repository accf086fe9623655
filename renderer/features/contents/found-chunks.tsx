import { SearchX } from 'lucide-react';
import { type ReactNode, useEffect } from 'react';
import type { ContentChunk } from '../../../shared/api/contents.ts';
import { t } from '../../../shared/texts/t.ts';
import { type ContentFilter, type ContentsOf, useContentSearch } from '../../api/contents.ts';
import { Button } from '../../ui/controls/button.tsx';
import { EmptyState } from '../../ui/feedback/empty-state.tsx';
import { QueryState } from '../../ui/feedback/query-state.tsx';

export interface FoundChunksProps {
  readonly of: ContentsOf;
  readonly sourceId: string | undefined;
  readonly words: string;
  readonly filter: ContentFilter;
  readonly chosen: ContentChunk | undefined;
  readonly onSelect: (chunk: ContentChunk) => void;
  readonly renderChunk: (chunk: ContentChunk) => ReactNode;
}

/** Chunks that a search has found, best or first in order; the search goes on on demand. */
export function FoundChunks({ of, sourceId, words, filter, chosen, onSelect, renderChunk }: FoundChunksProps) {
  const query = useContentSearch(of, sourceId, words, filter);
  const hits = query.data?.pages.flatMap(({ chunks }) => chunks) ?? [];
  const [best] = hits;
  const isChosen = hits.some(({ id }) => id === chosen?.id);
  useEffect(() => {
    // What stands beside the hits, the original say, is about one of them.
    if (!isChosen && best !== undefined) onSelect(best);
  }, [isChosen, best, onSelect]);
  return (
    <section
      aria-label={t('Chunks')}
      data-chunks
      tabIndex={-1}
      className="min-h-0 flex-1 overflow-y-auto px-4 py-2 outline-none"
    >
      <QueryState query={query} loading={t('Searching…')}>
        {({ pages }) => {
          const chunks = pages.flatMap((page) => page.chunks);
          const searched = pages.reduce((sum, page) => sum + page.searched, 0);
          return (
            <>
              <p role="status" className="tabular mx-auto max-w-200 py-1 text-secondary text-muted">
                {query.hasNextPage && searched > 0
                  ? t('{count, plural, one {# chunk} other {# chunks}} found in the first {searched, number}', {
                      count: chunks.length,
                      searched,
                    })
                  : t('{count, plural, one {# chunk} other {# chunks}} found', { count: chunks.length })}
              </p>
              {chunks.length === 0 && !query.hasNextPage ? (
                <EmptyState icon={<SearchX aria-hidden="true" />} title={t('Nothing found')}>
                  {t('No chunk here has these words and this metadata. Try fewer words, or all sources.')}
                </EmptyState>
              ) : null}
              {chunks.map((chunk) => (
                <div key={chunk.id}>{renderChunk(chunk)}</div>
              ))}
              {query.hasNextPage ? (
                <div className="flex justify-center py-3">
                  <Button disabled={query.isFetchingNextPage} onClick={() => void query.fetchNextPage()}>
                    {query.isFetchingNextPage ? t('Searching…') : t('Search on')}
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
