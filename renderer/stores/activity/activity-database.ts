import { answerOf } from '../saving/browser-database.ts';

const DATABASE = 'tributary-activity';
const STORE = 'said';

/** How long what was said stays. */
const KEPT_MS = 30 * 24 * 60 * 60 * 1000;
/** This many of the newest stay. */
const MOST = 1000;

export interface Activity {
  readonly id: number;
  /** Milliseconds since 1970. */
  readonly at: number;
  readonly kind: 'notice' | 'problem';
  readonly message: string;
}

/** Opens the database for one piece of work: it is used rarely, and an open one would hold up other tabs. */
async function withDatabase<T>(work: (store: IDBObjectStore) => Promise<T>, mode: IDBTransactionMode): Promise<T> {
  const request = indexedDB.open(DATABASE, 1);
  request.onupgradeneeded = () => {
    request.result.createObjectStore(STORE, { keyPath: 'id', autoIncrement: true }).createIndex('at', 'at');
  };
  const database = await answerOf(request);
  try {
    return await work(database.transaction(STORE, mode).objectStore(STORE));
  } finally {
    database.close();
  }
}

function isActivity(value: unknown): value is Activity {
  return typeof value === 'object' && value !== null && 'id' in value && 'at' in value && 'message' in value;
}

/** What was said, the newest first. @throws DOMException when the browser keeps nothing */
export async function readActivity(): Promise<Activity[]> {
  const rows: readonly unknown[] = await withDatabase((store) => answerOf<unknown[]>(store.getAll()), 'readonly');
  return rows.filter(isActivity).toReversed();
}

/** Keeps what was said, and forgets what is old. @throws DOMException when the browser has no room */
export async function addActivity(said: Omit<Activity, 'id'>): Promise<void> {
  await withDatabase(async (store) => {
    const id = Number(await answerOf(store.add(said)));
    if (id > MOST) store.delete(IDBKeyRange.upperBound(id - MOST));
    const old = await answerOf(store.index('at').getAllKeys(IDBKeyRange.upperBound(said.at - KEPT_MS)));
    for (const key of old) store.delete(key);
  }, 'readwrite');
}

export async function clearActivity(): Promise<void> {
  await withDatabase((store) => answerOf(store.clear()), 'readwrite');
}
