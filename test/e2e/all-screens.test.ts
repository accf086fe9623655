import type { Page } from 'playwright-core';
import { afterEach, beforeAll, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { speak } from '../../shared/texts/t.ts';
import {
  emptyScreens,
  type FilledServer,
  filledScreens,
  fillServer,
  type Screen,
} from '../helpers/pages/all-screens.ts';
import { axeViolations } from '../helpers/pages/axe.ts';
import { browserSkipReason, setUpBrowserSuite } from '../helpers/pages/browser-suite.ts';
import { catalogueOf, cutOffOn, englishOn, systemSpeaks } from '../helpers/pages/language-looks.ts';

if (browserSkipReason !== undefined) console.warn(`\nTHE WALK OVER ALL SCREENS IS SKIPPED: ${browserSkipReason}.\n`);

const NORMAL = { width: 1280, height: 800 };
const LARGE = { width: 1920, height: 1080 };
/** What is left of the normal window at 200 %: half the size at twice the pixels. */
const ZOOMED = { width: 640, height: 400, deviceScaleFactor: 2, mobile: false };

/** What keeps a page from fitting the width of the window. */
async function sidewaysFaults(page: Page): Promise<string[]> {
  const { content, window } = await page.evaluate(() => {
    const { scrollWidth, clientWidth } = document.documentElement;
    return { content: scrollWidth, window: clientWidth };
  });
  return content <= window ? [] : [`scrolls sideways: ${content} px in a window of ${window} px`];
}

/** Waits until what follows the size or the theme of the window has followed. */
function painted(page: Page): Promise<void> {
  return page.evaluate(
    () => new Promise<void>((resolve) => requestAnimationFrame(() => requestAnimationFrame(() => resolve()))),
  );
}

/** A window that changes while a screen is shown, as that of a person who works does: a screen is opened once for all of its looks. */
async function lookAtAll(page: Page): Promise<string[]> {
  const faults = (look: string, found: readonly string[]) => found.map((fault) => `${look}: ${fault}`);
  const light = await axeViolations(page);
  await page.setViewportSize(LARGE);
  await page.emulateMedia({ colorScheme: 'dark' });
  await painted(page);
  const dark = await axeViolations(page, { isOtherLook: true });
  const session = await page.context().newCDPSession(page);
  await session.send('Emulation.setDeviceMetricsOverride', ZOOMED);
  await page.emulateMedia({ colorScheme: 'light' });
  await painted(page);
  expect(await page.evaluate(() => innerWidth)).toBe(ZOOMED.width);
  const zoomed = [...(await axeViolations(page)), ...(await sidewaysFaults(page))];
  await session.detach();
  await page.setViewportSize(NORMAL);
  return [...faults('light', light), ...faults('dark, large', dark), ...faults('at 200 %', zoomed)];
}

/** Opens each screen and looks at it. Returns the faults by screen, so that one walk tells all of them. */
async function walk(page: Page, url: string, screens: readonly Screen[]): Promise<Record<string, readonly string[]>> {
  const faults: Record<string, readonly string[]> = {};
  await page.setViewportSize(NORMAL);
  for (const { name, path, ready, open } of screens) {
    await page.goto(`${url}/#${path}`);
    await ready(page).waitFor();
    await open?.(page);
    const found = await lookAtAll(page);
    if (found.length > 0) faults[name] = found;
  }
  return faults;
}

const LOOKS = 'light at 1280 x 800, dark at 1920 x 1080, and at 200 %, where nothing scrolls sideways';

// One server for all of them: it takes as long to fill as a walk.
describe.skipIf(browserSkipReason !== undefined)('All screens', () => {
  const suite = setUpBrowserSuite({ isAlone: true, staysLoaded: true });
  let filled: FilledServer;
  beforeAll(async () => {
    filled = await fillServer(suite.api, suite.url);
  });
  afterEach(() => speak('en', {}));

  // In parts, so that none takes long.
  const PARTS = 3;
  test.each(Array.from({ length: PARTS }, (_, part) => part + 1))(`${LOOKS}: part %i of ${PARTS}`, async (part) => {
    const screens = filledScreens(filled);
    const size = Math.ceil(screens.length / PARTS);
    const shown = screens.slice((part - 1) * size, part * size);
    expect(await walk(suite.page, suite.url, shown)).toEqual({});
  });

  test.each([
    ['de', 'de-AT'],
    ['zh', 'zh-CN'],
  ] as const)('are %s where the system speaks %s, without an English word', async (language, locale) => {
    const catalogue = catalogueOf(language);
    speak(language, catalogue);
    const { page } = suite;
    await page.setViewportSize(NORMAL);
    const session = await systemSpeaks(page, locale);
    await page.reload();
    const faults: Record<string, readonly string[]> = {};
    // What the server says of its operations is in English.
    for (const { name, path, ready } of filledScreens(filled).filter((screen) => !screen.path.startsWith('/api/'))) {
      await page.goto(`${suite.url}/#${path}`);
      await ready(page).waitFor();
      const found = [...(await englishOn(page, catalogue)), ...(await cutOffOn(page))];
      if (found.length > 0) faults[name] = found;
    }
    expect(await page.evaluate(() => document.documentElement.lang)).toBe(language);
    expect(faults).toEqual({});
    await session.detach();
    await page.reload();
  });
});

describe.skipIf(browserSkipReason !== undefined)('All empty places, without a violation', () => {
  const suite = setUpBrowserSuite({ isAlone: true });
  beforeAll(async () => {
    const flows = z.array(z.looseObject({ id: z.string() })).parse((await suite.api.get('/chatflows')).body);
    for (const { id } of flows) await suite.api.call('DELETE', `/chatflows/${id}`);
  });

  test(LOOKS, async () => {
    expect(await walk(suite.page, suite.url, emptyScreens())).toEqual({});
  });
});
