import type { NodeProps } from '@xyflow/react';
import { memo } from 'react';
import type { CanvasNode } from '../view-elements.ts';

/** A note from an imported flow. It is no part of what runs. */
export const StickyNote = memo(function StickyNote({ data, selected }: NodeProps<CanvasNode>) {
  const text = data.inputs.note;
  return (
    <div className="sticky-note" data-selected={selected}>
      {typeof text === 'string' && text !== '' ? text : data.label}
    </div>
  );
});
