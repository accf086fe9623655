import AxeBuilder from '@axe-core/playwright';
import type { Page } from 'playwright-core';

/** The violations of accessibility rules on a page: each rule with its elements, and what is wrong with each. */
export async function axeViolations(page: Page): Promise<string[]> {
  // Legacy: without a second page for the results of frames of other sites, of which the window has none.
  const builder = new AxeBuilder({ page }).setLegacyMode().options({ resultTypes: ['violations'] });
  const { violations } = await builder.analyze();
  return violations.map(({ id, nodes }) => {
    const elements = nodes.map(({ html, any, all, none }) => {
      const reasons = [...any, ...all, ...none].map(({ message }) => message);
      return `${html} (${reasons.join('; ')})`;
    });
    return `${id}: ${elements.join(' ')}`;
  });
}
