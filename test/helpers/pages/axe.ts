import AxeBuilder from '@axe-core/playwright';
import type { Page } from 'playwright-core';

/** What a page breaks of the rules of accessibility: each rule with the elements that break it. */
export async function axeViolations(page: Page): Promise<string[]> {
  const { violations } = await new AxeBuilder({ page }).analyze();
  return violations.map((rule) => `${rule.id}: ${rule.nodes.map((node) => node.html).join(' ')}`);
}
