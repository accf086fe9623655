import { app, BrowserWindow, dialog, type WebContents } from 'electron';
import type { ServerStatus } from '../../../shared/ipc/bridge.ts';
import type { CloseChoice } from '../../../shared/ipc/preferences.ts';
import { t } from '../../../shared/texts/t.ts';
import { send } from '../bridge/ipc-main.ts';
import { messageOf, note } from '../logs/app-log.ts';
import type { ServerProcess } from '../server/server-process.ts';
import { askUser } from './ask-user.ts';
import type { OneInstance } from './one-instance.ts';

/** If the server does not answer within 2 s, the page saves its changes locally. A page that takes longer than this hangs. */
const SAVE_LIMIT_MS = 5_000;

/** A page that is saving its last changes. */
interface Save {
  /** Whether the page answered in time. */
  readonly hasAnswered: Promise<boolean>;
  readonly settle: (hasAnswered: boolean) => void;
}

/** What closing a window depends on besides the upserts. */
export interface Keeping {
  readonly choice: CloseChoice;
  /** Whether any flow or store is synced. */
  readonly isWatching: boolean;
  /** Takes in what the person chose for every time. */
  readonly choose: (choice: CloseChoice) => void;
  /** Says what the app waits for. */
  readonly showServer: (status: ServerStatus) => void;
}

/** Called when the app begins to close, and when it could not. */
export type Leaving = Pick<OneInstance, 'setLeaving'>;

type Choice = 'wait' | 'stop' | 'stay';
const CHOICES: readonly Choice[] = ['wait', 'stop', 'stay'];

/** Asks the user what to do with running upserts. Aborting the signal means: stop them. */
async function askAboutUpserts(count: number, signal: AbortSignal): Promise<Choice> {
  const { response } = await askUser({
    type: 'question',
    message: t('{count, plural, one {An upsert is running.} other {# upserts are running.}}', { count }),
    detail: t(
      'Tributary can wait and then close, or stop now. Stored chunks stay, and the next start offers to continue with the rest.',
    ),
    buttons: [t('Wait and close'), t('Stop now'), t('Stay open')],
    defaultId: 0,
    cancelId: 2,
    noLink: true,
    signal,
  });
  return signal.aborted ? 'stop' : (CHOICES[response] ?? 'stay');
}

/** What a closed window leaves behind. */
type Closed = 'quit' | 'keep' | 'stay';

const ANSWERS: readonly Closed[] = ['keep', 'quit', 'stay'];

interface CloseFacts {
  readonly choice: CloseChoice;
  /** An upsert runs, or a sync is on. */
  readonly hasWork: boolean;
  readonly platform: NodeJS.Platform;
}

/** What closing the window does. Without work and a choice it ends the app; on a Mac every app goes on without its windows, so the user is not asked. */
export function whatCloses({ choice, hasWork, platform }: CloseFacts): Closed | 'ask' | 'close' {
  if (platform === 'darwin') return hasWork ? 'keep' : 'close';
  if (choice !== 'ask') return choice;
  return hasWork ? 'ask' : 'quit';
}

/** Asks whether the app goes on without its window. @returns the answer, and whether it holds for every time */
export async function askAboutClosing(window: BrowserWindow): Promise<{ answer: Closed; isForGood: boolean }> {
  const { response, checkboxChecked } = await dialog.showMessageBox(window, {
    type: 'question',
    message: t('Keep Tributary running without its window?'),
    detail: t(
      'Upserts and watched folders then go on. The icon in the system’s tray shows the window again, and so does another start of Tributary.',
    ),
    buttons: [t('Keep running'), t('Quit'), t('Cancel')],
    defaultId: 0,
    cancelId: 2,
    noLink: true,
    checkboxLabel: t('Don’t ask again (Settings can change it)'),
    checkboxChecked: false,
  });
  const answer = ANSWERS[response] ?? 'stay';
  return { answer, isForGood: checkboxChecked && answer !== 'stay' };
}

/**
 * Every way to close the app: it asks about running upserts, lets the page save, then closes the windows. A page that does not answer is closed
 * anyway.
 */
export class Closing {
  readonly #server: ServerProcess;
  readonly #keeping: Keeping;
  readonly #leaving: Leaving;
  /** Aborted when the system wants the app to end: then the user is not asked. */
  readonly #ordered = new AbortController();
  readonly #saves = new Map<WebContents, Save>();
  #isUnderWay = false;
  #isDone = false;
  #isAsking = false;
  /** Stops waiting for upserts, so that the user is asked again. */
  #waiting: AbortController | undefined;

