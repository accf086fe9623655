import type { CommandId } from '../commands/command-table.ts';

/** Electron's edit commands for the focused text field. */
export const textEdits = ['undo', 'redo', 'cut', 'copy', 'paste', 'delete', 'selectAll'] as const;

export type TextEdit = (typeof textEdits)[number];

/** What commands are to a text that has the focus. */
export const TEXT_EDIT_OF: Readonly<Partial<Record<CommandId, TextEdit>>> = {
  undo: 'undo',
  redo: 'redo',
  cut: 'cut',
  copy: 'copy',
  paste: 'paste',
  'delete-selection': 'delete',
  'select-all': 'selectAll',
};
