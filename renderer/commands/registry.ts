import { type CommandId, commandsOf, type NamedCommand } from '../../shared/commands/command-table.ts';
import { appLink } from '../../shared/ipc/app-link.ts';
import { GO_TO_PAGES, type GoToPage, pageRow } from '../../shared/pages.ts';
import { t } from '../../shared/texts/t.ts';
import { useEditorLayoutStore } from '../stores/editor-layout-store.ts';
import { cancelRunUnderWay, runUnderWay } from '../stores/flow/cancel-run.ts';
import { chooseFlowFiles } from '../stores/flow/files-on-demand.ts';
import { navigate, parseRoute } from '../stores/router.ts';
import { writeClipboard } from '../stores/write-clipboard.ts';

/** What a command of shared/commands/command-table.ts does, wherever it is offered: by key, in the command palette, in a menu. */
export interface Command {
  /** Other words to find it by. */
  readonly keywords: readonly string[];
  /** Whether it can be done now; always when absent. */
  readonly when?: () => boolean;
  readonly run: () => void;
}

/** Of the flow or document store that is open. */
function openLink(): string | undefined {
  const route = parseRoute(window.location.hash);
  if (route.page === 'editor') return appLink('flow', route.chatflowId);
  return route.page === 'store' ? appLink('store', route.storeId) : undefined;
}

/** What the commands of every page do, but those that lead to one. The first screen loads them. */
const ACTIONS = {
  'cancel-run': {
    keywords: ['stop', 'abort', 'end', 'upsert'],
    when: () => runUnderWay() !== undefined,
    run: cancelRunUnderWay,
  },
  'new-flow': {
    keywords: ['create', 'begin', 'start', 'template', 'empty'],
    run: () => navigate({ page: 'flows', search: { new: '1' } }),
  },
  'import-flow': {
    keywords: ['open', 'file', 'json', 'flowise', 'load'],
    run: chooseFlowFiles,
  },
  'copy-link': {
    keywords: ['address', 'url', 'share', 'tributary'],
    // In a browser the address of the page is such a link.
    when: () => window.tributary !== undefined && openLink() !== undefined,
    run: () => writeClipboard(openLink(), t('The link is copied: it opens this page in the app.')),
  },
  'command-palette': {
    keywords: [],
    run: () => useEditorLayoutStore.setState({ isCommandPaletteOpen: true }),
  },
  'shortcut-sheet': {
    keywords: ['keys', 'help', 'hotkeys'],
    run: () => useEditorLayoutStore.setState({ isShortcutSheetOpen: true }),
  },
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
