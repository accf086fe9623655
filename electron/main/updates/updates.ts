import type { AppUpdater } from 'electron-updater';

/** What of electron-updater is used. */
export type Updater = Pick<AppUpdater, 'checkForUpdates' | 'downloadUpdate'>;

/** How the user is asked and informed. */
export interface UpdateTalk {
  /** Whether to fetch this version; it is installed when the app quits. */
  readonly shouldFetch: (version: string) => Promise<boolean>;
  readonly tellReady: (version: string) => Promise<void>;
  readonly log: (line: string) => void;
}

/**
 * Looks for a newer version, fetches it if the user wants it, and says when it is there. The user is asked once for each version. A check that fails is
 * logged: the app works without.
 */
export class Updates {
  readonly #updater: Updater;
  readonly #talk: UpdateTalk;
  #offered: string | undefined;

  constructor(updater: Updater, talk: UpdateTalk) {
    this.#updater = updater;
    this.#talk = talk;
  }

  async check(): Promise<void> {
    try {
      const found = await this.#updater.checkForUpdates();
      if (found?.isUpdateAvailable !== true) return;
      const { version } = found.updateInfo;
      if (version === this.#offered) return;
      this.#offered = version;
      if (!(await this.#talk.shouldFetch(version))) return;
      await this.#updater.downloadUpdate();
      await this.#talk.tellReady(version);
    } catch (error) {
      // A version that could not be fetched is offered again.
      this.#offered = undefined;
      this.#talk.log(`Looking for updates failed: ${error instanceof Error ? error.message : String(error)}`);
    }
  }
}
