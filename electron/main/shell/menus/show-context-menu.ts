import { type BrowserWindow, clipboard, Menu } from 'electron';
import { openOutside } from '../../page/open-outside.ts';
import { type ContextActions, contextMenu } from './context-menu.ts';

/** Gives the texts and links of a window their menu. */
export function showContextMenus(window: BrowserWindow): void {
  const { webContents } = window;
  const actions: ContextActions = {
    edit: (edit) => webContents[edit](),
    openOutside,
    copyText: (text) => clipboard.writeText(text),
  };
  webContents.on('context-menu', (_event, clicked) => {
    const items = contextMenu(clicked, actions);
    if (items.length > 0) Menu.buildFromTemplate([...items]).popup({ window });
  });
}
