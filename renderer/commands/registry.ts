import type { Command } from './command.ts';
import { clearSelectionCommand } from './edit/clear-selection.ts';
import { connectCommand } from './edit/connect.ts';
import { copyCommand } from './edit/copy.ts';
import { cutCommand } from './edit/cut.ts';
import { deleteSelectionCommand } from './edit/delete-selection.ts';
import { duplicateCommand } from './edit/duplicate.ts';
import { pasteCommand } from './edit/paste.ts';
import { redoCommand } from './edit/redo.ts';
import { renameNodeCommand } from './edit/rename-node.ts';
import { selectAllCommand } from './edit/select-all.ts';
import { undoCommand } from './edit/undo.ts';
import { askCommand } from './flow/ask.ts';
import { saveCommand } from './flow/save.ts';
import { upsertCommand } from './flow/upsert.ts';
import { commandPaletteCommand } from './view/command-palette.ts';
import { findNodeCommand } from './view/find-node.ts';
import { fitCommand } from './view/fit.ts';
import { shortcutSheetCommand } from './view/shortcut-sheet.ts';
import { toggleInspectorCommand } from './view/toggle-inspector.ts';
import { togglePaletteCommand } from './view/toggle-palette.ts';
import { zoomInCommand } from './view/zoom-in.ts';
import { zoomOutCommand } from './view/zoom-out.ts';
import { zoomTo100Command } from './view/zoom-to-100.ts';

/** Every command there is, in the groups and the order in which they are shown. */
export const COMMAND_GROUPS = {
  Flow: [upsertCommand, askCommand, saveCommand],
  Edit: [
    findNodeCommand,
    connectCommand,
    renameNodeCommand,
    duplicateCommand,
    deleteSelectionCommand,
    undoCommand,
    redoCommand,
    copyCommand,
    cutCommand,
    pasteCommand,
    selectAllCommand,
    clearSelectionCommand,
  ],
  View: [
    fitCommand,
    zoomTo100Command,
    zoomInCommand,
    zoomOutCommand,
    togglePaletteCommand,
    toggleInspectorCommand,
    commandPaletteCommand,
    shortcutSheetCommand,
  ],
} as const satisfies Record<string, readonly Command[]>;

export type CommandId = (typeof COMMAND_GROUPS)[keyof typeof COMMAND_GROUPS][number]['id'];

const byId: ReadonlyMap<string, Command> = new Map(
  Object.values(COMMAND_GROUPS).flatMap((commands) =>
    commands.map((command): [string, Command] => [command.id, command]),
  ),
);

/** Does a command, if it can be done now; says whether it was. */
export function runCommand(id: CommandId): boolean {
  const command = byId.get(id);
  if (command === undefined || command.when?.() === false) return false;
  command.run();
  return true;
}
