import type { Page } from 'playwright-core';
import { beforeAll, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { emptyScreens, filledScreens, fillServer, type Screen } from '../helpers/pages/all-screens.ts';
import { axeViolations } from '../helpers/pages/axe.ts';
import { browserSkipReason, setUpBrowserSuite } from '../helpers/pages/browser-suite.ts';

if (browserSkipReason !== undefined) console.warn(`\nTHE WALK OVER ALL SCREENS IS SKIPPED: ${browserSkipReason}.\n`);

const NORMAL = { width: 1280, height: 800 };
const LARGE = { width: 1920, height: 1080 };
/** What is left of the normal window at 200 %: half the size at twice the pixels. */
const ZOOMED = { viewport: { width: 640, height: 400 }, deviceScaleFactor: 2 };

/** What keeps a page from fitting the width of the window. */
async function sidewaysFaults(page: Page): Promise<string[]> {
  const { content, window } = await page.evaluate(() => {
    const { scrollWidth, clientWidth } = document.documentElement;
    return { content: scrollWidth, window: clientWidth };
  });
  return content <= window ? [] : [`scrolls sideways: ${content} px in a window of ${window} px`];
}

const fitFaults = async (page: Page) => [...(await axeViolations(page)), ...(await sidewaysFaults(page))];

const violationsAt = (size: typeof NORMAL) => async (page: Page) => {
  await page.setViewportSize(size);
  return axeViolations(page);
};

/** Opens each screen and looks at it. Returns the faults by screen, so that one walk tells all of them. */
async function walk(
  page: Page,
  url: string,
  screens: readonly Screen[],
  look: (page: Page) => Promise<readonly string[]>,
): Promise<Record<string, readonly string[]>> {
  const faults: Record<string, readonly string[]> = {};
  for (const { name, path, ready, open } of screens) {
    await page.goto(`${url}/#${path}`);
    await ready(page).waitFor();
    await open?.(page);
    const found = await look(page);
    if (found.length > 0) faults[name] = found;
  }
  return faults;
}

describe.skipIf(browserSkipReason !== undefined)('All screens, without a violation', () => {
  const suite = setUpBrowserSuite({ isAlone: true });
  let screens: readonly Screen[];
  beforeAll(async () => {
    screens = filledScreens(await fillServer(suite.api, suite.url));
  });

  test('light at 1280 x 800', async () => {
    await suite.openPage({ colorScheme: 'light' });
    expect(await walk(suite.page, suite.url, screens, violationsAt(NORMAL))).toEqual({});
  });

  test('dark at 1920 x 1080', async () => {
    await suite.openPage({ colorScheme: 'dark' });
    expect(await walk(suite.page, suite.url, screens, violationsAt(LARGE))).toEqual({});
  });

  test('light at 200 %, where nothing scrolls sideways', async () => {
    await suite.openPage({ colorScheme: 'light', ...ZOOMED });
    expect(await walk(suite.page, suite.url, screens, fitFaults)).toEqual({});
  });
});

describe.skipIf(browserSkipReason !== undefined)('All empty places, without a violation', () => {
  const suite = setUpBrowserSuite({ isAlone: true });
  beforeAll(async () => {
    const flows = z.array(z.looseObject({ id: z.string() })).parse((await suite.api.get('/chatflows')).body);
    for (const { id } of flows) await suite.api.call('DELETE', `/chatflows/${id}`);
  });

  test('dark at 1280 x 800', async () => {
    await suite.openPage({ colorScheme: 'dark' });
    expect(await walk(suite.page, suite.url, emptyScreens(), violationsAt(NORMAL))).toEqual({});
  });

  test('light at 200 %, where nothing scrolls sideways', async () => {
    await suite.openPage({ colorScheme: 'light', ...ZOOMED });
    expect(await walk(suite.page, suite.url, emptyScreens(), fitFaults)).toEqual({});
  });
});
