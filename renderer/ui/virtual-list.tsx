import { useVirtualizer } from '@tanstack/react-virtual';
import { type ReactNode, type Ref, useEffect, useImperativeHandle, useRef } from 'react';

/** What can be done to the list from outside. */
export interface VirtualListHandle {
  scrollToIndex(index: number, align?: 'auto' | 'center' | 'start'): void;
}

export interface VirtualListProps<Item> {
  /** Its name for screen readers. */
  readonly label: string;
  readonly items: readonly Item[];
  readonly keyOf: (item: Item) => string;
  /** The usual height of a row in px; rows may be higher. */
  readonly rowHeight: number;
  readonly renderRow: (item: Item, index: number) => ReactNode;
  /** How many there are in all, where more can be loaded; otherwise those given. */
  readonly total?: number | undefined;
  /** The end is near: load more. */
  readonly onNearEnd?: (() => void) | undefined;
  readonly className?: string;
  readonly ref?: Ref<VirtualListHandle>;
}

/** Rows from the end at which more are loaded. */
const NEAR_END_ROWS = 10;

/** A list that scrolls, with only the rows in sight in the document. Give it a height by its class. */
export function VirtualList<Item>(props: VirtualListProps<Item>) {
  const { label, items, keyOf, rowHeight, renderRow, total = items.length, onNearEnd, className, ref } = props;
  const scroller = useRef<HTMLDivElement>(null);
  const virtualizer = useVirtualizer({
    count: items.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => rowHeight,
    getItemKey: (index) => {
      const item = items[index];
      return item === undefined ? index : keyOf(item);
    },
    overscan: 6,
  });
  useImperativeHandle(ref, () => ({
    scrollToIndex: (index, align = 'auto') => virtualizer.scrollToIndex(index, { align }),
  }));
  const rows = virtualizer.getVirtualItems();
  const isNearEnd = (rows.at(-1)?.index ?? 0) >= items.length - NEAR_END_ROWS && items.length < total;
  useEffect(() => {
    if (isNearEnd) onNearEnd?.();
  }, [isNearEnd, onNearEnd]);
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: keys scroll it, also where its rows have nothing to focus.
    <div ref={scroller} tabIndex={0} className={className} style={{ overflowY: 'auto', contain: 'strict' }}>
      {/* biome-ignore lint/a11y/useSemanticElements: a list of rows at places of their own. */}
      <div role="list" aria-label={label} style={{ height: virtualizer.getTotalSize(), position: 'relative' }}>
        {rows.map((row) => {
          const item = items[row.index];
          return item === undefined ? null : (
            // biome-ignore lint/a11y/useSemanticElements: as its list
            <div
              key={row.key}
              ref={virtualizer.measureElement}
              data-index={row.index}
              role="listitem"
              aria-setsize={total}
              aria-posinset={row.index + 1}
              style={{ position: 'absolute', top: 0, left: 0, right: 0, transform: `translateY(${row.start}px)` }}
            >
              {renderRow(item, row.index)}
            </div>
          );
        })}
      </div>
    </div>
  );
}
