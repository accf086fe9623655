import { answerOf, endOf } from './browser-database.ts';

const DATABASE = 'tributary';
const STORE = 'drafts';

/** How long a draft that nobody came back for stays. */
const KEPT_MS = 30 * 24 * 60 * 60 * 1000;

type Key = readonly [chatflowId: string, tab: string];

let opened: Promise<IDBDatabase> | undefined;

function openDatabase(): Promise<IDBDatabase> {
  const request = indexedDB.open(DATABASE, 1);
  request.onupgradeneeded = () => {
    request.result.createObjectStore(STORE).createIndex('at', 'at');
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

/** Runs one transaction; settles when the browser has it, which it keeps although the page may be gone by then. */
async function write(change: (store: IDBObjectStore) => void): Promise<void> {
  const transaction = (await database()).transaction(STORE, 'readwrite');
  const done = endOf(transaction);
  change(transaction.objectStore(STORE));
  // A page that is being closed gets no second event, so all is written at once.
  transaction.commit();
  return done;
}

function rangeOf(chatflowId: string): IDBKeyRange {
  return IDBKeyRange.bound([chatflowId], [chatflowId, []]);
}

/** What the drafts of a flow hold, as they were put. */
export async function readDrafts(chatflowId: string): Promise<unknown[]> {
  const store = (await database()).transaction(STORE, 'readonly').objectStore(STORE);
  return answerOf(store.getAll(rangeOf(chatflowId)));
}

/** Keeps the draft of a flow and a tab in place of the earlier one. @throws DOMException when the browser has no room. */
export function putDraft(key: Key, draft: Readonly<Record<string, unknown>> & { readonly at: number }): Promise<void> {
  return write((store) => void store.put(draft, [...key]));
}

export function deleteDraft(key: Key): Promise<void> {
  return write((store) => void store.delete([...key]));
}

/** Removes drafts that nobody came back for. */
export async function deleteOldDrafts(): Promise<void> {
  const index = (await database()).transaction(STORE, 'readonly').objectStore(STORE).index('at');
  const keys = await answerOf(index.getAllKeys(IDBKeyRange.upperBound(Date.now() - KEPT_MS)));
  if (keys.length === 0) return;
  await write((store) => {
    for (const key of keys) store.delete(key);
  });
}
