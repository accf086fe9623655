import AxeBuilder from '@axe-core/playwright';
import type { Page } from 'playwright-core';

/**
 * The violations of accessibility rules on a page: each rule with its elements, and what is wrong with each.
 * @param within the part of it to look at
 */
export async function axeViolations(page: Page, within?: string): Promise<string[]> {
  // The rules are a large script: a page that has them is not given them again.
  const hasRules = await page.evaluate(() => 'axe' in globalThis);
  const builder = new AxeBuilder(hasRules ? { page, axeSource: 'void 0' } : { page });
  // Legacy: without a second page for the results of frames of other sites, of which the window has none.
  builder.setLegacyMode().options({ resultTypes: ['violations'] });
  if (within !== undefined) builder.include(within);
  const { violations } = await builder.analyze();
  return violations.map(({ id, nodes }) => {
    const elements = nodes.map(({ html, any, all, none }) => {
      const reasons = [...any, ...all, ...none].map(({ message }) => message);
      return `${html} (${reasons.join('; ')})`;
    });
    return `${id}: ${elements.join(' ')}`;
  });
}

/** The violations in the light and in the dark theme, where the system's is followed. */
export async function violationsInBoth(page: Page): Promise<string[]> {
  const found: string[] = [];
  for (const colorScheme of ['dark', 'light'] as const) {
    await page.emulateMedia({ colorScheme });
    found.push(...(await axeViolations(page)).map((violation) => `${colorScheme}: ${violation}`));
  }
  return found;
}
