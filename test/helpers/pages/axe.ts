import AxeBuilder from '@axe-core/playwright';
import type { Page } from 'playwright-core';

/** The violations of accessibility rules on a page: each rule with its elements. */
export async function axeViolations(page: Page): Promise<string[]> {
  const { violations } = await new AxeBuilder({ page }).analyze();
  return violations.map((rule) => `${rule.id}: ${rule.nodes.map((node) => node.html).join(' ')}`);
}
