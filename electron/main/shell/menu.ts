import { Menu, type MenuItemConstructorOptions } from 'electron';
import { type CommandId, commandOf } from '../../../shared/commands/command-table.ts';
import { menuLayout, toAccelerator } from './menu-layout.ts';

interface MenuActions {
  readonly runCommand: (command: CommandId) => void;
  readonly showDataFolder: () => void;
}

/** Sets the native menu of the app, generated from the command table. */
export function setMenu({ runCommand, showDataFolder }: MenuActions, platform: NodeJS.Platform): void {
  const isMac = platform === 'darwin';

  /** The page handles the keys; the menu only shows them. */
  function item(id: CommandId): MenuItemConstructorOptions {
    const { label, keys } = commandOf(id);
    const accelerator = toAccelerator(keys[0], isMac);
    const shown = accelerator === undefined ? {} : { accelerator };
    return { id, label, ...shown, registerAccelerator: false, click: () => runCommand(id) };
  }
  function items(menu: keyof typeof menuLayout): MenuItemConstructorOptions[] {
    return menuLayout[menu].map((entry) => (entry === '-' ? { type: 'separator' } : item(entry)));
  }

  const template: MenuItemConstructorOptions[] = [
    ...(isMac ? [{ role: 'appMenu' } satisfies MenuItemConstructorOptions] : []),
    {
      label: 'File',
      submenu: [
        ...items('file'),
        { label: 'Show data folder', click: showDataFolder },
        { type: 'separator' },
        { role: isMac ? 'close' : 'quit' },
      ],
    },
    { label: 'Edit', submenu: items('edit') },
    {
      label: 'View',
      submenu: [
        ...items('view'),
        { type: 'separator' },
        { role: 'reload' },
        { role: 'toggleDevTools' },
        { type: 'separator' },
        { role: 'togglefullscreen' },
      ],
    },
    { role: 'windowMenu' },
  ];
  Menu.setApplicationMenu(Menu.buildFromTemplate(template));
}
