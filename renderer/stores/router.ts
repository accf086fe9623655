import { useSyncExternalStore } from 'react';
import { PAGE_NAMES, type PageName, pageRow, type RouteOf } from '../../shared/pages.ts';

/** A page that can be gone to. */
export type KnownRoute = RouteOf<PageName>;

export type Route = KnownRoute | { readonly page: 'unknown'; readonly path: string };

/** The parts of a path of the table: where it is, and what it names. */
function partsOf(name: PageName): { readonly place: string; readonly param?: string; readonly isOptional: boolean } {
  const [, place = '', param] = pageRow(name).path.split('/');
  if (param === undefined) return { place, isOptional: true };
  return { place, param: param.replace(/^:|\?$/g, ''), isOptional: param.endsWith('?') };
}

/** Whether a page has what its address must name. */
function isRoute(
  name: PageName,
  route: Readonly<Record<string, string>>,
): route is KnownRoute & Record<string, string> {
  const { param, isOptional } = partsOf(name);
  return route.page === name && (isOptional || (param !== undefined && Object.hasOwn(route, param)));
}

function pageOf(place: string, id: string | undefined): KnownRoute | undefined {
  for (const page of PAGE_NAMES) {
    const { param, ...path } = partsOf(page);
    if (path.place !== place || (id !== undefined && param === undefined)) continue;
    const route = id === undefined || param === undefined ? { page } : { page, [param]: id };
    if (isRoute(page, route)) return route;
  }
  return undefined;
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
  const { place, param } = partsOf(page.page);
  const id = Object.entries(page).find(([name]) => name === param)?.[1];
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
