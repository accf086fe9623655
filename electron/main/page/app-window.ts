import { app, BrowserWindow, nativeTheme, screen } from 'electron';
import type { EventChannels } from '../../../shared/ipc/bridge.ts';
import { PAGE_ORIGIN } from '../../../shared/ipc/page-origin.ts';
import { send } from '../bridge/ipc-main.ts';
import { messageOf, note } from '../logs/app-log.ts';
import type { WindowMemory } from '../memory/window-memory.ts';
import { APP_ICON, PRELOAD } from '../places.ts';
import { type Box, saneBounds } from './sane-bounds.ts';
import { keepAtPage } from './security.ts';

export interface AppWindowOptions {
  readonly memory: WindowMemory;
  /** Called with each new window. */
  readonly onOpened: (window: BrowserWindow) => void;
}

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

interface WindowWishes {
  readonly memory: WindowMemory;
  /** The page to open, "#/…"; undefined: the one that was open last. */
  readonly page: string | undefined;
  /** The window is only shown when somebody asks for it. */
  readonly isHidden: boolean;
}

/** The page's --canvas (renderer/styles/tokens.css): a new window has its colour before the page has painted, and does not flash. */
const CANVAS = {
  normal: { light: '#f6f6f3', dark: '#131312' },
  contrast: { light: '#ffffff', dark: '#000000' },
};

/** The colour of an empty page. */
export function canvasColour(isDark: boolean, hasMoreContrast: boolean): string {
  const { light, dark } = hasMoreContrast ? CANVAS.contrast : CANVAS.normal;
  return isDark ? dark : light;
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

/** The app's one window. It opens when the server is ready; until then it is only noted what it shall show. */
export class AppWindow {
  readonly #options: AppWindowOptions;
  #isReady = false;
  #page: string | undefined;

  constructor(options: AppWindowOptions) {
    this.#options = options;
  }

  /** Undefined while there is none. Not the focused one: without a window manager no window ever gets the focus. */
  get window(): BrowserWindow | undefined {
    return BrowserWindow.getAllWindows()[0];
  }

  /** The server is ready: opens the window. */
  start({ isHidden }: { readonly isHidden: boolean }): void {
    this.#isReady = true;
    this.#open(isHidden);
  }

  /** Brings the window to the front, whether it was hidden, minimised or closed. */
  show(): void {
    if (!this.#isReady) return;
    const { window } = this;
    if (window === undefined) this.#open(false);
    else {
      if (window.isMinimized()) window.restore();
      showWindow(window, this.#options.memory);
      window.focus();
    }
  }

  /** Brings the window to the front with another page, "#/…". */
  goTo(page: string): void {
    const { window } = this;
    if (window === undefined) this.#page = page;
    else if (new URL(window.webContents.getURL()).hash !== page) {
      // The same document, so nothing of what the page holds is lost.
      window.loadURL(`${PAGE_ORIGIN}/${page}`).catch((error: unknown) => {
        note('error', `${page} could not be shown: ${messageOf(error)}`);
      });
    }
    this.show();
  }

  /** Tells the page, if there is one. */
  send<Channel extends keyof EventChannels>(channel: Channel, payload: EventChannels[Channel]): void {
    const { window } = this;
    if (window !== undefined) send(window.webContents, channel, payload);
  }

  #open(isHidden: boolean): void {
    const { memory, onOpened } = this.#options;
    const window = openWindow({ memory, page: this.#page, isHidden });
    this.#page = undefined;
    onOpened(window);
  }
}
