import { existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { dirname, join } from 'node:path';
import { app } from 'electron';
import { autostartEntry } from './autostart-entry.ts';

/** Starts the app without a window when the user logs in. Windows and macOS do it themselves; on Linux it is a file, the only one outside the data folder. */
export class LoginStart {
  readonly #arguments: readonly string[];

  /** @param given arguments of a start on the same data folder */
  constructor(given: readonly string[]) {
    // Started from its sources, Electron has to be told what to run.
    this.#arguments = [...(app.isPackaged ? [] : [app.getAppPath()]), '--hidden', ...given];
  }

  get isOn(): boolean {
    if (process.platform === 'linux') return existsSync(this.#file);
    return app.getLoginItemSettings(this.#item).openAtLogin;
  }

  /** @throws the error of the file system if the file can't be written or deleted */
  set(isOn: boolean): void {
    if (process.platform !== 'linux') app.setLoginItemSettings({ ...this.#item, openAtLogin: isOn });
    else if (isOn) this.#writeFile();
    else rmSync(this.#file, { force: true });
  }

  #writeFile(): void {
    mkdirSync(dirname(this.#file), { recursive: true });
    // An AppImage runs from a place that is gone after it.
    const program = process.env.APPIMAGE ?? process.execPath;
    writeFileSync(this.#file, autostartEntry([program, ...this.#arguments]));
  }

  get #item() {
    return { path: process.execPath, args: this.#arguments.map((argument) => `"${argument}"`) };
  }

  get #file(): string {
    return join(process.env.XDG_CONFIG_HOME || join(homedir(), '.config'), 'autostart', 'tributary.desktop');
  }
}
