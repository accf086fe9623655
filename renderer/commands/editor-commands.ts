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
import { exportFlowCommand } from './flow/export-flow.ts';
import { previewNodeCommand } from './flow/preview-node.ts';
import { queryCommand } from './flow/query.ts';
import { saveCommand } from './flow/save.ts';
import { upsertCommand } from './flow/upsert.ts';
import { upsertIntoCommand } from './flow/upsert-into.ts';
import { versionsCommand } from './flow/versions.ts';
import { findInFlowCommand } from './view/find-in-flow.ts';
import { findNodeCommand } from './view/find-node.ts';
import { fitCommand } from './view/fit.ts';
import { toggleInspectorCommand } from './view/toggle-inspector.ts';
import { togglePaletteCommand } from './view/toggle-palette.ts';
import { zoomInCommand } from './view/zoom-in.ts';
import { zoomOutCommand } from './view/zoom-out.ts';
import { zoomTo100Command } from './view/zoom-to-100.ts';

/** What each command of the page of a flow does. */
export const EDITOR_COMMANDS = {
  upsert: upsertCommand,
  'upsert-into': upsertIntoCommand,
  'preview-node': previewNodeCommand,
  query: queryCommand,
  save: saveCommand,
  versions: versionsCommand,
  'export-flow': exportFlowCommand,
  'find-in-flow': findInFlowCommand,
  'find-node': findNodeCommand,
  fit: fitCommand,
  'zoom-to-100': zoomTo100Command,
  'zoom-in': zoomInCommand,
  'zoom-out': zoomOutCommand,
  'toggle-palette': togglePaletteCommand,
  'toggle-inspector': toggleInspectorCommand,
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
