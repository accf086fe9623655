import { type Browser, type BrowserContextOptions, chromium, type Page } from 'playwright-core';
import { makeTemporaryFolder } from '../builders/temporary-folder.ts';
import { type ServerProcess, startServerProcess } from '../servers/server-process.ts';
import { chromiumArgs, testBrowser } from './browser.ts';

/** The options that a page can take on without another browser profile. */
type Look = Pick<BrowserContextOptions, 'colorScheme' | 'contrast' | 'viewport'>;

/** What tests listen for on a page. */
const HEARD = ['console', 'dialog', 'download', 'filechooser', 'pageerror', 'request', 'response'] as const;

const VIEWPORT = { width: 1440, height: 900 };

let server: Promise<ServerProcess> | undefined;
let browser: Promise<Browser> | undefined;
/** The page that tests use one after another. */
let kept: Page | undefined;

/**
 * The built server of all files of this worker that need none of their own, started at its first use. It ends with the worker, and its folder with the run.
 * It holds what other files have made: look only at what you made yourself.
 */
export function workerServer(): Promise<ServerProcess> {
  server ??= startServerProcess({ dataDir: makeTemporaryFolder().path, isBuilt: true, endsWithUs: true });
  return server;
}

/** The browser of all files of this worker; it ends with the worker. */
function workerBrowser(): Promise<Browser> {
  browser ??= launch();
  return browser;
}

async function launch(): Promise<Browser> {
  const found = testBrowser();
  // With its own handler the worker would outlive the signal that ends it.
  const signals = { handleSIGTERM: false, handleSIGINT: false, handleSIGHUP: false };
  // The page of a test is gone before the work of the optimizing compilers pays: a quarter of what the browser did.
  const args = [...chromiumArgs(), '--js-flags=--no-opt --no-maglev'];
  return chromium.launch({ executablePath: 'path' in found ? found.path : '', args, ...signals });
}

/** A page in a browser profile of its own. Whoever opens it closes its context. */
export async function openFreshPage(options: BrowserContextOptions): Promise<Page> {
  const context = await (await workerBrowser()).newContext({ viewport: VIEWPORT, reducedMotion: 'reduce', ...options });
  return context.newPage();
}

/** A new page in which the browser has compiled the app already: that is no part of the time of a test. */
async function openWarmPage(url: string): Promise<Page> {
  const page = await openFreshPage({});
  // The limit of the hook that waits for it is enough.
  await page.goto(url, { timeout: 0 });
  await page.locator('.react-flow__node, [role="dialog"], h1, h2').first().waitFor({ timeout: 0 });
  await emptyPage(page, url);
  return page;
}

/**
 * The page of this worker, empty: nothing is left of the test that had it before. A page in a new profile takes many times longer, because
 * the browser compiles the app again for it.
 * @param url of the server that the test is about
 */
export async function takePage(url: string, look: Look = {}): Promise<Page> {
  const page = kept === undefined || kept.isClosed() ? await openWarmPage(url) : kept;
  kept = page;
  await page.setViewportSize(look.viewport ?? VIEWPORT);
  const { colorScheme = 'light', contrast = 'no-preference' } = look;
  await page.emulateMedia({ colorScheme, contrast, reducedMotion: 'reduce', forcedColors: 'none' });
  return page;
}

/** Whether `takePage` can do it. */
export function isLook(options: BrowserContextOptions): options is Look {
  const names = Object.keys(options);
  return names.length > 0 && names.every((name) => ['colorScheme', 'contrast', 'viewport'].includes(name));
}

/** Ends what a test has set up around a page. */
async function disarm(page: Page): Promise<void> {
  const context = page.context();
  for (const tab of context.pages()) if (tab !== page) await tab.close();
  for (const event of HEARD) page.removeAllListeners(event);
  await context.unrouteAll({ behavior: 'ignoreErrors' });
  await page.unrouteAll({ behavior: 'ignoreErrors' });
  await context.setOffline(false);
  await context.clearPermissions();
}

/** Makes the page as empty as a new profile. @param origin of the server whose pages it has shown */
export async function emptyPage(page: Page, origin: string): Promise<void> {
  await disarm(page);
  await page.context().clearCookies();
  await emptyOrigin(page, origin);
}

/** Leaves the screen that the page shows for one without anything, with the app loaded, and forgets what was chosen. @param origin of its server */
export async function leaveScreen(page: Page, origin: string): Promise<void> {
  await disarm(page);
  // A panel that is open stays so from flow to flow.
  for (const name of ['Close the right panel', 'Close upsert']) {
    // What is closed meanwhile is not waited for.
    await page.locator(`button[aria-label="${name}"]`).evaluateAll((buttons) => {
      for (const button of buttons) button.dispatchEvent(new Event('click', { bubbles: true }));
    });
  }
  await page.goto(`${origin}/#/nowhere`);
  await page.evaluate(() => {
    localStorage.clear();
    sessionStorage.clear();
  });
}

/** From a page of the origin without the app, whose last writes it waits for. */
async function emptyOrigin(page: Page, origin: string): Promise<void> {
  await page.goto(`${origin}/api/v1/ping`);
  // The memory of a tab is not part of the storage of its origin.
  await page.evaluate(() => sessionStorage.clear());
  const session = await page.context().newCDPSession(page);
  await session.send('Storage.clearDataForOrigin', { origin, storageTypes: 'all' });
  await session.detach();
}

/** Gives the page up: the next test gets a new one. */
export async function dropPage(page: Page): Promise<void> {
  if (kept === page) kept = undefined;
  await page.context().close();
}
