import { randomUUID } from 'node:crypto';
import { constants } from 'node:fs';
import { access, stat } from 'node:fs/promises';
import { basename, isAbsolute } from 'node:path';
import type { OpenedItem } from '../../../shared/ipc/opened.ts';
import { PAGE_ORIGIN } from '../../../shared/ipc/page-origin.ts';

const ADDRESS = `${PAGE_ORIGIN}/opened/`;

/** Files and folders that somebody opened with the app, until the page has taken them. It can read those files, each once, and no others. */
export class OpenedFiles {
  #waiting: string[] = [];
  readonly #paths = new Map<string, string>();

  add(paths: readonly string[]): void {
    this.#waiting.push(...paths);
  }

  /** What was opened since the last call. */
  async take(): Promise<readonly OpenedItem[]> {
    const taken = this.#waiting;
    this.#waiting = [];
    return await Promise.all(taken.map((path) => this.#describe(path)));
  }

  /** The file that an address stands for, at its first request. */
  fileAt(address: string): string | undefined {
    const path = this.#paths.get(address);
    this.#paths.delete(address);
    return path;
  }

  async #describe(path: string): Promise<OpenedItem> {
    // An address that stands for no path of this system.
    if (!isAbsolute(path)) return { kind: 'unreadable', path };
    try {
      const found = await stat(path);
      await access(path, constants.R_OK);
      if (found.isDirectory()) return { kind: 'folder', path };
      // Anything else, a pipe say, might never end.
      if (!found.isFile()) return { kind: 'unreadable', path };
    } catch (error) {
      const isMissing = error instanceof Error && 'code' in error && error.code === 'ENOENT';
      return { kind: isMissing ? 'missing' : 'unreadable', path };
    }
    const address = ADDRESS + randomUUID();
    this.#paths.set(address, path);
    return { kind: 'file', name: basename(path), address };
  }
}
