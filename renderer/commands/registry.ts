import { type CommandId, commandsOf, type NamedCommand } from '../../shared/commands/command-table.ts';
import { GO_TO_PAGES, type GoToPage, pageRow } from '../../shared/pages.ts';
import { navigate } from '../stores/router.ts';
import type { Command } from './command.ts';
import { cancelRunCommand } from './flow/cancel-run.ts';
import { copyLinkCommand } from './flow/copy-link.ts';
import { exportFlowCommand } from './flow/export-flow.ts';
import { importFlowCommand } from './flow/import-flow.ts';
import { newFlowCommand } from './flow/new-flow.ts';
import { previewNodeCommand } from './flow/preview-node.ts';
import { queryCommand } from './flow/query.ts';
import { saveCommand } from './flow/save.ts';
import { upsertCommand } from './flow/upsert.ts';
import { upsertIntoCommand } from './flow/upsert-into.ts';
import { versionsCommand } from './flow/versions.ts';
import { commandPaletteCommand } from './view/command-palette.ts';
import { findInFlowCommand } from './view/find-in-flow.ts';
import { findNodeCommand } from './view/find-node.ts';
import { fitCommand } from './view/fit.ts';
import { shortcutSheetCommand } from './view/shortcut-sheet.ts';
import { toggleInspectorCommand } from './view/toggle-inspector.ts';
import { togglePaletteCommand } from './view/toggle-palette.ts';
import { zoomInCommand } from './view/zoom-in.ts';
import { zoomOutCommand } from './view/zoom-out.ts';
import { zoomTo100Command } from './view/zoom-to-100.ts';

/** What the commands of every page do, but those that lead to one. */
const ACTIONS = {
  upsert: upsertCommand,
  'upsert-into': upsertIntoCommand,
  'cancel-run': cancelRunCommand,
  'preview-node': previewNodeCommand,
  query: queryCommand,
  save: saveCommand,
  versions: versionsCommand,
  'new-flow': newFlowCommand,
  'import-flow': importFlowCommand,
  'export-flow': exportFlowCommand,
  'copy-link': copyLinkCommand,
  'find-in-flow': findInFlowCommand,
  'find-node': findNodeCommand,
  fit: fitCommand,
  'zoom-to-100': zoomTo100Command,
  'zoom-in': zoomInCommand,
  'zoom-out': zoomOutCommand,
  'toggle-palette': togglePaletteCommand,
  'toggle-inspector': toggleInspectorCommand,
  'command-palette': commandPaletteCommand,
  'shortcut-sheet': shortcutSheetCommand,
} as const satisfies Partial<Record<CommandId, Command>>;

type EditCommandId = Exclude<CommandId, keyof typeof ACTIONS | GoToPage>;

function goTo(page: GoToPage): readonly [CommandId, Command] {
  return [page, { keywords: [...(pageRow(page).goTo?.keywords ?? []), 'go to'], run: () => navigate({ page }) }];
}

/** All that are there; what edits a flow comes with the editor. */
const actions: Partial<Record<CommandId, Command>> = { ...ACTIONS, ...Object.fromEntries(GO_TO_PAGES.map(goTo)) };

/** Adds the commands that edit a flow. */
export function addEditCommands(commands: Readonly<Record<EditCommandId, Command>>): void {
  Object.assign(actions, commands);
}

/** Whether a command can be done now. */
export function canRun(id: CommandId): boolean {
  const action = actions[id];
  return action !== undefined && action.when?.() !== false;
}

/** A command as a list offers it. */
export type OfferedCommand = NamedCommand & Pick<Command, 'keywords' | 'run'>;

/** The commands of a group that can be done now. */
export function offeredCommands(group: Parameters<typeof commandsOf>[0]): readonly OfferedCommand[] {
  return commandsOf(group).flatMap((command) => {
    const action = actions[command.id];
    return action !== undefined && canRun(command.id) ? [{ ...command, ...action }] : [];
  });
}

/** Does a command, if it can be done now; says whether it was. */
export function runCommand(id: CommandId): boolean {
  if (!canRun(id)) return false;
  actions[id]?.run();
  return true;
}
