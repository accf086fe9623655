import { join } from 'node:path';
import { BrowserWindow, nativeTheme } from 'electron';
import { loadPage } from './page-watch.ts';
import { keepAtOrigin, restrictPermissions, sendAsApp } from './security.ts';

const PRELOAD = join(import.meta.dirname, '..', 'preload', 'preload.cjs');

/** The page's --canvas colour (renderer/styles/tokens.css), so that a new window does not flash. */
const BACKGROUND = { light: '#f7f7f5', dark: '#161615' };

/**
 * Opens a window on the server's page. It becomes visible when the page is ready to show.
 * @param localToken the secret of the data folder
 */
export function openWindow(url: string, localToken: string): BrowserWindow {
  const window = new BrowserWindow({
    width: 1440,
    height: 900,
    minWidth: 960,
    minHeight: 600,
    show: false,
    title: 'Tributary',
    backgroundColor: nativeTheme.shouldUseDarkColors ? BACKGROUND.dark : BACKGROUND.light,
    webPreferences: {
      preload: PRELOAD,
      sandbox: true,
      contextIsolation: true,
      nodeIntegration: false,
      webviewTag: false,
    },
  });
  const { origin } = new URL(url);
  restrictPermissions(window.webContents.session, origin);
  sendAsApp(window.webContents.session, origin, localToken);
  keepAtOrigin(window.webContents, origin);
  window.once('ready-to-show', () => window.show());
  loadPage(window, url);
  return window;
}
