import { BrowserWindow, nativeTheme } from 'electron';
import { PAGE_ORIGIN } from '../../../shared/ipc/page-origin.ts';
import { PRELOAD } from '../places.ts';
import { keepAtPage } from './security.ts';

/** The page's --canvas colour (renderer/styles/tokens.css), so that a new window does not flash. */
const BACKGROUND = { light: '#f7f7f5', dark: '#161615' };

/** Opens a window on the page. It becomes visible when the page is ready to show. */
export function openWindow(): BrowserWindow {
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
  keepAtPage(window.webContents);
  window.once('ready-to-show', () => window.show());
  window.loadURL(`${PAGE_ORIGIN}/`).catch((error: unknown) => {
    process.stderr.write(`The page could not be loaded: ${error instanceof Error ? error.message : String(error)}\n`);
  });
  return window;
}
