import { ApiError } from '../../../shared/client/api-error.ts';
import type { FlowFields } from './drafts.ts';

/** Quiet time after a change before it is saved. */
const SAVE_DELAY_MS = 1000;

/** Time from a first change to its draft: the change is drawn first. */
const FIRST_DRAFT_DELAY_MS = 30;

/** Time between two drafts while changes go on. */
const DRAFT_DELAY_MS = 100;

/** Waits between tries after a failure; the last one repeats. */
const RETRY_DELAYS_MS = [2_000, 5_000, 15_000, 30_000] as const;

/** Wait between tries while nobody answers: such a try costs nothing, and the server is noticed as soon as it is back. */
const AWAY_RETRY_MS = 1_000;

/** How long the server may take for the last changes when the window is about to be closed; they are stored as a draft by then. */
const LAST_SAVE_MS = 2_000;

/** So many saves without an answer are remembered: an older one arrives no more. */
const SENT_LIMIT = 10;

export type AutosaveEvent =
  | { readonly type: 'unsaved' }
  | { readonly type: 'saving' }
  | { readonly type: 'saved' }
  /** `isKept`: the changes are stored in this browser meanwhile. */
  | { readonly type: 'failed'; readonly error: unknown; readonly isKept: boolean };

export interface SaveTarget {
  /** Writes to the server. `sent`: what was sent before and may have arrived, although no answer came; oldest first. */
  readonly put: (fields: FlowFields, sent: readonly FlowFields[]) => Promise<unknown>;
  /** Keeps a draft in this browser. */
  readonly keep: (fields: FlowFields, sent: readonly FlowFields[]) => Promise<void>;
  /** Removes the draft. */
  readonly drop: () => Promise<void>;
  /** Whether trying again is of no use: somebody has to decide first. */
  readonly isFinal: (error: unknown) => boolean;
}

function isSame(a: FlowFields, b: FlowFields): boolean {
  return a.name === b.name && a.flowData === b.flowData && a.apiConfig === b.apiConfig;
}

function isAway(error: unknown): boolean {
  return error instanceof ApiError && (error.code === 'NETWORK' || error.status === 503);
}

function retryDelayMs(error: unknown, failures: number): number {
  if (isAway(error)) return AWAY_RETRY_MS;
  return RETRY_DELAYS_MS[Math.min(failures, RETRY_DELAYS_MS.length - 1)] ?? SAVE_DELAY_MS;
}

/**
 * The draft of one flow. A first change is written when it is drawn, and those that follow a moment later: browsers do not always finish what a page
 * begins to write while it is being left.
 */
function createDraftWriter({ keep, drop }: SaveTarget, read: () => [FlowFields, readonly FlowFields[]] | undefined) {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let isBehind = false;

  /** @returns whether what is new is stored */
  async function write(): Promise<boolean> {
    isBehind = false;
    const draft = read();
    if (draft === undefined) return true;
    try {
      await keep(...draft);
      return true;
    } catch (error) {
      console.warn('No draft can be kept in this browser.', error);
      return false;
    }
  }

  function writeAfter(delayMs: number): void {
    timer = setTimeout(() => {
      timer = undefined;
      if (!isBehind) return;
      void write();
      writeAfter(DRAFT_DELAY_MS);
    }, delayMs);
  }

  function writeSoon(): void {
    isBehind = true;
    if (timer === undefined) writeAfter(FIRST_DRAFT_DELAY_MS);
  }

  return {
    write,
    writeSoon,
    async remove(): Promise<void> {
      isBehind = false;
      try {
        await drop();
      } catch (error) {
        // It is what the server has: the next one to open the flow sees that.
        console.warn('A draft cannot be removed from this browser.', error);
      }
    },
  };
}

/**
 * Saves a flow a moment after its last change, one request at a time, and tries again until it works. Until then the changes are
 * stored as a draft in this browser. Nothing is dropped.
 */
