import type { CommandId } from '../../shared/commands/command-table.ts';

/** Which commands of the page each menu has, `-` for a line between them. What they are called is in the command table. */
export const menuLayout = {
  file: ['flows', 'import-flow', '-', 'save', 'export-flow', '-', 'upsert', 'ask', '-', 'settings'],
  edit: [
    ...(['undo', 'redo', '-', 'cut', 'copy', 'paste', 'duplicate', 'delete-selection', '-'] as const),
    ...(['select-all', 'clear-selection', '-', 'find-node', 'connect', 'rename-node'] as const),
  ],
  view: [
    ...(['fit', 'zoom-to-100', 'zoom-in', 'zoom-out', '-', 'toggle-palette', 'toggle-inspector', '-'] as const),
    ...(['command-palette', 'shortcut-sheet'] as const),
  ],
} as const satisfies Record<string, readonly (CommandId | '-')[]>;

const KEY_NAMES: Readonly<Record<string, string>> = { mod: 'CmdOrCtrl', '+': 'Plus' };

function keyName(part: string): string {
  return KEY_NAMES[part] ?? `${part.slice(0, 1).toUpperCase()}${part.slice(1)}`;
}

/**
 * Keys of the command table as Electron writes them: "CmdOrCtrl+Shift+Z". Undefined where a Mac's menu would take a single key away from what is being
 * typed: it cannot only show one.
 */
export function toAccelerator(combo: string | undefined, isMac: boolean): string | undefined {
  if (combo === undefined || (isMac && !combo.startsWith('mod+'))) return undefined;
  const parts = combo === '+' ? ['+'] : combo.split('+');
  return parts.map(keyName).join('+');
}
