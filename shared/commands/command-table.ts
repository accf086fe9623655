import { BugError } from '../errors/errors.ts';

interface CommandEntry {
  readonly id: string;
  readonly group: 'flow' | 'edit' | 'view' | 'page';
  readonly label: string;
  /** In a menu of what it is about, where that needs no words. */
  readonly short?: string;
  /** `mod` is Ctrl, or Cmd on a Mac; with `alt` the key is told by its place on the keyboard. The first one is shown. */
  readonly keys: readonly string[];
}

/**
 * Every command of the page with its label and keys, in display order. Command palette, shortcut sheet and native menu are generated from this table;
 * renderer/commands implements the commands.
 */
export const COMMANDS = [
  { id: 'upsert', group: 'flow', label: 'Upsert documents', keys: ['mod+enter'] },
  {
    id: 'upsert-into',
    group: 'flow',
    label: 'Upsert into the selected store',
    short: 'Upsert into this store',
    keys: [],
  },
  {
    id: 'preview-node',
    group: 'flow',
    label: 'Preview chunks of the selected node',
    short: 'Preview chunks',
    keys: ['p'],
  },
  { id: 'query', group: 'flow', label: 'Ask your documents', keys: [] },
  { id: 'save', group: 'flow', label: 'Save now', keys: ['mod+s'] },
  { id: 'versions', group: 'flow', label: 'Versions of the flow', keys: [] },
  { id: 'import-flow', group: 'flow', label: 'Import flows from files…', keys: [] },
  { id: 'export-flow', group: 'flow', label: 'Export the flow to a file', keys: [] },
  { id: 'find-in-flow', group: 'edit', label: 'Find a node of the flow…', keys: ['mod+f'] },
  { id: 'find-node', group: 'edit', label: 'Add a node…', keys: ['/'] },
  { id: 'add-note', group: 'edit', label: 'Add a note', keys: ['n'] },
  { id: 'edit-note', group: 'edit', label: 'Write in the note', keys: ['enter'] },
  { id: 'connect', group: 'edit', label: 'Connect the selected node to…', short: 'Connect to…', keys: ['c'] },
  {
    id: 'insert-on-edge',
    group: 'edit',
    label: 'Add a node on the selected wire…',
    short: 'Add a node here…',
    keys: ['i'],
  },
  { id: 'rename-node', group: 'edit', label: 'Rename node', short: 'Rename', keys: ['f2'] },
  { id: 'toggle-disabled', group: 'edit', label: 'Disable or enable', keys: ['d'] },
  { id: 'toggle-collapsed', group: 'edit', label: 'Collapse or expand', keys: ['e'] },
  { id: 'replace-unavailable', group: 'edit', label: 'Replace nodes that are not available', keys: [] },
  { id: 'duplicate', group: 'edit', label: 'Duplicate', keys: ['mod+d'] },
  { id: 'delete-selection', group: 'edit', label: 'Delete selection', short: 'Delete', keys: ['delete', 'backspace'] },
  { id: 'undo', group: 'edit', label: 'Undo', keys: ['mod+z'] },
  { id: 'redo', group: 'edit', label: 'Redo', keys: ['mod+shift+z', 'mod+y'] },
  { id: 'copy', group: 'edit', label: 'Copy', keys: ['mod+c'] },
  { id: 'cut', group: 'edit', label: 'Cut', keys: ['mod+x'] },
  { id: 'paste', group: 'edit', label: 'Paste', keys: ['mod+v'] },
  { id: 'select-all', group: 'edit', label: 'Select all', keys: ['mod+a'] },
  { id: 'clear-selection', group: 'edit', label: 'Select nothing', keys: ['escape'] },
  { id: 'tidy', group: 'edit', label: 'Tidy the layout', keys: ['shift+alt+t'] },
  { id: 'open-menu', group: 'edit', label: 'Open the menu of the selection', keys: ['shift+f10', 'contextmenu'] },
  { id: 'fit', group: 'view', label: 'Fit the flow', keys: ['1'] },
  { id: 'zoom-to-100', group: 'view', label: 'Zoom to 100 %', keys: ['0'] },
  { id: 'zoom-in', group: 'view', label: 'Zoom in', keys: ['+', '='] },
  { id: 'zoom-out', group: 'view', label: 'Zoom out', keys: ['-'] },
  { id: 'toggle-palette', group: 'view', label: 'Show or hide the nodes', keys: [] },
  { id: 'toggle-inspector', group: 'view', label: 'Show or hide the inspector', keys: [] },
  { id: 'command-palette', group: 'view', label: 'Command palette', keys: ['mod+k'] },
  { id: 'shortcut-sheet', group: 'view', label: 'Keyboard shortcuts', keys: ['?'] },
  { id: 'flows', group: 'page', label: 'Flows', keys: [] },
  { id: 'stores', group: 'page', label: 'Document stores', keys: [] },
  { id: 'runs', group: 'page', label: 'Runs', keys: [] },
  { id: 'resources', group: 'page', label: 'Resources', keys: [] },
  { id: 'settings', group: 'page', label: 'Settings', keys: [] },
  { id: 'http-api', group: 'page', label: 'HTTP API', keys: [] },
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

/** The label of a command, and its keys. */
export function commandOf(id: CommandId): NamedCommand {
  const command = byId.get(id);
  if (command === undefined) throw new BugError(`There is no command ${id}.`);
  return command;
}
