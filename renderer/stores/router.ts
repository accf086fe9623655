import { useSyncExternalStore } from 'react';

export type Route =
  | { readonly page: 'flows' }
  | { readonly page: 'editor'; readonly chatflowId: string }
  | { readonly page: 'settings' }
  | { readonly page: 'unknown'; readonly path: string };

/** The part of the address after `#` as a page. */
export function parseRoute(hash: string): Route {
  const path = hash.replace(/^#/, '').replace(/\/+$/, '');
  if (path === '' || path === '/flows') return { page: 'flows' };
  if (path === '/settings') return { page: 'settings' };
  const [, chatflowId] = /^\/flows\/([^/]+)$/.exec(path) ?? [];
  const decoded = chatflowId === undefined ? undefined : decode(chatflowId);
  return decoded === undefined ? { page: 'unknown', path } : { page: 'editor', chatflowId: decoded };
}

function decode(part: string): string | undefined {
  try {
    return decodeURIComponent(part);
  } catch {
    return undefined; // a cut-off % sequence: no id of ours
  }
}

/** The address of a page, for links. */
export function hrefOf(route: Exclude<Route, { page: 'unknown' }>): string {
  if (route.page === 'flows') return '#/';
  if (route.page === 'settings') return '#/settings';
  return `#/flows/${encodeURIComponent(route.chatflowId)}`;
}

export function navigate(route: Exclude<Route, { page: 'unknown' }>): void {
  window.location.hash = hrefOf(route);
}

function subscribe(onChange: () => void): () => void {
  window.addEventListener('hashchange', onChange);
  return () => window.removeEventListener('hashchange', onChange);
}

export function useRoute(): Route {
  const hash = useSyncExternalStore(subscribe, () => window.location.hash);
  return parseRoute(hash);
}
