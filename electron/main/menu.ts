import { Menu, type MenuItemConstructorOptions } from 'electron';
import type { MenuCommand } from '../../shared/ipc/menu-commands.ts';

interface MenuActions {
  readonly runCommand: (command: MenuCommand) => void;
  readonly showDataFolder: () => void;
}

/** Label, key and id of what the page does itself. The page has the keys: the menu only shows them. */
const commandItems = {
  'page.flows': { label: 'Flows' },
  'page.settings': { label: 'Settings' },
  'flow.save': { label: 'Save', accelerator: 'CmdOrCtrl+S' },
  'flow.upsert': { label: 'Upsert documents…', accelerator: 'CmdOrCtrl+Enter' },
  'flow.ask': { label: 'Ask' },
} satisfies Record<MenuCommand, MenuItemConstructorOptions>;

function fileMenu({ runCommand, showDataFolder }: MenuActions, isMac: boolean): MenuItemConstructorOptions {
  function item(command: MenuCommand): MenuItemConstructorOptions {
    return { ...commandItems[command], registerAccelerator: false, click: () => runCommand(command) };
  }
  return {
    label: 'File',
    submenu: [
      item('page.flows'),
      { type: 'separator' },
      item('flow.save'),
      item('flow.upsert'),
      item('flow.ask'),
      { type: 'separator' },
      item('page.settings'),
      { label: 'Show data folder', click: showDataFolder },
      { type: 'separator' },
      { role: isMac ? 'close' : 'quit' },
    ],
  };
}

/** Sets the native menu of the app. */
export function setMenu(actions: MenuActions, platform: NodeJS.Platform): void {
  const isMac = platform === 'darwin';
  const template: MenuItemConstructorOptions[] = [
    ...(isMac ? [{ role: 'appMenu' } satisfies MenuItemConstructorOptions] : []),
    fileMenu(actions, isMac),
    { role: 'editMenu' },
    {
      label: 'View',
      submenu: [{ role: 'reload' }, { role: 'toggleDevTools' }, { type: 'separator' }, { role: 'togglefullscreen' }],
    },
    { role: 'windowMenu' },
  ];
  Menu.setApplicationMenu(Menu.buildFromTemplate(template));
}
