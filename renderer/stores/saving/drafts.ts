import { z } from 'zod';
import { withoutTypedSecrets } from '../../../shared/flow/typed-secrets.ts';
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
async function readDrafts(chatflowId: string): Promise<unknown[]> {
  const store = (await database()).transaction(STORE, 'readonly').objectStore(STORE);
  return answerOf(store.getAll(rangeOf(chatflowId)));
}

/** Keeps the draft of a flow and a tab in place of the earlier one. @throws DOMException when the browser has no room. */
function putDraft(key: Key, draft: Readonly<Record<string, unknown>> & { readonly at: number }): Promise<void> {
  return write((store) => void store.put(draft, [...key]));
}

function deleteDraft(key: Key): Promise<void> {
  return write((store) => void store.delete([...key]));
}

/** Removes drafts that nobody came back for. */
async function deleteOldDrafts(): Promise<void> {
  const index = (await database()).transaction(STORE, 'readonly').objectStore(STORE).index('at');
  const keys = await answerOf(index.getAllKeys(IDBKeyRange.upperBound(Date.now() - KEPT_MS)));
  if (keys.length === 0) return;
  await write((store) => {
    for (const key of keys) store.delete(key);
  });
}

const FieldsSchema = z.object({ name: z.string(), flowData: z.string(), apiConfig: z.string().nullable() });

/** The fields of a flow that the editor writes. */
export type FlowFields = z.infer<typeof FieldsSchema>;

const storedTexts = new WeakMap<FlowFields, string>();

/** Says what the flow of these fields is without the secrets that were typed in, where that is known: to find it out, all of the flow has to be read. */
export function noteStoredText(fields: FlowFields, flowData: string): void {
  storedTexts.set(fields, flowData);
}

/** Changes wait in the browser without the secrets that were typed in: these are for the server alone. */
function toStored(fields: FlowFields): FlowFields {
  return { ...fields, flowData: storedTexts.get(fields) ?? withoutTypedSecrets(fields.flowData) };
}

const DraftSchema = z.object({
  chatflowId: z.string(),
  /** The page that made the changes. */
  tab: z.string(),
  /** When, in ms since 1970. */
  at: z.number(),
  fields: FieldsSchema,
  /** What was on its way to the server and may have arrived without an answer, oldest first. Earlier versions stored the last one. */
  underWay: z
    .union([z.array(FieldsSchema), FieldsSchema, z.undefined()])
    .transform((sent): readonly FlowFields[] => (Array.isArray(sent) ? sent : sent === undefined ? [] : [sent])),
  /** The version on the server that the changes were made on. */
  etag: z.string().or(z.undefined()),
});

/** Changes of a flow that the server does not have for sure. */
export type Draft = z.infer<typeof DraftSchema>;

const TAB_KEY = 'tributary.tab';
const LOCK_PREFIX = 'tributary.tab.';

/** Names this page among all that show the app, and the page that it came from by a reload. */
function nameTab(): { readonly tab: string; readonly former: string | undefined } {
  const former = sessionStorage.getItem(TAB_KEY) ?? undefined;
  const tab = Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join(
    '',
  );
  sessionStorage.setItem(TAB_KEY, tab);
  return { tab, former };
}

let names: ReturnType<typeof nameTab> | undefined;

function tabNames(): ReturnType<typeof nameTab> {
  names ??= nameTab();
  return names;
}

/** Only pages by https or of this computer have it. */
function lockManager(): LockManager | undefined {
  return 'locks' in navigator ? navigator.locks : undefined;
}

/** To be called once by the page: shows other tabs that this one lives, so that they leave its drafts to it. */
export async function startDrafts(): Promise<void> {
  const { tab } = tabNames();
  void lockManager()?.request(`${LOCK_PREFIX}${tab}`, () => new Promise(() => undefined));
  await deleteOldDrafts();
}

async function livingTabs(): Promise<ReadonlySet<string>> {
  const { held = [] } = (await lockManager()?.query()) ?? {};
  return new Set(held.map(({ name = '' }) => name.slice(LOCK_PREFIX.length)));
}

/**
 * The newest changes of a flow that no open tab looks after any more: of this tab before its last reload, or of one that was closed.
 * @throws DOMException when the browser keeps nothing for this page.
 */
export async function findDraft(chatflowId: string): Promise<Draft | undefined> {
  const { tab, former } = tabNames();
  const [kept, living] = await Promise.all([readDrafts(chatflowId), livingTabs()]);
  return kept
    .flatMap((value) => DraftSchema.safeParse(value).data ?? [])
    .filter((draft) => draft.tab === tab || draft.tab === former || !living.has(draft.tab))
    .toSorted((a, b) => b.at - a.at)[0];
}

/** Where this browser stores the changes of one flow until the server has them. */
export interface DraftKeeper {
  readonly keep: (draft: Pick<Draft, 'fields' | 'underWay' | 'etag'>) => Promise<void>;
  readonly drop: () => Promise<void>;
}

/** Keeps drafts of a flow under the name of this tab. */
export function createDraftKeeper(chatflowId: string): DraftKeeper {
  const key = [chatflowId, tabNames().tab] as const;
  return {
    keep: ({ fields, underWay, etag }) =>
      putDraft(key, {
        chatflowId,
        tab: key[1],
        at: Date.now(),
        fields: toStored(fields),
        underWay: underWay.map(toStored),
        etag,
      }),
    drop: () => deleteDraft(key),
  };
}

/** Forgets a draft that another tab left and this one has taken over. */
export async function forgetDraft({ chatflowId, tab }: Draft): Promise<void> {
  if (tab !== tabNames().tab) await deleteDraft([chatflowId, tab]);
}
