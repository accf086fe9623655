import { ApiError } from '../../../shared/client/api-error.ts';
import type { FlowFields } from './drafts.ts';

/** Quiet time after a change before it is saved. */
const SAVE_DELAY_MS = 1000;

/** Time between two drafts while changes go on. */
const DRAFT_DELAY_MS = 100;

/** Waits between tries after a failure; the last one repeats. */
const RETRY_DELAYS_MS = [2_000, 5_000, 15_000, 30_000] as const;

/** Wait between tries while nobody answers: such a try costs nothing, and the server is noticed as soon as it is back. */
const AWAY_RETRY_MS = 1_000;

/** How long the server may take for the last changes when the window is about to be closed; they are kept as a draft by then. */
const LAST_SAVE_MS = 2_000;

/** So many saves without an answer are remembered: an older one arrives no more. */
const SENT_LIMIT = 10;

export type AutosaveEvent =
  | { readonly type: 'unsaved' }
  | { readonly type: 'saving' }
  | { readonly type: 'saved' }
  /** `isKept`: the changes are kept in this browser meanwhile. */
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

export interface Autosave {
  /** There is something new to save; `read` gives it when the time comes. */
  readonly changed: (read: () => FlowFields) => void;
  /** Saves now; false when that failed (it goes on trying, unless the failure is final). */
  readonly flush: () => Promise<boolean>;
  /** The page is being left: keeps a draft and sends off what is new, both without an answer. */
  readonly leave: () => void;
  /** Settles when the changes are saved, or are kept as a draft and the server has had its time; false when neither worked. */
  readonly secure: () => Promise<boolean>;
  /** What is not on the server yet, as it would be saved now. */
  readonly pending: () => FlowFields | undefined;
  /** Whether it waits for somebody to decide, after a final failure. */
  readonly isHeld: () => boolean;
  /** Tries again after a final failure. */
  readonly resume: () => Promise<boolean>;
  /** Forgets what is not saved, and its draft. */
  readonly discard: () => Promise<void>;
  /** Stops before anything was tried, as after a final failure; the changes are kept as a draft. */
  readonly hold: (read: () => FlowFields) => void;
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
 * The draft of one flow. A first change is written at once, and those that follow a moment later: browsers do not always finish what a page
 * begins to write while it is being left.
 */
function createDraftWriter({ keep, drop }: SaveTarget, read: () => [FlowFields, readonly FlowFields[]] | undefined) {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let isBehind = false;

  /** @returns whether what is new is kept */
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

  function writeSoon(): void {
    if (timer !== undefined) {
      isBehind = true;
      return;
    }
    void write();
    timer = setTimeout(() => {
      timer = undefined;
      if (isBehind) writeSoon();
    }, DRAFT_DELAY_MS);
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
 * kept as a draft in this browser. Nothing is dropped.
 */
export function createAutosave(target: SaveTarget, onEvent: (event: AutosaveEvent) => void): Autosave {
  let read: (() => FlowFields) | undefined;
  let sent: readonly FlowFields[] = [];
  let timer: ReturnType<typeof setTimeout> | undefined;
  let running: Promise<boolean> | undefined;
  let failures = 0;
  let isHeld = false;

  const pending = () => read?.() ?? (running === undefined ? undefined : sent.at(-1));
  const draft = createDraftWriter(target, () => {
    const fields = pending();
    return fields && [fields, sent];
  });

  const schedule = (delayMs: number) => {
    clearTimeout(timer);
    timer = setTimeout(() => void flush(), delayMs);
  };

  async function fail(error: unknown, reading: () => FlowFields): Promise<void> {
    read ??= reading; // a change made meanwhile holds this one too
    isHeld = target.isFinal(error);
    if (!isHeld) schedule(retryDelayMs(error, failures));
    failures += 1;
    onEvent({ type: 'failed', error, isKept: await draft.write() });
  }

  async function saveOnce(): Promise<boolean> {
    const reading = read;
    if (reading === undefined) return true;
    if (isHeld) return false;
    read = undefined;
    onEvent({ type: 'saving' });
    const fields = reading();
    const before = sent;
    sent = [...before.filter((one) => !isSame(one, fields)), fields].slice(-SENT_LIMIT);
    try {
      await target.put(fields, before);
    } catch (error) {
      await fail(error, reading);
      return false;
    }
    failures = 0;
    sent = [];
    if (read === undefined) await draft.remove();
    onEvent({ type: read === undefined ? 'saved' : 'unsaved' });
    return true;
  }

  async function flush(): Promise<boolean> {
    clearTimeout(timer);
    while (running !== undefined) await running;
    running = saveOnce().finally(() => {
      running = undefined;
    });
    return running;
  }

  return {
    flush,
    changed(reading) {
      if (read === undefined && running === undefined) onEvent({ type: 'unsaved' });
      read = reading;
      draft.writeSoon();
      if (!isHeld) schedule(SAVE_DELAY_MS);
    },
    leave() {
      void draft.write();
      if (running === undefined) void flush();
    },
    async secure() {
      const isKept = await draft.write();
      const saved = flush();
      if (!isKept) return saved;
      await Promise.race([saved, new Promise((resolve) => setTimeout(resolve, LAST_SAVE_MS))]);
      return true;
    },
    pending,
    isHeld: () => isHeld,
    resume() {
      isHeld = false;
      return flush();
    },
    async discard() {
      clearTimeout(timer);
      read = undefined;
      sent = [];
      isHeld = false;
      await draft.remove();
      onEvent({ type: 'saved' });
    },
    hold(reading) {
      read = reading;
      isHeld = true;
      draft.writeSoon();
    },
  };
}
