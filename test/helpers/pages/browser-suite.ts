import { existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { BrowserContextOptions, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, expect } from 'vitest';
import { z } from 'zod';
import { STARTER_FLOW_NAME } from '../../../shared/flow/starter-flow.ts';
import { makeTemporaryFolder } from '../builders/temporary-folder.ts';
import { type ApiClient, createApiClient } from '../servers/api-client.ts';
import { localTokenOf } from '../servers/local-token.ts';
import { type ServerProcess, startServerProcess } from '../servers/server-process.ts';
import { testBrowser } from './browser.ts';
import { type CanvasPage, canvasPage } from './canvas-page.ts';
import { dropPage, emptyPage, isLook, leaveScreen, openFreshPage, takePage, workerServer } from './worker-browser.ts';

const RowsSchema = z.array(z.looseObject({ id: z.string(), name: z.string() }));

const found = testBrowser();
const isBuilt = existsSync(fileURLToPath(new URL('../../../dist/server/cli.js', import.meta.url)));

/** Why browser tests can't run here; undefined if they can. */
export const browserSkipReason =
  'skipReason' in found ? found.skipReason : isBuilt ? undefined : 'the app is not built: run npm run build';

/** The environment of a suite's tests: the server goes on from test to test, the page is as good as new for each. */
export interface BrowserSuite {
  readonly url: string;
  /** With the secret of the data folder, if the server has its own settings. */
  readonly api: ApiClient;
  /** The server's output. */
  readonly output: string;
  readonly page: Page;
  readonly canvas: CanvasPage;
  /** Opens another page beside the first one, in the same browser profile; it goes with the test. */
  openTab(): Promise<Page>;
  /** Opens another page instead of the first one, in an empty profile; without options, in one that never showed anything. */
  openPage(options: BrowserContextOptions): Promise<void>;
  /** Errors of the page that the test expects, by a part of their text. */
  expectFault(text: string): void;
}

interface BrowserSuiteOptions {
  /** settings.json of the server. */
  readonly settings?: object;
  /** Of the server, beside that of the tests. */
  readonly env?: Readonly<Record<string, string>>;
  /** Prepares the server before it gets these settings. */
  readonly prepare?: (api: ApiClient) => Promise<unknown>;
  /** A server of its own, for tests that need an empty data folder or look at everything there is. */
  readonly isAlone?: boolean;
  /**
   * The app stays loaded from test to test: for tests that each begin by opening a flow or place of their own, which takes a fifth of a load. What the app
   * keeps in its memory stays, so none of them may look for what only a new page has.
   */
  readonly staysLoaded?: boolean;
}

/** A built server of a suite of its own. */
async function startOwnServer(
  folder: string,
  { settings, env = {}, prepare }: BrowserSuiteOptions,
): Promise<ServerProcess> {
  if (prepare !== undefined) {
    const before = await startServerProcess({ dataDir: folder, isBuilt: true });
    await prepare(createApiClient(before.url));
    await before.stop();
  }
  if (settings !== undefined) writeFileSync(join(folder, 'settings.json'), JSON.stringify(settings));
  return startServerProcess({ dataDir: folder, env, isBuilt: true, endsWithUs: true });
}

/** Deletes the flows and stores that the tests of a suite made, so that the lists of the next one are short. */
async function emptyLists(api: ApiClient): Promise<void> {
  for (const path of ['/chatflows', '/document-store/store']) {
    const rows = RowsSchema.parse((await api.get(path)).body);
    for (const { id, name } of rows) if (name !== STARTER_FLOW_NAME) await api.call('DELETE', `${path}/${id}`);
  }
}

/**
 * For a `describe`: gives each test an empty page on the built server of this worker, or on one of its own where the options ask for it, and fails a test
 * whose page reports an error.
 */
export function setUpBrowserSuite({ staysLoaded = false, ...options }: BrowserSuiteOptions = {}): BrowserSuite {
  const isAlone = Object.keys(options).length > 0;
  const folder = isAlone ? makeTemporaryFolder() : undefined;
  let server: ServerProcess;
  let api: ApiClient;
  let page: Page;
  let isOpen = false;
  /** Whether the next test can have the page. */
  let isKept = true;
  let canvas: CanvasPage;
  let faults: string[] = [];
  let expected: string[] = [];

  function watch(tab: Page): Page {
    tab.setDefaultTimeout(15_000);
    tab.on('pageerror', (error) => faults.push(error.message));
    tab.on('console', (message) => message.type() === 'error' && faults.push(message.text()));
    return tab;
  }

  async function open(wanted: BrowserContextOptions | undefined): Promise<void> {
    isKept = wanted === undefined || isLook(wanted);
    page = watch(
      wanted === undefined || isLook(wanted) ? await takePage(server.url, wanted) : await openFreshPage(wanted),
    );
    isOpen = true;
    canvas = canvasPage(page);
  }

  async function leave(): Promise<void> {
    if (!isOpen) return;
    isOpen = false;
    if (!isKept || page.isClosed()) await dropPage(page);
    else if (staysLoaded) await leaveScreen(page, server.url);
    else await emptyPage(page, server.url);
  }

  beforeAll(async () => {
    server = folder === undefined ? await workerServer() : await startOwnServer(folder.path, options);
    const hasSettings = folder !== undefined && options.settings !== undefined;
    api = createApiClient(server.url, hasSettings ? { 'x-tributary-token': localTokenOf(folder.path) } : {});
  });
  afterAll(async () => {
    if (staysLoaded && isKept && !page.isClosed()) await emptyPage(page, server.url);
    if (folder === undefined) return emptyLists(api);
    await server?.stop();
    folder.remove();
  });
  beforeEach(async () => {
    faults = [];
    expected = [];
    await open(undefined);
  });
  afterEach(async ({ task }) => {
    // What a test left half-done is no start for another one.
    if (task.result?.state === 'fail') isKept = false;
    await leave();
    expect(faults.filter((fault) => !expected.some((text) => fault.includes(text)))).toEqual([]);
  });

  return {
    get url() {
      return server.url;
    },
    get api() {
      return api;
    },
    get output() {
      return server.output;
    },
    get page() {
      return page;
    },
    get canvas() {
      return canvas;
    },
    openTab: async () => watch(await page.context().newPage()),
    async openPage(wanted) {
      await leave();
      await open(wanted);
    },
    expectFault: (text) => expected.push(text),
  };
}