  constructor(server: ServerProcess, keeping: Keeping, leaving: Leaving) {
    this.#server = server;
    this.#keeping = keeping;
    this.#leaving = leaving;
    app.on('before-quit', (event) => {
      if (this.#isDone) return;
      event.preventDefault();
      this.#waiting?.abort();
      if (this.#isUnderWay) return;
      this.#leave().catch((error: unknown) => {
        note('error', `Tributary could not close: ${messageOf(error)}`);
      });
    });
  }

  /** Closes or hides a window when its page has saved. Closing it may end the app, or leave it running without a window. */
  watch(window: BrowserWindow, platform: NodeJS.Platform): void {
    let isSaved = false;
    // The page has had time to save, so its beforeunload handler must not stop the closing.
    window.webContents.on('will-prevent-unload', (event) => event.preventDefault());
    // Windows asks no app to quit when its user logs off, and leaves it a few seconds.
    window.on('query-session-end', () => void this.#save(window.webContents));
    window.on('session-end', () => {
      void this.#server.stop();
      this.order();
    });
    window.on('close', (event) => {
      if (this.#isDone || isSaved) return;
      event.preventDefault();
      const { choice, isWatching } = this.#keeping;
      const hasWork = this.#server.runningUpserts > 0 || isWatching;
      const what = this.#isUnderWay ? 'quit' : whatCloses({ choice, hasWork, platform });
      if (what === 'quit') return app.quit();
      if (what === 'keep') return void this.#hide(window);
      if (what === 'ask') return void this.#ask(window);
      void this.#save(window.webContents).then((hasAnswered) => {
        isSaved = true;
        if (window.isDestroyed()) return;
        if (hasAnswered) window.close();
        else window.destroy();
      });
    });
  }

  /** Called when the page reports that it has saved. */
  pageSaved(contents: WebContents): void {
    this.#saves.get(contents)?.settle(true);
  }

  /** Ends the app without asking. */
  order(): void {
    this.#ordered.abort();
    app.quit();
  }

  async #ask(window: BrowserWindow): Promise<void> {
    if (this.#isAsking) return;
    this.#isAsking = true;
    try {
      const { answer, isForGood } = await askAboutClosing(window);
      if (answer === 'stay') return;
      if (isForGood) this.#keeping.choose(answer);
      if (answer === 'quit') app.quit();
      else await this.#hide(window);
    } finally {
      this.#isAsking = false;
    }
  }

  /** The page lives on: it follows the upserts and reports their end. */
  async #hide(window: BrowserWindow): Promise<void> {
    await this.#save(window.webContents);
    if (window.isDestroyed()) return;
    if (!window.isFullScreen()) return window.hide();
    // A Mac leaves a black screen behind a window that is hidden in full screen.
    window.once('leave-full-screen', () => window.hide());
    window.setFullScreen(false);
  }

  async #leave(): Promise<void> {
    this.#isUnderWay = true;
    try {
      if (!(await this.#settleUpserts())) return;
      this.#leaving.setLeaving(true);
      await Promise.all(BrowserWindow.getAllWindows().map((window) => this.#saveOrDestroy(window)));
      this.#isDone = true;
    } finally {
      this.#isUnderWay = false;
      if (!this.#isDone) this.#leaving.setLeaving(false);
    }
    app.quit();
  }

  async #saveOrDestroy(window: BrowserWindow): Promise<void> {
    const hasAnswered = await this.#save(window.webContents);
    if (!hasAnswered && !window.isDestroyed()) window.destroy();
  }

  /** @returns false if the app stays open */
  async #settleUpserts(): Promise<boolean> {
    const ordered = this.#ordered.signal;
    let hasWaited = false;
    while (this.#server.runningUpserts > 0 && !ordered.aborted) {
      const choice = await askAboutUpserts(this.#server.runningUpserts, ordered);
      if (choice === 'stay' && hasWaited) this.#keeping.showServer({ state: 'running' });
      if (choice !== 'wait') return choice === 'stop';
      hasWaited = true;
      const waiting = new AbortController();
      this.#waiting = waiting;
      this.#keeping.showServer({ state: 'finishing' });
      await this.#server.untilIdle(AbortSignal.any([waiting.signal, ordered]));
      this.#waiting = undefined;
    }
    return true;
  }

  /** Lets a page save its last changes, once at a time. @returns false if it does not answer in time, or fails */
  async #save(contents: WebContents): Promise<boolean> {
    if (contents.isDestroyed() || contents.isCrashed()) return false;
    const underWay = this.#saves.get(contents);
    if (underWay !== undefined) return underWay.hasAnswered;
    const { promise: hasAnswered, resolve: settle } = Promise.withResolvers<boolean>();
    const limit = setTimeout(() => settle(false), SAVE_LIMIT_MS);
    this.#saves.set(contents, { hasAnswered, settle });
    send(contents, 'before-close', null);
    await hasAnswered;
    clearTimeout(limit);
    this.#saves.delete(contents);
    return hasAnswered;
  }
}
