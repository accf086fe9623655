import type { MenuItemConstructorOptions } from 'electron';
import { type CommandId, commandOf, keysInWindow } from '../../../../shared/commands/command-table.ts';
import type { FlowName } from '../../../../shared/ipc/page-facts.ts';
import { GO_TO_PAGES, type GoToPage, pageRow } from '../../../../shared/pages.ts';
import { t } from '../../../../shared/texts/t.ts';
import { labelOf } from './label-of.ts';
import { nameLabel } from './name-in-menu.ts';

export interface MenuActions {
  readonly runCommand: (command: CommandId) => void;
  readonly showDataFolder: () => void;
  /** Shows a page, "#/…". */
  readonly goTo: (page: string) => void;
  /** Makes the page larger or smaller by so many steps; 0 is its own size. */
  readonly zoom: (steps: number) => void;
}

export interface MenuState {
  /** Those that were open last, the newest first. */
  readonly flows: readonly FlowName[];
  /** Undefined until the page has reported them: until then all of them can be tried. */
  readonly offered: ReadonlySet<CommandId> | undefined;
  readonly platform: NodeJS.Platform;
}

type Item = MenuItemConstructorOptions;

const LINE: Item = { type: 'separator' };
const ABOUT = '#/settings/about';

/** The flows that were open last, for menus. */
export function flowItems(flows: readonly FlowName[], goTo: MenuActions['goTo']): Item[] {
  return flows.map(({ id, name }) => ({ label: nameLabel(name), click: () => goTo(`#/flows/${id}`) }));
}

/** On a Mac the app has a menu of its own. */
function appMenu({ runCommand, goTo }: MenuActions): Item {
  return {
    label: 'Tributary',
    submenu: [
      { label: t('About Tributary'), click: () => goTo(ABOUT) },
      LINE,
      { id: 'settings', label: labelOf('settings'), accelerator: 'Cmd+,', click: () => runCommand('settings') },
      LINE,
      { role: 'services', label: t('Services') },
      LINE,
      { role: 'hide', label: t('Hide Tributary') },
      { role: 'hideOthers', label: t('Hide others') },
      { role: 'unhide', label: t('Show all') },
      LINE,
      { role: 'quit', label: t('Quit Tributary') },
    ],
  };
}

function zoomItems({ zoom }: MenuActions): Item[] {
  return [
    { label: t('Larger text'), accelerator: 'CmdOrCtrl+Plus', click: () => zoom(1) },
    // Where the plus needs the shift key, the key alone does it too.
    { label: t('Larger text'), accelerator: 'CmdOrCtrl+=', visible: false, click: () => zoom(1) },
    { label: t('Smaller text'), accelerator: 'CmdOrCtrl+-', click: () => zoom(-1) },
    { label: t('Text in its own size'), accelerator: 'CmdOrCtrl+0', click: () => zoom(0) },
  ];
}

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

/** The native menu, made from the command table and what can be done now. */
export function menuTemplate({ flows, offered, platform }: MenuState, actions: MenuActions): Item[] {
  const isMac = platform === 'darwin';

  /** The page handles the keys; the menu only shows them. */
  function item(id: CommandId): Item {
    const accelerator = toAccelerator(keysInWindow(commandOf(id))[0], isMac);
    const shown = accelerator === undefined ? {} : { accelerator };
    const enabled = offered?.has(id) ?? true;
    return {
      id,
      label: labelOf(id),
      enabled,
      ...shown,
      registerAccelerator: false,
      click: () => actions.runCommand(id),
    };
  }
  function items(menu: keyof typeof menuLayout): Item[] {
    return menuLayout[menu].map((entry) => (entry === '-' ? LINE : item(entry)));
  }
  const file: Item[] = [
    // A Mac has the settings in the menu of the app.
    ...items('file').filter(({ id }) => !isMac || id !== 'settings'),
    { label: t('Recent flows'), enabled: flows.length > 0, submenu: flowItems(flows, actions.goTo) },
    LINE,
    isMac ? { role: 'close', label: t('Close the window') } : { role: 'quit', label: t('Quit') },
  ];
  const view: Item[] = [
    ...items('view'),
    LINE,
    ...zoomItems(actions),
    LINE,
    { role: 'reload', label: t('Load the page again') },
    { role: 'toggleDevTools', label: t('Developer tools') },
    LINE,
    { role: 'togglefullscreen', label: t('Full screen') },
  ];
  const window: Item[] = [
    { role: 'minimize', label: t('Minimise') },
    ...(isMac
      ? ([{ role: 'zoom', label: t('Zoom') }, LINE, { role: 'front', label: t('Bring all to front') }] satisfies Item[])
      : ([{ role: 'close', label: t('Close the window') }] satisfies Item[])),
  ];
  const help: Item[] = [
    ...items('help'),
    { label: t('Show the log'), click: () => actions.goTo('#/settings/logs') },
    { label: t('Show the data folder'), click: actions.showDataFolder },
    LINE,
    { label: t('About Tributary'), click: () => actions.goTo(ABOUT) },
  ];
  // The letters behind & open the menus with Alt; a Mac shows neither them nor a "(&F)".
  return [
    ...(isMac ? [appMenu(actions)] : []),
    { label: t('&File'), submenu: file },
    { label: t('&Edit'), submenu: items('edit') },
    { label: t('&View'), submenu: view },
    { role: 'window', label: t('&Window'), submenu: window },
    { role: 'help', label: t('&Help'), submenu: help },
  ];
}
