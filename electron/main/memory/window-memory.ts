import { mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { type WindowFile, WindowFileSchema } from './window-file.ts';

/** At most this often is the file written while the window is moved, in ms. */
const WRITE_EVERY_MS = 1_000;

function wasNotThere(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'ENOENT';
}

/** What the window remembers from one start to the next, in a file of its own. A file that can't be read or written is reported, and no more. */
export class WindowMemory {
  readonly #path: string;
  readonly #onTrouble: (message: string) => void;
  #content: WindowFile;
  #timer: NodeJS.Timeout | undefined;

  constructor(path: string, onTrouble: (message: string) => void) {
    this.#path = path;
    this.#onTrouble = onTrouble;
    this.#content = this.#read();
  }

  get content(): WindowFile {
    return this.#content;
  }

  /** Takes in what has changed; it is written a moment later. */
  remember(changed: Partial<WindowFile>): void {
    this.#content = { ...this.#content, ...changed };
    this.#timer ??= setTimeout(() => this.write(), WRITE_EVERY_MS);
  }

  /** Writes what is not written yet. */
  write(): void {
    if (this.#timer === undefined) return;
    clearTimeout(this.#timer);
    this.#timer = undefined;
    const unfinished = `${this.#path}.new`;
    try {
      mkdirSync(dirname(this.#path), { recursive: true });
      writeFileSync(unfinished, `${JSON.stringify(this.#content, undefined, 2)}\n`, { mode: 0o600 });
      renameSync(unfinished, this.#path);
    } catch (error) {
      this.#onTrouble(`The place of the window could not be saved: ${String(error)}`);
    }
  }

  #read(): WindowFile {
    try {
      const parsed = WindowFileSchema.safeParse(JSON.parse(readFileSync(this.#path, 'utf8')));
      if (parsed.success) return parsed.data;
      this.#onTrouble(`${this.#path} is not what this version writes: the window begins anew.`);
    } catch (error) {
      if (!wasNotThere(error)) this.#onTrouble(`${this.#path} can't be read: ${String(error)}`);
    }
    return WindowFileSchema.parse({});
  }
}
