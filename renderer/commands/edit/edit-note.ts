import { onlySelectedNoteId } from '../../stores/flow/selection.ts';
import { editNote } from '../../stores/note-store.ts';
import type { Command } from '../command.ts';

/** Enter on a button, of the canvas too, is the button's. */
function isOnButton(): boolean {
  return document.activeElement instanceof HTMLButtonElement;
}

export const editNoteCommand = {
  keywords: ['sticky', 'comment', 'write', 'text'],
  when: () => onlySelectedNoteId() !== undefined && !isOnButton(),
  run: () => {
    const id = onlySelectedNoteId();
    if (id !== undefined) editNote(id);
  },
} as const satisfies Command;
