import { useSyncExternalStore } from 'react';

/** What follows `?` in the address of a page: filters, a chosen tab. */
type Search = { readonly search?: Readonly<Record<string, string>> };

type Page =
  | { readonly page: 'flows' }
  | { readonly page: 'bin' }
  | { readonly page: 'ask' }
  | { readonly page: 'editor'; readonly chatflowId: string }
  | { readonly page: 'stores' }
  | { readonly page: 'store'; readonly storeId: string }
  | { readonly page: 'contents'; readonly ownerId: string }
  | { readonly page: 'map'; readonly ownerId: string }
  | { readonly page: 'original'; readonly ownerId: string }
  | { readonly page: 'tester'; readonly ownerId: string }
  | { readonly page: 'runs' }
  | { readonly page: 'run'; readonly runId: string }
  | { readonly page: 'resources'; readonly tab?: string }
  | { readonly page: 'settings'; readonly section?: string }
  | { readonly page: 'api'; readonly operationId?: string };

/** A page that can be gone to. */
export type KnownRoute = Page & Search;

export type Route = KnownRoute | { readonly page: 'unknown'; readonly path: string };

function pageOf(place: string, id: string | undefined): Page | undefined {
  switch (place) {
    case 'flows':
      return id === undefined ? { page: 'flows' } : { page: 'editor', chatflowId: id };
    case 'bin':
    case 'ask':
      return id === undefined ? { page: place } : undefined;
    case 'stores':
      return id === undefined ? { page: 'stores' } : { page: 'store', storeId: id };
    case 'contents':
      return id === undefined ? undefined : { page: 'contents', ownerId: id };
    case 'map':
      return id === undefined ? undefined : { page: 'map', ownerId: id };
    case 'original':
      return id === undefined ? undefined : { page: 'original', ownerId: id };
    case 'tester':
      return id === undefined ? undefined : { page: 'tester', ownerId: id };
    case 'runs':
      return id === undefined ? { page: 'runs' } : { page: 'run', runId: id };
    case 'resources':
      return id === undefined ? { page: 'resources' } : { page: 'resources', tab: id };
    case 'settings':
      return id === undefined ? { page: 'settings' } : { page: 'settings', section: id };
    case 'api':
      return id === undefined ? { page: 'api' } : { page: 'api', operationId: id };
    default:
      return undefined;
  }
}

function partsOf(route: Page): readonly [place: string, id?: string | undefined] {
  switch (route.page) {
    case 'editor':
      return ['flows', route.chatflowId];
    case 'store':
      return ['stores', route.storeId];
    case 'contents':
      return ['contents', route.ownerId];
    case 'map':
      return ['map', route.ownerId];
    case 'original':
      return ['original', route.ownerId];
    case 'tester':
      return ['tester', route.ownerId];
    case 'run':
      return ['runs', route.runId];
    case 'resources':
      return ['resources', route.tab];
    case 'settings':
      return ['settings', route.section];
    case 'api':
      return ['api', route.operationId];
    default:
      return [route.page];
  }
}

function decode(part: string): string | undefined {
  try {
    return decodeURIComponent(part);
  } catch {
    return undefined; // a cut-off % sequence: no id of ours
  }
}

/** The part of the address after `#` as a page. */
export function parseRoute(hash: string): Route {
  const [before = '', query = ''] = hash.replace(/^#/, '').split('?', 2);
  const path = before.replace(/\/+$/, '');
  const [, place = 'flows', part] = /^(?:\/([^/]+)(?:\/([^/]+))?)?$/.exec(path) ?? [undefined, ''];
  const id = part === undefined ? undefined : decode(part);
  const page = part !== undefined && id === undefined ? undefined : pageOf(place, id);
  if (page === undefined) return { page: 'unknown', path };
  const search = Object.fromEntries(new URLSearchParams(query));
  return Object.keys(search).length === 0 ? page : { ...page, search };
}

/** The address of a page, for links. */
export function hrefOf({ search, ...page }: KnownRoute): string {
  const [place, id] = partsOf(page);
  const path = place === 'flows' && id === undefined ? '/' : `/${place}`;
  const query = new URLSearchParams(search).toString();
  return `#${path}${id === undefined ? '' : `/${encodeURIComponent(id)}`}${query === '' ? '' : `?${query}`}`;
}

export function navigate(route: KnownRoute): void {
  window.location.hash = hrefOf(route);
}

/** Changes the address of the page without a step in the browser's history: for filters as they are typed. */
export function replaceRoute(route: KnownRoute): void {
  window.history.replaceState(window.history.state, '', hrefOf(route));
  window.dispatchEvent(new HashChangeEvent('hashchange'));
}

function subscribe(onChange: () => void): () => void {
  window.addEventListener('hashchange', onChange);
  return () => window.removeEventListener('hashchange', onChange);
}

export function useRoute(): Route {
  const hash = useSyncExternalStore(subscribe, () => window.location.hash);
  return parseRoute(hash);
}
