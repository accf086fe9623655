import { useReactFlow } from '@xyflow/react';
import type { KeyboardEvent, PointerEvent } from 'react';
import { limitNoteSize, type NoteSize } from '../../../../shared/flow/notes.ts';
import { t } from '../../../../shared/texts/t.ts';
import { GRID } from '../../../editor/flow-content.ts';
import { resizeNote } from '../../../editor/note-edits.ts';
import { editFlow } from '../../../stores/flow/flow-store.ts';

/** Steps of the arrow keys, by width and height. */
const STEPS: Readonly<Record<string, readonly [number, number]>> = {
  ArrowRight: [GRID, 0],
  ArrowLeft: [-GRID, 0],
  ArrowDown: [0, GRID],
  ArrowUp: [0, -GRID],
};

function toGrid(value: number): number {
  return Math.round(value / GRID) * GRID;
}

export interface NoteCornerProps {
  readonly id: string;
  readonly size: NoteSize;
  /** While it is dragged; undefined at the end. The flow gets the last size only. */
  readonly onSize: (size: NoteSize | undefined) => void;
}

/** The corner of a note, by which pointer and arrow keys change its size. */
export function NoteCorner({ id, size, onSize }: NoteCornerProps) {
  const { getZoom } = useReactFlow();

  function onPointerDown(down: PointerEvent<HTMLButtonElement>) {
    const corner = down.currentTarget;
    const zoom = getZoom();
    corner.setPointerCapture(down.pointerId);
    let last = size;
    const onMove = (move: globalThis.PointerEvent) => {
      const width = toGrid(size.width + (move.clientX - down.clientX) / zoom);
      const height = toGrid(size.height + (move.clientY - down.clientY) / zoom);
      last = limitNoteSize({ width, height });
      onSize(last);
    };
    const onEnd = () => {
      corner.removeEventListener('pointermove', onMove);
      corner.removeEventListener('lostpointercapture', onEnd);
      onSize(undefined);
      editFlow((content) => resizeNote(content, id, last), { name: 'resize-note' });
    };
    corner.addEventListener('pointermove', onMove);
    corner.addEventListener('lostpointercapture', onEnd);
  }

  function onKeyDown(event: KeyboardEvent) {
    const step = STEPS[event.key];
    if (step === undefined) return;
    event.preventDefault();
    event.stopPropagation(); // else the note would be moved, too
    const wanted = { width: size.width + step[0], height: size.height + step[1] };
    editFlow((content) => resizeNote(content, id, wanted), { group: `resize ${id}`, name: 'resize-note' });
  }

  return (
    <button
      type="button"
      className="sticky-note-corner nodrag nopan"
      aria-label={t('Size of the note, {width} by {height}: change it with the arrow keys', {
        width: size.width,
        height: size.height,
      })}
      onPointerDown={onPointerDown}
      onKeyDown={onKeyDown}
    />
  );
}
