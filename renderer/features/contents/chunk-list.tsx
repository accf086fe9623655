import { useVirtualizer } from '@tanstack/react-virtual';
import { type KeyboardEvent, type ReactNode, type RefObject, useEffect, useRef, useState } from 'react';
import type { ContentChunk } from '../../../shared/api/contents.ts';
import { formatCount } from '../../../shared/text/format.ts';
import { t } from '../../../shared/texts/t.ts';
import { CHUNKS_A_PAGE, type ContentsOf, FIRST_PAGE, useChunkPages } from '../../api/contents.ts';
import { Button } from '../../ui/controls/button.tsx';
import { TextInput } from '../../ui/controls/inputs.tsx';
import { ErrorNotice, splitMessage } from '../../ui/feedback/error-notice.tsx';

/** Chunks that one scroll bar reaches: browsers can't make a page of a million rows. */
const STRETCH = 5000;
const ROW_PX = 170;
/** Rows that a page key moves by. */
const PAGE_ROWS = 5;

export interface ChunkListProps {
  readonly of: ContentsOf;
  readonly sourceId: string | undefined;
  readonly total: number;
  /** The place to begin at. */
  readonly place: number;
  readonly chosen: ContentChunk | undefined;
  readonly onSelect: (chunk: ContentChunk) => void;
  readonly onEdit: (chunk: ContentChunk) => void;
  readonly onRemove: (chunk: ContentChunk) => void;
  readonly onLeave: () => void;
  readonly renderChunk: (chunk: ContentChunk) => ReactNode;
}

/** Where the keys of a list go, by the key. */
function moveOf(key: string, index: number, last: number): number | undefined {
  switch (key) {
    case 'ArrowDown':
      return Math.min(last, index + 1);
    case 'ArrowUp':
      return Math.max(0, index - 1);
    case 'PageDown':
      return Math.min(last, index + PAGE_ROWS);
    case 'PageUp':
      return Math.max(0, index - PAGE_ROWS);
    case 'Home':
      return 0;
    case 'End':
      return last;
    default:
      return undefined;
  }
}

interface StretchBarProps {
  readonly first: number;
  readonly last: number;
  readonly total: number;
  readonly onGo: (place: number) => void;
}

/** Which part of a long list is shown, and the way to any other. */
function StretchBar({ first, last, total, onGo }: StretchBarProps) {
  const [text, setText] = useState('');
  const number = Number(text);
  const isNumber = Number.isSafeInteger(number) && number >= 1 && number <= total;
  return (
    <form
      className="tabular flex shrink-0 items-center gap-2 border-b border-border px-4 py-2 text-secondary text-muted"
      onSubmit={(event) => {
        event.preventDefault();
        if (isNumber) onGo(number - 1);
      }}
    >
      <span className="min-w-0 flex-1 truncate">
        {t('{first}–{last} of {total}', {
          first: formatCount(first + 1),
          last: formatCount(last + 1),
          total: formatCount(total),
        })}
      </span>
      {total > STRETCH ? (
        <>
          <Button look="quiet" disabled={first === 0} onClick={() => onGo(first - STRETCH)}>
            {t('Earlier')}
          </Button>
          <Button look="quiet" disabled={last + 1 >= total} onClick={() => onGo(last + 1)}>
            {t('Later')}
          </Button>
        </>
      ) : null}
      <div className="w-28 shrink-0">
        <TextInput
          aria-label={t('Go to chunk')}
          placeholder={t('Go to chunk')}
          inputMode="numeric"
          aria-invalid={text !== '' && !isNumber}
          value={text}
          onChange={(event) => setText(event.target.value)}
        />
      </div>
      <Button type="submit" disabled={!isNumber}>
        {t('Go')}
      </Button>
    </form>
  );
}

