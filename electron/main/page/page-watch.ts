import { app, type BrowserWindow } from 'electron';
import { t } from '../../../shared/texts/t.ts';
import { askUser } from '../shell/ask-user.ts';

/** After this many crashes within this time, in ms, the app asks the user before it loads the page again. */
const CRASH_LIMIT = 3;
const CRASH_WINDOW_MS = 60_000;

/**
 * Reloads the page of a window when its process crashes or hangs.
 * @param onCrash is called with the reason, as Chromium names it
 */
export function watchPage(window: BrowserWindow, onCrash: (reason: string) => void): void {
  let crashes: readonly number[] = [];
  let isAskingAboutHang = false;

  async function reload(): Promise<void> {
    const now = Date.now();
    crashes = [...crashes.filter((at) => now - at < CRASH_WINDOW_MS), now];
    if (crashes.length >= CRASH_LIMIT) {
      const { response } = await askUser({
        type: 'error',
        message: t('The page of Tributary keeps crashing.'),
        detail: t(
          'Your flows and documents are safe: the server has them. Load the page again, or quit and start Tributary again.',
        ),
        buttons: [t('Load it again'), t('Quit')],
        defaultId: 0,
        noLink: true,
      });
      crashes = [];
      if (response === 1) return app.quit();
    }
    if (!window.isDestroyed()) window.webContents.reload();
  }

  async function askAboutHang(): Promise<void> {
    if (isAskingAboutHang) return;
    isAskingAboutHang = true;
    const answered = new AbortController();
    window.once('responsive', () => answered.abort());
    const { response } = await askUser({
      type: 'warning',
      message: t('The window does not answer.'),
      detail: t('Wait, or load its page again: unsaved changes of the last second are then lost.'),
      buttons: [t('Wait'), t('Load it again')],
      defaultId: 0,
      cancelId: 0,
      noLink: true,
      signal: answered.signal,
    });
    isAskingAboutHang = false;
    // A hanging page can't reload itself: its process is killed and restarted, as after a crash.
    if (response === 1 && !window.isDestroyed()) window.webContents.forcefullyCrashRenderer();
  }

  window.webContents.on('render-process-gone', (_event, { reason }) => {
    if (reason === 'clean-exit' || window.isDestroyed()) return;
    onCrash(reason);
    void reload();
  });
  window.on('unresponsive', () => void askAboutHang());
}
