import { BugError } from '../errors/errors.ts';
import { GO_TO_PAGES, pageRow } from '../pages.ts';
import { t } from '../texts/t.ts';

interface CommandEntry {
  readonly id: string;
  readonly group: 'flow' | 'edit' | 'view' | 'page';
  readonly label: string;
  /** In a menu of what it is about, where that needs no words. */
  readonly short?: string;
  /** `mod` is Ctrl, or Cmd on a Mac; with `alt` the key is told by its place on the keyboard. The first one is shown. */
  readonly keys: readonly string[];
  /** Further keys in the window of the app, shown before the others: in a browser they are its own. */
  readonly windowKeys?: readonly string[];
}

/**
 * Every command of the page with its label and keys, in display order. Command palette, shortcut sheet and native menu are generated from this table;
 * renderer/commands implements the commands.
 */
export const COMMANDS = [
  { id: 'upsert', group: 'flow', label: t('Upsert documents'), keys: ['mod+enter'] },
  {
    id: 'upsert-into',
    group: 'flow',
    label: t('Upsert into the selected store'),
    short: t('Upsert into this store'),
    keys: [],
  },
  { id: 'cancel-run', group: 'flow', label: t('Cancel the upsert'), keys: ['mod+.'] },
  {
    id: 'preview-node',
    group: 'flow',
    label: t('Preview chunks of the selected node'),
    short: t('Preview chunks'),
    keys: ['p'],
  },
  { id: 'query', group: 'flow', label: t('Ask your documents'), keys: [] },
  { id: 'save', group: 'flow', label: t('Save now'), keys: ['mod+s'] },
  { id: 'versions', group: 'flow', label: t('Versions of the flow'), keys: [] },
  { id: 'new-flow', group: 'flow', label: t('New flow…'), keys: [], windowKeys: ['mod+n'] },
  { id: 'import-flow', group: 'flow', label: t('Import flows from files…'), keys: ['mod+o'] },
  { id: 'export-flow', group: 'flow', label: t('Export the flow to a file'), keys: ['mod+shift+s'] },
  { id: 'copy-link', group: 'flow', label: t('Copy the link to this page'), keys: [] },
  { id: 'find-in-flow', group: 'edit', label: t('Find a node of the flow…'), keys: ['mod+f'] },
  { id: 'find-node', group: 'edit', label: t('Add a node…'), keys: ['/'] },
  { id: 'add-note', group: 'edit', label: t('Add a note'), keys: ['n'] },
  { id: 'edit-note', group: 'edit', label: t('Write in the note'), keys: ['enter'] },
  { id: 'connect', group: 'edit', label: t('Connect the selected node to…'), short: t('Connect to…'), keys: ['c'] },
  {
    id: 'insert-on-edge',
    group: 'edit',
    label: t('Add a node on the selected wire…'),
    short: t('Add a node here…'),
    keys: ['i'],
  },
  { id: 'rename-node', group: 'edit', label: t('Rename node'), short: t('Rename'), keys: ['f2'] },
  { id: 'toggle-disabled', group: 'edit', label: t('Disable or enable'), keys: ['d'] },
  { id: 'toggle-collapsed', group: 'edit', label: t('Collapse or expand'), keys: ['e'] },
  { id: 'replace-unavailable', group: 'edit', label: t('Replace nodes that are not available'), keys: [] },
  { id: 'duplicate', group: 'edit', label: t('Duplicate'), keys: ['mod+d'] },
  {
    id: 'delete-selection',
    group: 'edit',
    label: t('Delete selection'),
    short: t('Delete'),
    keys: ['delete', 'backspace'],
  },
  { id: 'undo', group: 'edit', label: t('Undo'), keys: ['mod+z'] },
  { id: 'redo', group: 'edit', label: t('Redo'), keys: ['mod+shift+z', 'mod+y'] },
  { id: 'copy', group: 'edit', label: t('Copy'), keys: ['mod+c'] },
  { id: 'cut', group: 'edit', label: t('Cut'), keys: ['mod+x'] },
  { id: 'paste', group: 'edit', label: t('Paste'), keys: ['mod+v'] },
  { id: 'select-all', group: 'edit', label: t('Select all'), keys: ['mod+a'] },
  { id: 'clear-selection', group: 'edit', label: t('Select nothing'), keys: ['escape'] },
  { id: 'tidy', group: 'edit', label: t('Tidy the layout'), keys: ['shift+alt+t'] },
  { id: 'open-menu', group: 'edit', label: t('Open the menu of the selection'), keys: ['shift+f10', 'contextmenu'] },
  { id: 'fit', group: 'view', label: t('Fit the flow'), keys: ['1'] },
  { id: 'zoom-to-100', group: 'view', label: t('Zoom to 100 %'), keys: ['0'] },
  { id: 'zoom-in', group: 'view', label: t('Zoom in'), keys: ['+', '='] },
  { id: 'zoom-out', group: 'view', label: t('Zoom out'), keys: ['-'] },
  { id: 'toggle-palette', group: 'view', label: t('Show or hide the nodes'), keys: [] },
  { id: 'toggle-inspector', group: 'view', label: t('Show or hide the inspector'), keys: [] },
  { id: 'command-palette', group: 'view', label: t('Command palette'), keys: ['mod+k'] },
  { id: 'shortcut-sheet', group: 'view', label: t('Keyboard shortcuts'), keys: ['?'] },
  ...GO_TO_PAGES.map((id) => ({
    id,
    group: 'page' as const,
    label: pageRow(id).title,
    keys: pageRow(id).goTo?.keys ?? [],
  })),
] as const satisfies readonly CommandEntry[];

export type CommandId = (typeof COMMANDS)[number]['id'];
export type CommandGroup = (typeof COMMANDS)[number]['group'];

export interface NamedCommand extends CommandEntry {
  readonly id: CommandId;
}

/** The commands of a group. */
export function commandsOf(group: CommandGroup): readonly NamedCommand[] {
  return COMMANDS.filter((command) => command.group === group);
}

const byId: ReadonlyMap<CommandId, NamedCommand> = new Map(COMMANDS.map((command) => [command.id, command]));

/** The keys of a command in the window of the app, the first one to be shown. */
export function keysInWindow({ keys, windowKeys = [] }: NamedCommand): readonly string[] {
  return [...windowKeys, ...keys];
}

/** The label of a command, and its keys. */
export function commandOf(id: CommandId): NamedCommand {
  const command = byId.get(id);
  if (command === undefined) throw new BugError(`There is no command ${id}.`);
  return command;
}
