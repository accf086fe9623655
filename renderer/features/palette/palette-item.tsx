import { Star } from 'lucide-react';
import { type DragEvent, memo, useEffect, useRef } from 'react';
import type { NodeDefinition } from '../../../shared/nodes/define-node.ts';
import { t } from '../../../shared/texts/t.ts';
import { NODE_DRAG_TYPE, namedDragType } from '../../editor/node-drag.ts';
import { toggleFavourite, useIsFavourite } from '../../stores/favourite-nodes.ts';
import { classNames } from '../../ui/class-names.ts';
import { NodeIcon } from '../../ui/node-icon.tsx';

export interface PaletteItemProps {
  readonly id: string;
  readonly definition: NodeDefinition;
  /** What Enter in the search box adds. */
  readonly isActive: boolean;
  readonly onAdd: (definition: NodeDefinition) => void;
  /** A drag began, or ended, on the canvas or outside of it. */
  readonly onDragChange: (isDragged: boolean, isDropped: boolean) => void;
}

function takeAlong(event: DragEvent, definition: NodeDefinition): void {
  event.dataTransfer.setData(NODE_DRAG_TYPE, definition.name);
  event.dataTransfer.setData(namedDragType(definition), definition.name);
  event.dataTransfer.effectAllowed = 'copy';
}

/** Shown while the pointer is on the line, and on favourites. By key it is Shift+Enter in the search box. */
function FavouriteMark({ definition }: Pick<PaletteItemProps, 'definition'>) {
  const isFavourite = useIsFavourite(definition);
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: an option holds no other control; the search box has the key for it.
    // biome-ignore lint/a11y/noStaticElementInteractions: as above.
    <span
      data-favourite={isFavourite}
      title={isFavourite ? t('No favourite any more (Shift+Enter)') : t('Keep as a favourite (Shift+Enter)')}
      onClick={(event) => {
        event.stopPropagation();
        toggleFavourite(definition);
      }}
      className={classNames(
        'flex size-6 shrink-0 items-center justify-center rounded text-muted hover:text-accent [&_svg]:size-3.5',
        isFavourite ? 'text-accent [&_svg]:fill-current' : 'opacity-0 group-hover:opacity-100',
      )}
    >
      <Star aria-hidden="true" />
    </span>
  );
}

export const PaletteItem = memo(function PaletteItem(props: PaletteItemProps) {
  const { id, definition, isActive, onAdd, onDragChange } = props;
  const element = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (isActive) element.current?.scrollIntoView({ block: 'nearest' });
  }, [isActive]);
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the keys are the search box's, which owns this list (aria-activedescendant).
    <div
      ref={element}
      id={id}
      role="option"
      aria-selected={isActive}
      tabIndex={-1}
      draggable
      data-node-name={definition.name}
      title={t(definition.description)}
      onDragStart={(event) => {
        takeAlong(event, definition);
        // Afterwards: Chromium ends a drag whose source changes while it begins.
        requestAnimationFrame(() => onDragChange(true, false));
      }}
      onDragEnd={(event) => onDragChange(false, event.dataTransfer.dropEffect !== 'none')}
      onClick={() => onAdd(definition)}
      className={classNames(
        'group flex min-h-10 cursor-grab items-center gap-2.5 rounded-control px-2 transition-colors duration-80 select-none active:cursor-grabbing',
        isActive ? 'bg-hover' : 'hover:bg-hover',
      )}
    >
      <NodeIcon definition={definition} />
      <span className="line-clamp-2 min-w-0 flex-1 py-1 leading-[18px]">{definition.label}</span>
      <FavouriteMark definition={definition} />
    </div>
  );
});
