import { t } from '../../../../shared/texts/t.ts';
import './sticky-note.css';
import { type NodeProps, useReactFlow } from '@xyflow/react';
import { type KeyboardEvent, memo, type PointerEvent, useEffect, useRef, useState } from 'react';
import {
  limitNoteSize,
  NOTE_TEXT,
  type NoteSize,
  noteColour,
  noteSize,
  noteText,
} from '../../../../shared/flow/notes.ts';
import { GRID } from '../../../editor/flow-content.ts';
import { setInput } from '../../../editor/flow-edits.ts';
import { typingGroup } from '../../../editor/history.ts';
import { colourNote, resizeNote } from '../../../editor/note-edits.ts';
import { editFlow, useFlowNode, useFlowStore } from '../../../stores/flow/flow-store.ts';
import { editNote, leaveNote, useNoteStore } from '../../../stores/note-store.ts';
import { NoteColours } from '../../../ui/note-colours.tsx';
import type { CanvasNode } from '../view-elements.ts';
import { NodeBoundary } from './node-boundary.tsx';

/** The text of a note while it is written; each word is a step of undo. Escape leaves it, and so does a click outside of it. */
function NoteText({ id, text }: { readonly id: string; readonly text: string }) {
  const field = useRef<HTMLTextAreaElement>(null);
  useEffect(() => {
    const { current } = field;
    current?.focus({ preventScroll: true });
    current?.setSelectionRange(current.value.length, current.value.length);
    return () => leaveNote(id);
  }, [id]);

  function onKeyDown(event: KeyboardEvent<HTMLTextAreaElement>) {
    if (event.key !== 'Escape') return;
    event.preventDefault();
    const card = event.currentTarget.closest<HTMLElement>('.react-flow__node');
    leaveNote(id);
    card?.focus({ preventScroll: true });
  }

  return (
    // The text once more below the field gives it its height.
    <div className="sticky-note-field nodrag nopan nowheel" data-flow-form="" data-text={`${text} `}>
      <textarea
        ref={field}
        aria-label={t('Text of the note')}
        placeholder={t('Write a note')}
        value={text}
        onChange={(event) => {
          const { value } = event.target;
          editFlow((content) => setInput(content, id, NOTE_TEXT, value), {
            group: typingGroup(`${id}.${NOTE_TEXT}`, value),
            name: 'write-note',
          });
        }}
        onKeyDown={onKeyDown}
        onBlur={() => leaveNote(id)}
      />
    </div>
  );
}

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

interface NoteCornerProps {
  readonly id: string;
  readonly size: NoteSize;
  /** While it is dragged; undefined at the end. The flow gets the last size only. */
  readonly onSize: (size: NoteSize | undefined) => void;
}

/** The corner of a note, by which pointer and arrow keys change its size. */
function NoteCorner({ id, size, onSize }: NoteCornerProps) {
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

function Note({ id, data, selected }: NodeProps<CanvasNode>) {
  const node = useFlowNode(id);
  const isEdited = useNoteStore(({ editedId }) => editedId === id);
  const isAlone = useFlowStore(({ selectedNodeIds }) => selectedNodeIds.size === 1);
  const [draggedSize, setDraggedSize] = useState<NoteSize>();
  const text = noteText({ data });
  const size = draggedSize ?? noteSize(node ?? { id, data });
  const hasTools = selected && isAlone;
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: Enter does the same on the selected note (edit-note).
    <div
      className="note-paper sticky-note"
      data-colour={noteColour({ data })}
      data-selected={selected}
      style={{ width: size.width, minHeight: size.height }}
      onDoubleClick={() => editNote(id)}
    >
      {isEdited ? (
        <NoteText id={id} text={text} />
      ) : (
        <p className="sticky-note-text">{text === '' ? <span className="text-muted">{t('Empty note')}</span> : text}</p>
      )}
      {hasTools ? (
        <NoteColours
          className="sticky-note-colours nodrag nopan"
          value={noteColour({ data })}
          onChange={(colour) => editFlow((content) => colourNote(content, id, colour), { name: 'colour-note' })}
        />
      ) : null}
      {hasTools ? <NoteCorner id={id} size={size} onSize={setDraggedSize} /> : null}
    </div>
  );
}

/** A note on the canvas: text for people, no part of what runs. Double click or Enter to write, the corner to resize. */
export const StickyNote = memo(function StickyNote(props: NodeProps<CanvasNode>) {
  return (
    <NodeBoundary data={props.data} selected={props.selected}>
      <Note {...props} />
    </NodeBoundary>
  );
});
