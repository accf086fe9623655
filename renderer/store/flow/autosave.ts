import type { ChatflowUpdate } from '../../../shared/api/chatflows.ts';

/** Quiet time after a change before it is saved. */
const SAVE_DELAY_MS = 1000;

/** Waits between tries after a failure; the last one repeats. */
const RETRY_DELAYS_MS = [2_000, 5_000, 15_000, 30_000] as const;

export type AutosaveEvent =
  | { readonly type: 'unsaved' }
  | { readonly type: 'saving' }
  | { readonly type: 'saved' }
  | { readonly type: 'failed'; readonly error: unknown };

export interface Autosave {
  /** There is something new to save; `read` gives it when the time comes. */
  readonly changed: (read: () => ChatflowUpdate) => void;
  /** Saves now; false when that failed (it goes on trying). */
  readonly flush: () => Promise<boolean>;
  /** What is not on the server yet, as it would be saved now. */
  readonly pending: () => ChatflowUpdate | undefined;
}

function retryDelayMs(failures: number): number {
  return RETRY_DELAYS_MS[Math.min(failures, RETRY_DELAYS_MS.length - 1)] ?? SAVE_DELAY_MS;
}

/** Saves a flow a moment after its last change, one request at a time, and tries again until it works. Nothing is dropped. */
export function createAutosave(
  put: (fields: ChatflowUpdate) => Promise<unknown>,
  onEvent: (event: AutosaveEvent) => void,
): Autosave {
  let read: (() => ChatflowUpdate) | undefined;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let running: Promise<boolean> | undefined;
  let failures = 0;

  const schedule = (delayMs: number) => {
    clearTimeout(timer);
    timer = setTimeout(() => void flush(), delayMs);
  };

  async function saveOnce(): Promise<boolean> {
    const reading = read;
    if (reading === undefined) return true;
    read = undefined;
    onEvent({ type: 'saving' });
    try {
      await put(reading());
      failures = 0;
      onEvent({ type: read === undefined ? 'saved' : 'unsaved' });
      return true;
    } catch (error) {
      read ??= reading; // a change made meanwhile holds this one too
      schedule(retryDelayMs(failures));
      failures += 1;
      onEvent({ type: 'failed', error });
      return false;
    }
  }

  async function flush(): Promise<boolean> {
    clearTimeout(timer);
    while (running !== undefined) await running;
    running = saveOnce().finally(() => {
      running = undefined;
    });
    return running;
  }

  function changed(reading: () => ChatflowUpdate): void {
    if (read === undefined && running === undefined) onEvent({ type: 'unsaved' });
    read = reading;
    schedule(SAVE_DELAY_MS);
  }

  return { changed, flush, pending: () => read?.() };
}
