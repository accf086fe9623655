import { app, BrowserWindow, nativeTheme, screen } from 'electron';
import { PAGE_ORIGIN } from '../../../shared/ipc/page-origin.ts';
import { messageOf, note } from '../logs/app-log.ts';
import type { WindowMemory } from '../memory/window-memory.ts';
import { APP_ICON, PRELOAD } from '../places.ts';
import { canvasColour } from './canvas-colour.ts';
import { type Box, saneBounds } from './sane-bounds.ts';
import { keepAtPage } from './security.ts';

/** Where there is room for windows; the main display comes first. */
function workAreas(): [Box, ...Box[]] {
  const main = screen.getPrimaryDisplay();
  const others = screen.getAllDisplays().filter(({ id }) => id !== main.id);
  return [main.workArea, ...others.map(({ workArea }) => workArea)];
}

/** Remembers where the window is, how it is shown, and what it shows. */
function follow(window: BrowserWindow, memory: WindowMemory): void {
  const { webContents } = window;
  function rememberPlace(): void {
    // A hidden or minimised window says of itself what is not so when it is shown.
    if (window.isDestroyed() || !window.isVisible() || window.isMinimized()) return;
    const [isMaximized, isFullScreen] = [window.isMaximized(), window.isFullScreen()];
    memory.remember({ bounds: window.getNormalBounds(), isMaximized, isFullScreen });
  }
  window.on('resize', rememberPlace);
  window.on('move', rememberPlace);
  window.on('maximize', rememberPlace);
  window.on('unmaximize', rememberPlace);
  window.on('enter-full-screen', rememberPlace);
  window.on('leave-full-screen', rememberPlace);
  webContents.on('did-navigate-in-page', (_event, address, isMainFrame) => {
    if (isMainFrame) memory.remember({ page: new URL(address).hash });
  });
  // Chromium forgets the zoom with each new page.
  webContents.on('did-navigate', () => webContents.setZoomLevel(memory.content.zoomLevel));
}

/** Shows a window as large as it was: shown first and maximised then, it would be seen to jump. */
export function showWindow(window: BrowserWindow, memory: WindowMemory): void {
  if (memory.content.isMaximized && !window.isVisible() && !window.isMaximized()) window.maximize();
  window.show();
}

export interface WindowWishes {
  readonly memory: WindowMemory;
  /** The page to open, "#/…"; undefined: the one that was open last. */
  readonly page: string | undefined;
  /** The window is only shown when somebody asks for it. */
  readonly isHidden: boolean;
}

/** Opens a window on the page, where and as it was. It becomes visible when the page is ready to show. */
export function openWindow({ memory, page, isHidden }: WindowWishes): BrowserWindow {
  const { bounds, isFullScreen, look } = memory.content;
  const hasMoreContrast = look?.theme === 'contrast' || nativeTheme.shouldUseHighContrastColors;
  // That of the program, which an installer for Windows or macOS gives it, in every size.
  const hasOwnIcon = app.isPackaged && process.platform !== 'linux';
  const window = new BrowserWindow({
    ...saneBounds(bounds, workAreas()),
    minWidth: 960,
    minHeight: 600,
    show: false,
    title: 'Tributary',
    backgroundColor: canvasColour(nativeTheme.shouldUseDarkColors, hasMoreContrast),
    ...(hasOwnIcon ? {} : { icon: APP_ICON }),
    webPreferences: {
      preload: PRELOAD,
      sandbox: true,
      contextIsolation: true,
      nodeIntegration: false,
      webviewTag: false,
      // Chromium would fetch dictionaries from its maker's servers; and most text fields here hold code, names and questions.
      spellcheck: false,
    },
  });
  keepAtPage(window.webContents);
  follow(window, memory);
  window.once('ready-to-show', () => {
    if (!isHidden) showWindow(window, memory);
  });
  window.once('show', () => {
    if (isFullScreen) window.setFullScreen(true);
  });
  window.loadURL(`${PAGE_ORIGIN}/${page ?? memory.content.page}`).catch((error: unknown) => {
    note('error', `The page could not be loaded: ${messageOf(error)}`);
  });
  return window;
}
