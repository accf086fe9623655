import { answerOf, endOf } from './browser-database.ts';

const DATABASE = 'tributary-history';
const STORE = 'histories';

/** This many flows have a stored history, those that were changed last. */
const MOST_FLOWS = 20;
/** How long the history of a flow that nobody came back to stays, in ms. */
const KEPT_MS = 30 * 24 * 60 * 60 * 1000;

let opened: Promise<IDBDatabase> | undefined;

function openDatabase(): Promise<IDBDatabase> {
  const request = indexedDB.open(DATABASE, 1);
  request.onupgradeneeded = () => {
    request.result.createObjectStore(STORE, { keyPath: 'chatflowId' }).createIndex('at', 'at');
  };
  return answerOf(request).then((database) => {
    // Another tab has a newer version of the page, or the site's data are being cleared: neither shall wait for this tab.
    database.onversionchange = () => {
      database.close();
      opened = undefined;
    };
    database.onclose = () => {
      opened = undefined;
    };
    return database;
  });
}

function database(): Promise<IDBDatabase> {
  opened ??= openDatabase().catch((error: unknown) => {
    opened = undefined;
    throw error;
  });
  return opened;
}

/** The text that is stored for a flow. @throws DOMException when the browser stores nothing for this page */
async function readHistory(chatflowId: string): Promise<string | undefined> {
  const store = (await database()).transaction(STORE, 'readonly').objectStore(STORE);
  const row: unknown = await answerOf<unknown>(store.get(chatflowId));
  const isRow = typeof row === 'object' && row !== null && 'text' in row && typeof row.text === 'string';
  return isRow && typeof row.text === 'string' ? row.text : undefined;
}

/** Keeps the text of a flow in place of the earlier one, or forgets it. @throws DOMException when the browser has no room */
async function writeHistory(chatflowId: string, text: string | undefined): Promise<void> {
  const transaction = (await database()).transaction(STORE, 'readwrite');
  const done = endOf(transaction);
  const store = transaction.objectStore(STORE);
  if (text === undefined) store.delete(chatflowId);
  else store.put({ chatflowId, at: Date.now(), text });
  // A page that is being closed gets no second event, so all is written at once.
  transaction.commit();
  await done;
}

/** Forgets histories that nobody came back for, and those over the limit. @throws DOMException */
async function deleteOldHistories(): Promise<void> {
  const transaction = (await database()).transaction(STORE, 'readwrite');
  const done = endOf(transaction);
  const store = transaction.objectStore(STORE);
  const old = await answerOf(store.index('at').getAllKeys(IDBKeyRange.upperBound(Date.now() - KEPT_MS)));
  const all = await answerOf(store.index('at').getAllKeys());
  for (const key of new Set([...old, ...all.slice(0, -MOST_FLOWS)])) store.delete(key);
  await done;
}

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
