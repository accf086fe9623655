import { app, type BrowserWindow, dialog } from 'electron';

/** After this many crashes within this time, in ms, the app asks the user before it loads the page again. */
const CRASH_LIMIT = 3;
const CRASH_WINDOW_MS = 60_000;

/** Chromium's error code for a load that a newer load replaced. */
const ABORTED = -3;

/** Loads a page. If that fails, its {@link PageWatch} loads it again when the server is back. */
export function loadPage(window: BrowserWindow, address: string): void {
  window.loadURL(address).catch((error: unknown) => {
    process.stderr.write(`The page could not be loaded: ${error instanceof Error ? error.message : String(error)}\n`);
  });
}

/** Brings the page of a window back when its process crashes or hangs, or when the page can't be loaded. */
export class PageWatch {
  readonly #window: BrowserWindow;
  #crashes: readonly number[] = [];
  /** The address that failed to load. */
  #failed: string | undefined;

  constructor(window: BrowserWindow) {
    this.#window = window;
    const { webContents } = window;
    webContents.on('render-process-gone', (_event, { reason }) => {
      if (reason !== 'clean-exit' && !window.isDestroyed()) void this.#bringBack();
    });
    webContents.on('did-fail-load', (_event, code, _why, address, isMainFrame) => {
      if (isMainFrame && code !== ABORTED) this.#failed = address;
    });
    webContents.on('did-navigate', () => {
      this.#failed = undefined;
    });
    window.on('unresponsive', () => void this.#askAboutHang());
  }

  /** Call this when the server is back: loads the page again if it had failed to load. */
  retryLoad(): void {
    const address = this.#failed;
    this.#failed = undefined;
    if (address !== undefined && !this.#window.isDestroyed()) loadPage(this.#window, address);
  }

  async #bringBack(): Promise<void> {
    const now = Date.now();
    this.#crashes = [...this.#crashes.filter((at) => now - at < CRASH_WINDOW_MS), now];
    if (this.#crashes.length >= CRASH_LIMIT) {
      const { response } = await dialog.showMessageBox(this.#window, {
        type: 'error',
        message: 'The page of Tributary keeps crashing.',
        detail:
          'Your flows and documents are safe: the server has them. Load the page again, or quit and start Tributary again.',
        buttons: ['Load it again', 'Quit'],
        defaultId: 0,
        noLink: true,
      });
      this.#crashes = [];
      if (response === 1) return app.quit();
    }
    if (!this.#window.isDestroyed()) this.#window.webContents.reload();
  }

  async #askAboutHang(): Promise<void> {
    const answered = new AbortController();
    this.#window.once('responsive', () => answered.abort());
    const { response } = await dialog.showMessageBox(this.#window, {
      type: 'warning',
      message: 'The window does not answer.',
      detail: 'Wait, or load its page again: unsaved changes of the last second are then lost.',
      buttons: ['Wait', 'Load it again'],
      defaultId: 0,
      cancelId: 0,
      noLink: true,
      signal: answered.signal,
    });
    // A hanging page can't reload itself: its process is killed and restarted, as after a crash.
    if (response === 1 && !this.#window.isDestroyed()) this.#window.webContents.forcefullyCrashRenderer();
  }
}
