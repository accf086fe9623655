import { type CommandId, commandsOf, type NamedCommand } from '../../shared/commands/command-table.ts';
import { GO_TO_PAGES, type GoToPage, pageRow } from '../../shared/pages.ts';
import { navigate } from '../stores/router.ts';
import type { Command } from './command.ts';
import { cancelRunCommand } from './flow/cancel-run.ts';
import { copyLinkCommand } from './flow/copy-link.ts';
import { importFlowCommand } from './flow/import-flow.ts';
import { newFlowCommand } from './flow/new-flow.ts';
import { commandPaletteCommand } from './view/command-palette.ts';
import { shortcutSheetCommand } from './view/shortcut-sheet.ts';

/** What the commands of every page do, but those that lead to one. The first screen loads them. */
const ACTIONS = {
  'cancel-run': cancelRunCommand,
  'new-flow': newFlowCommand,
  'import-flow': importFlowCommand,
  'copy-link': copyLinkCommand,
  'command-palette': commandPaletteCommand,
  'shortcut-sheet': shortcutSheetCommand,
} as const satisfies Partial<Record<CommandId, Command>>;

type EditorCommandId = Exclude<CommandId, keyof typeof ACTIONS | GoToPage>;

function goTo(page: GoToPage): readonly [CommandId, Command] {
  return [page, { keywords: [...(pageRow(page).goTo?.keywords ?? []), 'go to'], run: () => navigate({ page }) }];
}

/** All that are there; those of a flow come with its page. */
const actions: Partial<Record<CommandId, Command>> = { ...ACTIONS, ...Object.fromEntries(GO_TO_PAGES.map(goTo)) };

/** Adds the commands of the page of a flow. */
export function addEditorCommands(commands: Readonly<Record<EditorCommandId, Command>>): void {
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
