import { z } from 'zod';
import { create } from 'zustand';
import { type Fetch, readRefusal } from '../../shared/client/api-client.ts';
import type { ApiError } from '../../shared/client/api-error.ts';

/** What a key opens: the whole server, or the one chatflow of this id. */
type Scope = string;
export const SERVER: Scope = '';

/** What the person at the page has to enter before a call can go on. */
export interface AccessQuestion {
  readonly scope: Scope;
  /** The key that was given before is not the right one. */
  readonly wasWrong: boolean;
  /** undefined: the person has none. */
  readonly answer: (key: string | undefined) => void;
}

interface AccessState {
  readonly questions: readonly AccessQuestion[];
  /** The server answers its owner only, and this page was not opened by a link of its. */
  readonly needsLink: boolean;
}

export const useAccessStore = create<AccessState>(() => ({ questions: [], needsLink: false }));

const STORAGE_KEY = 'tributary.keys';
const KeysSchema = z.record(z.string(), z.string());

/** Keys live as long as this tab: a browser that is closed forgets them. */
function readKeys(): Readonly<Record<Scope, string>> {
  // Outside of a page (tests of what calls the server) there is none.
  const text = 'sessionStorage' in globalThis ? sessionStorage.getItem(STORAGE_KEY) : null;
  return text === null ? {} : KeysSchema.parse(JSON.parse(text));
}

/** Whether a key of the whole server was required: then every program needs one. */
export function hasServerKey(): boolean {
  return readKeys()[SERVER] !== undefined;
}

function keepKey(scope: Scope, key: string): void {
  sessionStorage.setItem(STORAGE_KEY, JSON.stringify({ ...readKeys(), [scope]: key }));
}

/** The key that a call is likely to need: that of the flow in its address, else that of the server. */
function keyFor(url: string): string | undefined {
  const keys = readKeys();
  const ofFlow = Object.keys(keys).find((scope) => scope !== SERVER && url.includes(encodeURIComponent(scope)));
  return keys[ofFlow ?? SERVER];
}

const asked = new Map<Scope, Promise<string | undefined>>();
/** Scopes that the person has no key for: calls that nobody waits for do not ask again and again. */
const declined = new Set<Scope>();

/** Asks the person; calls that come meanwhile wait for the same answer. */
function ask(scope: Scope, wasWrong: boolean): Promise<string | undefined> {
  const waiting = asked.get(scope);
  if (waiting !== undefined) return waiting;
  const promise = new Promise<string | undefined>((resolve) => {
    const question: AccessQuestion = {
      scope,
      wasWrong,
      answer(key) {
        useAccessStore.setState(({ questions }) => ({ questions: questions.filter((one) => one !== question) }));
        asked.delete(scope);
        if (key === undefined) declined.add(scope);
        else keepKey(scope, key);
        resolve(key);
      },
    };
    useAccessStore.setState(({ questions }) => ({ questions: [...questions, question] }));
  });
  asked.set(scope, promise);
  return promise;
}

function scopeOf(error: ApiError): Scope {
  const chatflowId = error.details?.chatflowId;
  return typeof chatflowId === 'string' ? chatflowId : SERVER;
}

function withKey(init: RequestInit, key: string | undefined): RequestInit {
  if (key === undefined) return init;
  const headers = new Headers(init.headers);
  headers.set('authorization', `Bearer ${key}`);
  return { ...init, headers };
}

/** Sends a request with the key that it needs; asks the person for one that is missing or wrong, and sends the request again. */
export function withAccess(send: Fetch): Fetch {
  return async (url, init) => {
    // A person waits for it: it asks for a key that was not there a moment ago, too.
    const isWanted = init.method === 'POST' || init.method === 'DELETE';
    let key = keyFor(url);
    for (;;) {
      const response = await send(url, withKey(init, key));
      if (response.ok) return response;
      const error = await readRefusal(response.clone());
      if (error.code === 'LOCAL_TOKEN_REQUIRED') useAccessStore.setState({ needsLink: true });
      if (error.code !== 'UNAUTHORIZED') return response;
      const scope = scopeOf(error);
      const known = readKeys()[scope];
      if (known !== undefined && known !== key) {
        key = known;
        continue;
      }
      if (!isWanted && declined.has(scope)) return response;
      key = await ask(scope, known !== undefined);
      if (key === undefined) return response;
    }
  };
}
