import { addNoteCommand } from './edit/add-note.ts';
import { clearSelectionCommand } from './edit/clear-selection.ts';
import { connectCommand } from './edit/connect.ts';
import { copyCommand } from './edit/copy.ts';
import { cutCommand } from './edit/cut.ts';
import { deleteSelectionCommand } from './edit/delete-selection.ts';
import { duplicateCommand } from './edit/duplicate.ts';
import { editNoteCommand } from './edit/edit-note.ts';
import { insertOnEdgeCommand } from './edit/insert-on-edge.ts';
import { openMenuCommand } from './edit/open-menu.ts';
import { pasteCommand } from './edit/paste.ts';
import { redoCommand } from './edit/redo.ts';
import { renameNodeCommand } from './edit/rename-node.ts';
import { replaceUnavailableCommand } from './edit/replace-unavailable.ts';
import { selectAllCommand } from './edit/select-all.ts';
import { tidyCommand } from './edit/tidy.ts';
import { toggleCollapsedCommand } from './edit/toggle-collapsed.ts';
import { toggleDisabledCommand } from './edit/toggle-disabled.ts';
import { undoCommand } from './edit/undo.ts';

/** What each command that edits a flow does. */
export const EDIT_COMMANDS = {
  'add-note': addNoteCommand,
  'edit-note': editNoteCommand,
  connect: connectCommand,
  'insert-on-edge': insertOnEdgeCommand,
  'rename-node': renameNodeCommand,
  'toggle-disabled': toggleDisabledCommand,
  'toggle-collapsed': toggleCollapsedCommand,
  'replace-unavailable': replaceUnavailableCommand,
  duplicate: duplicateCommand,
  'delete-selection': deleteSelectionCommand,
  undo: undoCommand,
  redo: redoCommand,
  copy: copyCommand,
  cut: cutCommand,
  paste: pasteCommand,
  'select-all': selectAllCommand,
  'clear-selection': clearSelectionCommand,
  tidy: tidyCommand,
  'open-menu': openMenuCommand,
} as const;
