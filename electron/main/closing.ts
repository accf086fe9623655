import { app, BrowserWindow, dialog, type WebContents } from 'electron';
import { send } from './ipc-main.ts';
import type { ServerProcess } from './server-process.ts';

/** The page gives the server 2 s before it keeps what is new by itself; one that takes longer than this hangs. */
const SAVE_LIMIT_MS = 5_000;

/** A page that is bringing its last changes into safety. */
interface Save {
  /** Whether the page has answered in time. */
  readonly hasAnswered: Promise<boolean>;
  readonly settle: (hasAnswered: boolean) => void;
}

type Choice = 'wait' | 'stop' | 'stay';
const CHOICES: readonly Choice[] = ['wait', 'stop', 'stay'];

/** Asks what becomes of running upserts; an abort of the signal means: stop. */
async function askAboutUpserts(count: number, signal: AbortSignal): Promise<Choice> {
  const question = {
    type: 'question' as const,
    message: count === 1 ? 'An upsert is running.' : `${count} upserts are running.`,
    detail:
      'Tributary can close when this has ended, or stop it now. What is stored already stays, and the next start offers to go on with the rest.',
    buttons: ['Wait and close', 'Stop now', 'Stay open'],
    defaultId: 0,
    cancelId: 2,
    noLink: true,
    signal,
  };
  const [window] = BrowserWindow.getAllWindows();
  const { response } = await (window === undefined
    ? dialog.showMessageBox(question)
    : dialog.showMessageBox(window, question));
  return signal.aborted ? 'stop' : (CHOICES[response] ?? 'stay');
}

/**
 * The way out of the app, whoever asks for it: running upserts are asked about, the page saves, then the windows close. A page that does not answer
 * is closed anyway.
 */
export class Closing {
  readonly #server: ServerProcess;
  /** Aborted when the system wants the app to end: then nobody is asked. */
  readonly #ordered = new AbortController();
  readonly #saves = new Map<WebContents, Save>();
  #isUnderWay = false;
  #isDone = false;
  /** Ends the waiting for upserts, to ask again. */
  #waiting: AbortController | undefined;

  constructor(server: ServerProcess) {
    this.#server = server;
    app.on('before-quit', (event) => {
      if (this.#isDone) return;
      event.preventDefault();
      this.#waiting?.abort();
      if (this.#isUnderWay) return;
      this.#leave().catch((error: unknown) => {
        process.stderr.write(`Tributary could not close: ${error instanceof Error ? error.message : String(error)}\n`);
      });
    });
  }

  /** Lets a window close when its page has saved; on all systems but a Mac the last window takes the app with it. */
  watch(window: BrowserWindow, platform: NodeJS.Platform): void {
    let isSaved = false;
    // What the page would hold the window for, it has had time to save.
    window.webContents.on('will-prevent-unload', (event) => event.preventDefault());
    window.on('close', (event) => {
      if (this.#isDone || isSaved) return;
      event.preventDefault();
      if (platform !== 'darwin') return app.quit();
      void this.#save(window.webContents).then((hasAnswered) => {
        isSaved = true;
        if (window.isDestroyed()) return;
        if (hasAnswered) window.close();
        else window.destroy();
      });
    });
  }

  /** The page says that it has saved. */
  pageSaved(contents: WebContents): void {
    this.#saves.get(contents)?.settle(true);
  }

  /** Ends the app without asking. */
  order(): void {
    this.#ordered.abort();
    app.quit();
  }

  async #leave(): Promise<void> {
    this.#isUnderWay = true;
    try {
      if (!(await this.#settleUpserts())) return;
      await Promise.all(BrowserWindow.getAllWindows().map((window) => this.#saveOrDestroy(window)));
      this.#isDone = true;
    } finally {
      this.#isUnderWay = false;
    }
    app.quit();
  }

  async #saveOrDestroy(window: BrowserWindow): Promise<void> {
    const hasAnswered = await this.#save(window.webContents);
    if (!hasAnswered && !window.isDestroyed()) window.destroy();
  }

  /** @returns false when the app is to stay open */
  async #settleUpserts(): Promise<boolean> {
    const ordered = this.#ordered.signal;
    while (this.#server.runningUpserts > 0 && !ordered.aborted) {
      const choice = await askAboutUpserts(this.#server.runningUpserts, ordered);
      if (choice !== 'wait') return choice === 'stop';
      const waiting = new AbortController();
      this.#waiting = waiting;
      this.#tell('Tributary closes when the upsert has ended.');
      await this.#server.untilIdle(AbortSignal.any([waiting.signal, ordered]));
      this.#waiting = undefined;
    }
    return true;
  }

  #tell(message: string): void {
    for (const { webContents } of BrowserWindow.getAllWindows()) {
      send(webContents, 'server-status', { state: 'finishing', message });
    }
  }

  /** Has a page bring its last changes into safety, once at a time. @returns false when it does not answer in time, or can't */
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
