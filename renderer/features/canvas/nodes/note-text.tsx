import { type KeyboardEvent, useEffect, useRef } from 'react';
import { NOTE_TEXT } from '../../../../shared/flow/notes.ts';
import { t } from '../../../../shared/texts/t.ts';
import { setInput } from '../../../editor/flow-edits.ts';
import { typingGroup } from '../../../editor/history.ts';
import { editFlow } from '../../../stores/flow/flow-store.ts';
import { leaveNote } from '../../../stores/note-store.ts';

/** The text of a note while it is written; each word is a step of undo. Escape leaves it, and so does a click outside of it. */
export function NoteText({ id, text }: { readonly id: string; readonly text: string }) {
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
