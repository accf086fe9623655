import { Trash2 } from 'lucide-react';
import type { GraphNode } from '../../../shared/flow/flow-document.ts';
import { NOTE_TEXT, noteColour, noteText } from '../../../shared/flow/notes.ts';
import { t } from '../../../shared/texts/t.ts';
import { removeNodes, setInput } from '../../editor/flow-edits.ts';
import { typingGroup } from '../../editor/history.ts';
import { colourNote } from '../../editor/note-edits.ts';
import { editFlow } from '../../stores/flow/flow-store.ts';
import { Button } from '../../ui/controls/button.tsx';
import { Field } from '../../ui/controls/field.tsx';
import { TextArea } from '../../ui/controls/inputs.tsx';
import { NoteColours } from '../../ui/note-colours.tsx';

/** Text and colour of a note. */
export function NoteInspector({ note }: { readonly note: GraphNode }) {
  const { id } = note;
  return (
    <div className="flex flex-col gap-4 p-4">
      <p className="text-muted">{t('A note is for people. Runs take no notice of it.')}</p>
      <Field label={t('Text')}>
        {(control) => (
          <TextArea
            {...control}
            rows={8}
            value={noteText(note)}
            onChange={(event) => {
              const text = event.target.value;
              editFlow((content) => setInput(content, id, NOTE_TEXT, text), {
                group: typingGroup(`${id}.${NOTE_TEXT}`, text),
                name: 'write-note',
              });
            }}
          />
        )}
      </Field>
      <div className="flex flex-col gap-2">
        <span aria-hidden="true" className="font-medium">
          {t('Colour')}
        </span>
        <NoteColours
          className="px-1"
          value={noteColour(note)}
          onChange={(colour) => editFlow((content) => colourNote(content, id, colour), { name: 'colour-note' })}
        />
      </div>
      <hr className="border-border" />
      <Button
        look="quiet-danger"
        className="-ml-2 self-start"
        icon={<Trash2 />}
        onClick={() => editFlow((content) => removeNodes(content, new Set([id])))}
      >
        {t('Delete note')}
      </Button>
    </div>
  );
}
