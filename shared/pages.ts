import { t } from './texts/t.ts';

interface PageRow {
  /** Its address behind `#`; `:name` is what it shows, with `?` where that may be missing. */
  readonly path: string;
  /** In the title of the window, and where one goes to it. */
  readonly title: string;
  /** Its name on the rail, which has the order of this table. */
  readonly rail?: string;
  /** The page on the rail that it belongs to, if it is not there itself; pages of what a flow or a store holds belong to that of their owner. */
  readonly under?: string;
  /** How one goes to it by a command: other words to find it by, keys, and a menu of the window's app that lists pages. */
  readonly goTo?: {
    readonly keywords: readonly string[];
    readonly keys: readonly string[];
    readonly menu?: 'view' | 'help';
  };
}

/** Every page. Addresses, titles, rail, commands and menus are made of this table; `renderer/app/pages.tsx` has the components. */
const PAGES = {
  ask: {
    path: '/ask',
    title: t('Ask everything'),
    rail: t('Ask everything'),
    goTo: { keywords: ['question', 'search', 'find'], keys: [], menu: 'view' },
  },
  flows: {
    path: '/flows',
    title: t('Flows'),
    rail: t('Flows'),
    goTo: { keywords: ['list', 'home'], keys: [] },
  },
  editor: { path: '/flows/:chatflowId', title: t('Flow'), under: 'flows' },
  bin: { path: '/bin', title: t('Bin'), under: 'flows' },
  stores: {
    path: '/stores',
    title: t('Document stores'),
    rail: t('Stores'),
    goTo: { keywords: ['document stores', 'loaders', 'library'], keys: [], menu: 'view' },
  },
  store: { path: '/stores/:storeId', title: t('Document store'), under: 'stores' },
  runs: {
    path: '/runs',
    title: t('Runs'),
    rail: t('Runs'),
    goTo: { keywords: ['upserts', 'history', 'executions', 'log'], keys: [], menu: 'view' },
  },
  run: { path: '/runs/:runId', title: t('Run'), under: 'runs' },
  resources: {
    path: '/resources/:tab?',
    title: t('Resources'),
    rail: t('Resources'),
    goTo: {
      keywords: ['credentials', 'api keys', 'variables', 'tools', 'assistants', 'feedback'],
      keys: [],
      menu: 'view',
    },
  },
  settings: {
    path: '/settings/:section?',
    title: t('Settings'),
    rail: t('Settings'),
    goTo: { keywords: ['theme', 'dark', 'light', 'preferences'], keys: ['mod+,'] },
  },
  'http-api': {
    path: '/api/:operationId?',
    title: t('HTTP API'),
    under: 'settings',
    goTo: { keywords: ['operations', 'openapi', 'swagger', 'docs', 'curl'], keys: [], menu: 'help' },
  },
  contents: { path: '/contents/:ownerId', title: t('Contents') },
  map: { path: '/map/:ownerId', title: t('Map') },
  original: { path: '/original/:ownerId', title: t('Original') },
  tester: { path: '/tester/:ownerId', title: t('Query tester') },
} as const satisfies Readonly<Record<string, PageRow>>;

type Rows = typeof PAGES;
export type PageName = keyof Rows;

/** A page of the table, by name. */
export function pageRow(name: PageName): PageRow {
  return PAGES[name];
}

/** In the order of the table. */
export const PAGE_NAMES: readonly PageName[] = Object.keys(PAGES).filter((name): name is PageName =>
  Object.hasOwn(PAGES, name),
);

type PagesWith<Key extends 'rail' | 'goTo'> = {
  [Name in PageName]: Rows[Name] extends Readonly<Record<Key, unknown>> ? Name : never;
}[PageName];

export type RailPage = PagesWith<'rail'>;
export type GoToPage = PagesWith<'goTo'>;

export const RAIL_PAGES: readonly RailPage[] = PAGE_NAMES.filter((name): name is RailPage => 'rail' in PAGES[name]);
export const GO_TO_PAGES: readonly GoToPage[] = PAGE_NAMES.filter((name): name is GoToPage => 'goTo' in PAGES[name]);

/** What an address names, by its path. */
type ParamsOf<Path> = Path extends `${string}/:${infer Name}?`
  ? { readonly [Key in Name]?: string }
  : Path extends `${string}/:${infer Name}`
    ? { readonly [Key in Name]: string }
    : unknown;

/** A page with what its address names; `search` is what follows `?`: filters, a chosen tab. */
export type RouteOf<Name extends PageName> = {
  [Each in Name]: { readonly page: Each; readonly search?: Readonly<Record<string, string>> } & ParamsOf<
    Rows[Each]['path']
  >;
}[Name];
