import AxeBuilder from '@axe-core/playwright';
import type { Page } from 'playwright-core';

/** The rules whose findings depend on colours or on the size of the window. */
const RULES_OF_LOOKS = ['color-contrast', 'link-in-text-block', 'scrollable-region-focusable'];

interface AxeOptions {
  /** The part of the page to look at. */
  readonly within?: string;
  /** For a page that was looked at in another theme or size just now: only the rules that depend on them. */
  readonly isOtherLook?: boolean;
}

/** The violations of accessibility rules on a page: each rule with its elements, and what is wrong with each. */
export async function axeViolations(page: Page, { within, isOtherLook = false }: AxeOptions = {}): Promise<string[]> {
  // The rules are a large script: a page that has them is not given them again.
  const hasRules = await page.evaluate(() => 'axe' in globalThis);
  const builder = new AxeBuilder(hasRules ? { page, axeSource: 'void 0' } : { page });
  // Legacy: without a second page for the results of frames of other sites, of which the window has none.
  builder.setLegacyMode().options({ resultTypes: ['violations'] });
  if (within !== undefined) builder.include(within);
  if (isOtherLook) builder.options({ resultTypes: ['violations'], runOnly: RULES_OF_LOOKS });
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
    const violations = await axeViolations(page, { isOtherLook: colorScheme === 'light' });
    found.push(...violations.map((violation) => `${colorScheme}: ${violation}`));
  }
  return found;
}
