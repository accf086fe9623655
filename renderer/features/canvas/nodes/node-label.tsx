import { type KeyboardEvent, type RefObject, useEffect, useRef, useState } from 'react';
import { t } from '../../../../shared/texts/t.ts';
import { renameNode } from '../../../editor/flow-edits.ts';
import { endRename, startRename, useCanvasViewStore } from '../../../stores/canvas-view-store.ts';
import { editFlow } from '../../../stores/flow/flow-store.ts';

interface NodeLabelProps {
  readonly nodeId: string;
  readonly label: string;
}

/** A name without words stays what it was. */
function keepName(nodeId: string, text: string): void {
  const label = text.trim();
  if (label !== '') editFlow((content) => renameNode(content, nodeId, label));
}

function useFocusWithText(field: RefObject<HTMLInputElement | null>): void {
  useEffect(() => {
    field.current?.focus({ preventScroll: true });
    field.current?.select();
  }, [field]);
}

function NameField({ nodeId, label }: NodeLabelProps) {
  const field = useRef<HTMLInputElement>(null);
  const [text, setText] = useState(label);
  useFocusWithText(field);
  // The field loses the focus once more when it goes.
  const hasLeft = useRef(false);
  function leave(isKept: boolean) {
    if (hasLeft.current) return;
    hasLeft.current = true;
    if (isKept) keepName(nodeId, text);
    endRename();
  }
  function onKeyDown(event: KeyboardEvent) {
    if (event.nativeEvent.isComposing) return;
    if (event.key === 'Enter' || event.key === 'Escape') {
      event.preventDefault();
      leave(event.key === 'Enter');
      const card = field.current?.closest('.react-flow__node');
      if (card instanceof HTMLElement) card.focus({ preventScroll: true });
    }
  }
  return (
    <input
      ref={field}
      aria-label={t('Name of the node')}
      className="nodrag nopan -mx-1 -my-px w-full rounded border border-accent bg-surface px-1 font-medium text-ink outline-none"
      value={text}
      onChange={(event) => setText(event.target.value)}
      onKeyDown={onKeyDown}
      onDoubleClick={(event) => event.stopPropagation()}
      onBlur={() => leave(true)}
    />
  );
}

/** A node's name on its card; a double click, or the rename command, makes it a field. */
export function NodeLabel({ nodeId, label }: NodeLabelProps) {
  const isRenamed = useCanvasViewStore(({ renamedNodeId }) => renamedNodeId === nodeId);
  if (isRenamed) return <NameField nodeId={nodeId} label={label} />;
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: a shortcut of the pointer; keys have the rename command.
    <div
      className="line-clamp-2 font-medium text-ink"
      title={label}
      data-node-label=""
      onDoubleClick={() => startRename(nodeId)}
    >
      {label}
    </div>
  );
}