/** The part of the list that the scroll bar reaches, and the chunks in sight. */
function useStretch({ of, sourceId, ...props }: ChunkListProps, scroller: RefObject<HTMLDivElement | null>) {
  // As it is now: what was opened may have lost chunks since.
  const [start] = useChunkPages(of, sourceId, FIRST_PAGE);
  const total = start?.data?.total ?? props.total;
  const [wanted, setIndex] = useState(props.place);
  const index = Math.max(0, Math.min(wanted, total - 1));
  const first = Math.floor(index / STRETCH) * STRETCH;
  const count = Math.min(STRETCH, total - first);
  const virtualizer = useVirtualizer({
    count,
    getScrollElement: () => scroller.current,
    estimateSize: () => ROW_PX,
    overscan: 3,
    initialOffset: (index - first) * ROW_PX,
  });
  const rows = virtualizer.getVirtualItems();
  const pageOf = (place: number) => Math.floor(place / CHUNKS_A_PAGE);
  const from = pageOf(first + (rows[0]?.index ?? 0));
  const to = pageOf(first + (rows.at(-1)?.index ?? 0));
  const pages = Array.from({ length: to - from + 1 }, (_, step) => from + step);
  const results = useChunkPages(of, sourceId, pages);
  const failed = results.find(({ error }) => error !== null);
  const chunkAt = (place: number) => results[pageOf(place) - from]?.data?.chunks[place % CHUNKS_A_PAGE];
  return { index, setIndex, first, count, total, virtualizer, rows, failed, chunkAt };
}

/** The chunks of a source, or of all, in their order; only those in sight are loaded. */
export function ChunkList(props: ChunkListProps) {
  const { chosen, onSelect, onEdit, onRemove, onLeave, renderChunk } = props;
  const scroller = useRef<HTMLDivElement>(null);
  const { index, setIndex, first, count, total, virtualizer, rows, failed, chunkAt } = useStretch(props, scroller);
  const selected = chunkAt(index);

  useEffect(() => {
    // The same id may have another text by now.
    if (selected !== undefined && selected !== chosen) onSelect(selected);
  }, [selected, chosen, onSelect]);

  function go(place: number): void {
    setIndex(place);
    requestAnimationFrame(() => virtualizer.scrollToIndex(place % STRETCH, { align: 'auto' }));
  }

  function onKeyDown(event: KeyboardEvent): void {
    if (event.target !== scroller.current) return;
    const next = moveOf(event.key, index, total - 1);
    if (next !== undefined) go(next);
    else if (event.key === 'Escape') onLeave();
    else if (selected !== undefined && event.key === 'Enter') onEdit(selected);
    else if (selected !== undefined && event.key === 'Delete') onRemove(selected);
    else return;
    event.preventDefault();
  }

  if (failed?.error != null) {
    const { whatHappened, whatToDo } = splitMessage(failed.error.message);
    const action = { label: t('Try again'), onClick: () => void failed.refetch() };
    return <ErrorNotice whatHappened={whatHappened} whatToDo={whatToDo} action={action} />;
  }
  if (total === 0) return <p className="px-5 py-3 text-muted">{t('Nothing is left of this source.')}</p>;
  return (
    <>
      <StretchBar first={first} last={first + count - 1} total={total} onGo={go} />
      <section
        ref={scroller}
        aria-label={t('Chunks')}
        data-chunks
        // biome-ignore lint/a11y/noNoninteractiveTabindex: its keys go from chunk to chunk
        tabIndex={0}
        className="min-h-0 flex-1 overflow-y-auto px-4 focus-visible:outline-2 focus-visible:-outline-offset-2 focus-visible:outline-accent"
        onKeyDown={onKeyDown}
      >
        <div style={{ height: virtualizer.getTotalSize(), position: 'relative' }}>
          {rows.map((row) => {
            const place = first + row.index;
            const chunk = chunkAt(place);
            return (
              <div
                key={row.key}
                ref={virtualizer.measureElement}
                data-index={row.index}
                style={{ position: 'absolute', top: 0, left: 0, right: 0, transform: `translateY(${row.start}px)` }}
                onPointerDown={() => setIndex(place)}
              >
                {chunk === undefined ? <div style={{ height: ROW_PX }} /> : renderChunk(chunk)}
              </div>
            );
          })}
        </div>
      </section>
      <p role="status" className="sr-only">
        {selected === undefined
          ? ''
          : t('Chunk {number} of {total}: {text}', {
              number: index + 1,
              total,
              text: selected.pageContent.slice(0, 80),
            })}
      </p>
    </>
  );
}
