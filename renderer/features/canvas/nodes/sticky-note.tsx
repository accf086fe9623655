import { t } from '../../../../shared/texts/t.ts';
import './sticky-note.css';
import type { NodeProps } from '@xyflow/react';
import { memo, useState } from 'react';
import { type NoteSize, noteColour, noteSize, noteText } from '../../../../shared/flow/notes.ts';
import { colourNote } from '../../../editor/note-edits.ts';
import { editFlow, useFlowNode, useFlowStore } from '../../../stores/flow/flow-store.ts';
import { editNote, useNoteStore } from '../../../stores/note-store.ts';
import { NoteColours } from '../../../ui/note-colours.tsx';
import type { CanvasNode } from '../view-elements.ts';
import { NodeBoundary } from './node-boundary.tsx';
import { NoteCorner } from './note-corner.tsx';
import { NoteText } from './note-text.tsx';

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