export class Autosave {
  readonly #target: SaveTarget;
  readonly #onEvent: (event: AutosaveEvent) => void;
  readonly #draft: ReturnType<typeof createDraftWriter>;
  #read: (() => FlowFields) | undefined;
  #sent: readonly FlowFields[] = [];
  #timer: ReturnType<typeof setTimeout> | undefined;
  #running: Promise<boolean> | undefined;
  #failures = 0;
  #isHeld = false;

  constructor(target: SaveTarget, onEvent: (event: AutosaveEvent) => void) {
    this.#target = target;
    this.#onEvent = onEvent;
    this.#draft = createDraftWriter(target, () => {
      const fields = this.pending();
      return fields && [fields, this.#sent];
    });
  }

  /** Whether it waits for somebody to decide, after a final failure. */
  get isHeld(): boolean {
    return this.#isHeld;
  }

  /** What is not on the server yet, as it would be saved now. */
  pending(): FlowFields | undefined {
    return this.#read?.() ?? (this.#running === undefined ? undefined : this.#sent.at(-1));
  }

  /** There is something new to save; `read` gives it when the time comes. */
  changed(read: () => FlowFields): void {
    if (this.#read === undefined && this.#running === undefined) this.#onEvent({ type: 'unsaved' });
    this.#read = read;
    this.#draft.writeSoon();
    if (!this.#isHeld) this.#schedule(SAVE_DELAY_MS);
  }

  /** Saves now; false when that failed (it goes on trying, unless the failure is final). */
  async flush(): Promise<boolean> {
    clearTimeout(this.#timer);
    while (this.#running !== undefined) await this.#running;
    this.#running = this.#saveOnce().finally(() => {
      this.#running = undefined;
    });
    return this.#running;
  }

  /** The page is being left: keeps a draft and sends off what is new, both without an answer. */
  leave(): void {
    void this.#draft.write();
    if (this.#running === undefined) void this.flush();
  }

  /** Settles when the changes are saved, or are stored as a draft and the server has had its time; false when neither worked. */
  async secure(): Promise<boolean> {
    const isKept = await this.#draft.write();
    const saved = this.flush();
    if (!isKept) return saved;
    await Promise.race([saved, new Promise((resolve) => setTimeout(resolve, LAST_SAVE_MS))]);
    return true;
  }

  /** Stops before anything was tried, as after a final failure; the changes are stored as a draft. */
  hold(read: () => FlowFields): void {
    this.#read = read;
    this.#isHeld = true;
    this.#draft.writeSoon();
  }

  /** Tries again after a final failure. */
  resume(): Promise<boolean> {
    this.#isHeld = false;
    return this.flush();
  }

  /** Forgets what is not saved, and its draft. */
  async discard(): Promise<void> {
    clearTimeout(this.#timer);
    this.#read = undefined;
    this.#sent = [];
    this.#isHeld = false;
    await this.#draft.remove();
    this.#onEvent({ type: 'saved' });
  }

  #schedule(delayMs: number): void {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => void this.flush(), delayMs);
  }

  async #saveOnce(): Promise<boolean> {
    const read = this.#read;
    if (read === undefined) return true;
    if (this.#isHeld) return false;
    this.#read = undefined;
    this.#onEvent({ type: 'saving' });
    const fields = read();
    const before = this.#sent;
    this.#sent = [...before.filter((one) => !isSame(one, fields)), fields].slice(-SENT_LIMIT);
    try {
      await this.#target.put(fields, before);
    } catch (error) {
      await this.#fail(error, read);
      return false;
    }
    this.#failures = 0;
    this.#sent = [];
    if (this.#read === undefined) await this.#draft.remove();
    this.#onEvent({ type: this.#read === undefined ? 'saved' : 'unsaved' });
    return true;
  }

  async #fail(error: unknown, read: () => FlowFields): Promise<void> {
    this.#read ??= read; // a change made meanwhile holds this one too
    this.#isHeld = this.#target.isFinal(error);
    if (!this.#isHeld) this.#schedule(retryDelayMs(error, this.#failures));
    this.#failures += 1;
    this.#onEvent({ type: 'failed', error, isKept: await this.#draft.write() });
  }
}
