import { existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type Browser, type BrowserContext, type BrowserContextOptions, chromium, type Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, expect } from 'vitest';
import { makeTemporaryFolder } from '../builders/temporary-folder.ts';
import { type ApiClient, createApiClient } from '../servers/api-client.ts';
import { localTokenOf } from '../servers/local-token.ts';
import { type ServerProcess, startServerProcess } from '../servers/server-process.ts';
import { chromiumArgs, testBrowser } from './browser.ts';
import { type CanvasPage, canvasPage } from './canvas-page.ts';

const found = testBrowser();
const isBuilt = existsSync(fileURLToPath(new URL('../../../dist/server/cli.js', import.meta.url)));

/** Why browser tests can't run here; undefined if they can. */
export const browserSkipReason =
  'skipReason' in found ? found.skipReason : isBuilt ? undefined : 'the app is not built: run npm run build';

/** The environment of a suite's tests; new for each test except the server. */
export interface BrowserSuite {
  readonly url: string;
  /** With the secret of the data folder, if the server has its own settings. */
  readonly api: ApiClient;
  /** The server's output. */
  readonly output: string;
  readonly page: Page;
  readonly canvas: CanvasPage;
  /** Opens another page beside the first one, in the same browser profile. */
  openTab(): Promise<Page>;
  /** Opens another page instead of the first one. */
  openPage(options: BrowserContextOptions): Promise<void>;
  /** Errors of the page that the test expects, by a part of their text. */
  expectFault(text: string): void;
}

interface BrowserSuiteOptions {
  /** settings.json of the server. */
  readonly settings?: object;
  /** Prepares the server before it gets these settings. */
  readonly prepare?: (api: ApiClient) => Promise<unknown>;
}

/** For a `describe`: starts the built server and a browser, gives each test a page, and fails a test whose page reports an error. */
export function setUpBrowserSuite({ settings, prepare }: BrowserSuiteOptions = {}): BrowserSuite {
  const folder = makeTemporaryFolder();
  let server: ServerProcess;
  let api: ApiClient;
  let browser: Browser;
  let page: Page;
  let canvas: CanvasPage;
  let faults: string[] = [];
  let expected: string[] = [];

  async function openPage(options: BrowserContextOptions = {}): Promise<void> {
    const viewport = { width: 1440, height: 900 };
    page = await openTab(await browser.newContext({ viewport, reducedMotion: 'reduce', ...options }));
    canvas = canvasPage(page);
  }

  async function openTab(context: BrowserContext): Promise<Page> {
    const tab = await context.newPage();
    tab.setDefaultTimeout(15_000);
    tab.on('pageerror', (error) => faults.push(error.message));
    tab.on('console', (message) => message.type() === 'error' && faults.push(message.text()));
    return tab;
  }

  beforeAll(async () => {
    if (prepare !== undefined) {
      const before = await startServerProcess({ dataDir: folder.path, isBuilt: true });
      await prepare(createApiClient(before.url));
      await before.stop();
    }
    if (settings !== undefined) writeFileSync(join(folder.path, 'settings.json'), JSON.stringify(settings));
    server = await startServerProcess({ dataDir: folder.path, isBuilt: true });
    api = createApiClient(server.url, settings === undefined ? {} : { 'x-tributary-token': localTokenOf(folder.path) });
    browser = await chromium.launch({ executablePath: 'path' in found ? found.path : '', args: chromiumArgs() });
  });
  afterAll(async () => {
    await browser?.close();
    await server?.stop();
    folder.remove();
  });
  beforeEach(async () => {
    faults = [];
    expected = [];
    await openPage();
  });
  afterEach(async () => {
    await page.context().close();
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
    openTab: () => openTab(page.context()),
    async openPage(options) {
      await page.context().close();
      await openPage(options);
    },
    expectFault: (text) => expected.push(text),
  };
}
