import { mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { z } from 'zod';
import { LookSchema, RecentFlowsSchema } from '../../../shared/ipc/page-facts.ts';
import { CloseChoiceSchema } from '../../../shared/ipc/preferences.ts';

/** At most this often is the file written while the window is moved, in ms. */
const WRITE_EVERY_MS = 1_000;

function wasNotThere(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'ENOENT';
}

/** The largest number that makes sense as a place on a desktop, in pixels: far beyond a wall of displays. */
const FAR = 100_000;
const place = z.int().min(-FAR).max(FAR);
const size = z.int().min(1).max(FAR);

/** The content of `window.json`. A part that is missing or invalid gets its default. */
const WindowFileSchema = z.object({
  /** Of the window when it is neither maximised nor in full screen, in device-independent pixels. */
  bounds: z.object({ x: place, y: place, width: size, height: size }).optional().catch(undefined),
  isMaximized: z.boolean().catch(false),
  isFullScreen: z.boolean().catch(false),
  /** Chromium's: 0 is 100 %, and each step up is 20 % larger. */
  zoomLevel: z.number().min(-3).max(5).catch(0),
  /** What follows the origin in the address of the page: "#/flows/…", or nothing. */
  page: z.string().max(2000).regex(/^#\//).or(z.literal('')).catch(''),
  /** As the page said last; undefined until it has. */
  look: LookSchema.optional().catch(undefined),
  flows: RecentFlowsSchema.catch([]),
  onClose: CloseChoiceSchema.catch('ask'),
  notifies: z.boolean().catch(true),
});

type WindowFile = z.infer<typeof WindowFileSchema>;

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
