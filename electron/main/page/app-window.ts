import { BrowserWindow } from 'electron';
import type { EventChannels } from '../../../shared/ipc/bridge.ts';
import { PAGE_ORIGIN } from '../../../shared/ipc/page-origin.ts';
import { send } from '../bridge/ipc-main.ts';
import { messageOf, note } from '../logs/app-log.ts';
import type { WindowMemory } from '../memory/window-memory.ts';
import { openWindow, showWindow } from './window.ts';

export interface AppWindowOptions {
  readonly memory: WindowMemory;
  /** Called with each new window. */
  readonly onOpened: (window: BrowserWindow) => void;
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
