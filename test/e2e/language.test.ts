import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { CDPSession, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { type Language, speak, t } from '../../shared/texts/t.ts';
import { filledScreens, fillServer, type Screen } from '../helpers/pages/all-screens.ts';
import { browserSkipReason, setUpBrowserSuite } from '../helpers/pages/browser-suite.ts';

if (browserSkipReason !== undefined) console.warn(`\nTHE TESTS OF LANGUAGES ARE SKIPPED: ${browserSkipReason}.\n`);

function catalogueOf(language: Language): Record<string, string> {
  return JSON.parse(readFileSync(join(import.meta.dirname, `../../shared/texts/${language}.json`), 'utf8'));
}

/** English words of the catalogue that stand on the page: as a text, a label, a title or a placeholder. */
function englishOn(page: Page, catalogue: Readonly<Record<string, string>>): Promise<string[]> {
  const english = Object.keys(catalogue).filter((text) => catalogue[text] !== text && !/[{]/.test(text));
  return page.evaluate((texts) => {
    const known = new Set(texts);
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT | NodeFilter.SHOW_ELEMENT);
    const found: string[] = [];
    for (let node = walker.nextNode(); node !== null; node = walker.nextNode()) {
      const words =
        node instanceof Element
          ? ['aria-label', 'title', 'placeholder'].map((name) => node.getAttribute(name) ?? '')
          : [node.textContent ?? ''];
      found.push(...words.map((word) => word.trim()).filter((word) => known.has(word)));
    }
    return found;
  }, english);
}

/** Buttons and tabs whose words don't fit them, and a page that scrolls sideways. */
function cutOffOn(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const cut = [...document.querySelectorAll<HTMLElement>('button, [role=tab], a')]
      .filter(({ scrollWidth, clientWidth, offsetParent }) => offsetParent !== null && scrollWidth > clientWidth + 1)
      .filter((element) => !element.querySelector('.truncate') && !element.classList.contains('truncate'))
      .map(({ textContent }) => `cut off: ${textContent}`);
    const { scrollWidth, clientWidth } = document.documentElement;
    return scrollWidth > clientWidth ? [...cut, 'scrolls sideways'] : cut;
  });
}

/** What the page is told of the language of the system, until the session ends: a profile with a locale of its own would compile the app again. */
async function systemSpeaks(page: Page, locale: string): Promise<CDPSession> {
  const session = await page.context().newCDPSession(page);
  const userAgent = await page.evaluate(() => navigator.userAgent);
  await session.send('Emulation.setUserAgentOverride', { userAgent, acceptLanguage: locale });
  await session.send('Emulation.setLocaleOverride', { locale });
  return session;
}

describe.skipIf(browserSkipReason !== undefined)('The language of the window', () => {
  const suite = setUpBrowserSuite({ isAlone: true });
  let screens: () => readonly Screen[];
  beforeAll(async () => {
    const filled = await fillServer(suite.api, suite.url);
    // What the server says of its operations is in English.
    screens = () => filledScreens(filled).filter(({ path }) => !path.startsWith('/api/'));
  });
  afterAll(() => speak('en', {}));

  test.each([
    ['de', 'de-AT'],
    ['zh', 'zh-CN'],
  ] as const)('is %s where the system speaks %s: every place, without an English word', async (language, locale) => {
    const catalogue = catalogueOf(language);
    speak(language, catalogue);
    const { page } = suite;
    await page.setViewportSize({ width: 1280, height: 800 });
    const session = await systemSpeaks(page, locale);
    const faults: Record<string, readonly string[]> = {};
    for (const { name, path, ready } of screens()) {
      await page.goto(`${suite.url}/#${path}`);
      await ready(page).waitFor();
      const found = [...(await englishOn(page, catalogue)), ...(await cutOffOn(page))];
      if (found.length > 0) faults[name] = found;
    }
    expect(await page.evaluate(() => document.documentElement.lang)).toBe(language);
    expect(faults).toEqual({});
    await session.detach();
  });

  test('is chosen by keyboard under Settings, keeps what is written, and does the main job', async () => {
    const { page, url, api } = suite;
    speak('en', {});
    await page.goto(`${url}/#/settings/general`);
    await page.getByRole('combobox', { name: 'Language' }).press('Enter');
    await page.getByRole('option', { name: 'Deutsch' }).press('Enter');
    speak('de', catalogueOf('de'));
    await page.getByRole('heading', { name: t('Language'), level: 3 }).waitFor();
    expect(await page.evaluate(() => document.documentElement.lang)).toBe('de');

    await page.getByRole('link', { name: t('Flows'), exact: true }).press('Enter');
    await page.getByRole('button', { name: t('New flow'), exact: true }).press('Enter');
    await page.getByRole('radio', { name: t('Table to local store') }).press('Space');
    await page.getByRole('button', { name: t('Create flow') }).press('Enter');
    await page.locator('.react-flow__node').first().waitFor();
    await page
      .getByRole('button', { name: t('Upsert'), exact: true })
      .first()
      .press('Enter');
    await page.getByRole('button', { name: t('Use the sample documents') }).press('Enter');
    const drawer = page.getByRole('region', { name: t('Upsert'), exact: true });
    await drawer
      .getByRole('button', { name: t('Upsert {count, plural, one {# file} other {# files}}', { count: 1 }) })
      .press('Enter');
    await page.getByRole('button', { name: t('Ask a question') }).press('Enter');
    await page.getByRole('textbox', { name: t('Question') }).fill('Who grows pumpkins?');
    await page.getByRole('textbox', { name: t('Question') }).press('Enter');
    await page.getByText('pumpkins').first().waitFor();
    // Names that are saved in the flow are the same in all languages.
    const flows = z
      .array(z.looseObject({ name: z.string(), flowData: z.string() }))
      .parse((await api.get('/chatflows')).body);
    const made = flows.find(({ name }) => name === t('Table to local store'));
    expect(made?.flowData).toContain('"label":"CSV File"');
  });
});
