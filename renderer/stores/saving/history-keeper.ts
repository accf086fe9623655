import { deleteOldHistories, readHistory, writeHistory } from './history-database.ts';

/** Quiet time after an edit before its history is stored, in ms: it is written after the draft, and not between two keystrokes. */
const KEEP_DELAY_MS = 300;

/** What the history of one flow takes in this browser at most, in characters. */
export const HISTORY_CHARACTERS = 5_000_000;

/** The steps of undo, stored in this browser, so that they outlive a reload. */
export interface HistoryKeeper {
  /** There is a new step. */
  readonly changed: () => void;
  /** Keeps what is new at once. */
  readonly keepNow: () => Promise<void>;
}

/**
 * Looks after the history of one flow.
 * @param read the history as text, at the time of the call; undefined when there is nothing to keep
 */
export function createHistoryKeeper(chatflowId: string, read: () => string | undefined): HistoryKeeper {
  let isBehind = false;
  let timer: ReturnType<typeof setTimeout> | undefined;

  async function keepNow(): Promise<void> {
    clearTimeout(timer);
    if (!isBehind) return;
    isBehind = false;
    try {
      await writeHistory(chatflowId, read());
    } catch (error) {
      console.warn('What undo can take back cannot be kept in this browser.', error);
    }
  }

  return {
    changed() {
      isBehind = true;
      clearTimeout(timer);
      timer = setTimeout(() => void keepNow(), KEEP_DELAY_MS);
    },
    keepNow,
  };
}

/** What is stored of a flow; undefined where there is nothing, or this browser stores nothing. */
export async function findHistory(chatflowId: string): Promise<string | undefined> {
  try {
    await deleteOldHistories();
    return await readHistory(chatflowId);
  } catch (error) {
    console.warn('What undo could take back cannot be read from this browser.', error);
    return undefined;
  }
}
