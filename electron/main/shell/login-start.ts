import { existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { dirname, join } from 'node:path';
import { app } from 'electron';
import { autostartEntry } from './autostart-entry.ts';
import { type OwnStart, quotedForWindows } from './own-start.ts';

/** Starts the app without a window when the user logs in. Windows and macOS do it themselves; on Linux it is a file, the only one outside the data folder. */
export class LoginStart {
  readonly #program: string;
  readonly #arguments: readonly string[];
  readonly #isUsualFolder: boolean;

  /** @param isUsualFolder whether a start without arguments uses the same data folder */
  constructor({ program, args }: OwnStart, isUsualFolder: boolean) {
    this.#program = program;
    this.#arguments = [...args, '--hidden'];
    this.#isUsualFolder = isUsualFolder;
  }

  /** Null where it can't be: macOS starts the app without arguments, so always on the usual data folder. */
  get isOn(): boolean | null {
    if (process.platform === 'linux') return existsSync(this.#file);
    if (process.platform !== 'darwin') return app.getLoginItemSettings(this.#item).openAtLogin;
    return this.#isUsualFolder ? app.getLoginItemSettings().openAtLogin : null;
  }

  /** Whether macOS has started the app at login; on other systems the argument `--hidden` says it. */
  get isThisStart(): boolean {
    if (process.platform !== 'darwin' || !this.#isUsualFolder) return false;
    const { openAtLogin, wasOpenedAtLogin } = app.getLoginItemSettings();
    // It also opens again what was open at the last logout: that comes with its window.
    return openAtLogin && wasOpenedAtLogin;
  }

  /** @throws the error of the file system if the file can't be written or deleted */
  set(isOn: boolean): void {
    if (process.platform === 'darwin') app.setLoginItemSettings({ openAtLogin: isOn });
    else if (process.platform !== 'linux') app.setLoginItemSettings({ ...this.#item, openAtLogin: isOn });
    else if (isOn) this.#writeFile();
    else rmSync(this.#file, { force: true });
  }

  #writeFile(): void {
    mkdirSync(dirname(this.#file), { recursive: true });
    writeFileSync(this.#file, autostartEntry([this.#program, ...this.#arguments]));
  }

  get #item() {
    return { path: this.#program, args: this.#arguments.map(quotedForWindows) };
  }

  get #file(): string {
    return join(process.env.XDG_CONFIG_HOME || join(homedir(), '.config'), 'autostart', 'tributary.desktop');
  }
}
