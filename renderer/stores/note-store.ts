import { create } from 'zustand';

interface NoteStore {
  /** The note whose text is being written on the canvas. */
  readonly editedId: string | undefined;
}

export const useNoteStore = create<NoteStore>()(() => ({ editedId: undefined }));

/** Opens a note for writing, on the canvas. */
export function editNote(id: string): void {
  useNoteStore.setState({ editedId: id });
}

/** Ends the writing of a note; of another one it goes on. */
export function leaveNote(id: string): void {
  useNoteStore.setState(({ editedId }) => (editedId === id ? { editedId: undefined } : {}));
}
