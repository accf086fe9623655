import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { CDPSession, Page } from 'playwright-core';
import type { Language } from '../../../shared/texts/t.ts';

export function catalogueOf(language: Language): Record<string, string> {
  return JSON.parse(readFileSync(join(import.meta.dirname, `../../../shared/texts/${language}.json`), 'utf8'));
}

/** English words of the catalogue that stand on the page: as a text, a label, a title or a placeholder. */
export function englishOn(page: Page, catalogue: Readonly<Record<string, string>>): Promise<string[]> {
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
export function cutOffOn(page: Page): Promise<string[]> {
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
export async function systemSpeaks(page: Page, locale: string): Promise<CDPSession> {
  const session = await page.context().newCDPSession(page);
  const userAgent = await page.evaluate(() => navigator.userAgent);
  await session.send('Emulation.setUserAgentOverride', { userAgent, acceptLanguage: locale });
  await session.send('Emulation.setLocaleOverride', { locale });
  return session;
}
