import type { CommandId } from '../../../../shared/commands/command-table.ts';
import { GO_TO_PAGES, type GoToPage, pageRow } from '../../../../shared/pages.ts';

/** The pages whose row says that they are in a menu. */
function pagesIn(menu: 'view' | 'help'): readonly GoToPage[] {
  return GO_TO_PAGES.filter((page) => pageRow(page).goTo?.menu === menu);
}

/** The page commands of each menu; `-` is a separator. Their labels are in the command table. */
export const menuLayout = {
  file: [
    'new-flow',
    'flows',
    'import-flow',
    '-',
    'save',
    'versions',
    'export-flow',
    'copy-link',
    '-',
    'upsert',
    'upsert-into',
    'cancel-run',
    'preview-node',
    'query',
    '-',
    'settings',
  ],
  edit: [
    ...(['undo', 'redo', '-', 'cut', 'copy', 'paste', 'duplicate', 'delete-selection', '-'] as const),
    ...([
      'select-all',
      'clear-selection',
      '-',
      'find-node',
      'find-in-flow',
      'connect',
      'insert-on-edge',
      'rename-node',
      'toggle-disabled',
      'toggle-collapsed',
      'replace-unavailable',
      '-',
      'add-note',
      'edit-note',
      'tidy',
      'open-menu',
    ] as const),
  ],
  view: [
    ...(['fit', 'zoom-to-100', 'zoom-in', 'zoom-out', '-', 'toggle-palette', 'toggle-inspector', '-'] as const),
    ...pagesIn('view'),
    ...(['-', 'command-palette'] as const),
  ],
  help: ['shortcut-sheet', ...pagesIn('help'), '-'],
} as const satisfies Record<string, readonly (CommandId | '-')[]>;

const KEY_NAMES: Readonly<Record<string, string>> = { mod: 'CmdOrCtrl', '+': 'Plus' };

function keyName(part: string): string {
  return KEY_NAMES[part] ?? `${part.slice(0, 1).toUpperCase()}${part.slice(1)}`;
}

/**
 * Keys of the command table in Electron's notation: "CmdOrCtrl+Shift+Z". Undefined for a single key on a Mac: its menus can't only show a key, they
 * would take it away from text input.
 */
export function toAccelerator(combo: string | undefined, isMac: boolean): string | undefined {
  if (combo === undefined || (isMac && !combo.startsWith('mod+'))) return undefined;
  const parts = combo === '+' ? ['+'] : combo.split('+');
  return parts.map(keyName).join('+');
}
