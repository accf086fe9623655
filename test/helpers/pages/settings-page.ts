import type { Page } from 'playwright-core';

/** The settings, by their visible names. */
export function settingsPage(page: Page, url: string) {
  return {
    async open(section: string, heading: string): Promise<void> {
      await page.goto(`${url}/#/settings/${section}`);
      await page.getByRole('heading', { name: heading, level: 2 }).waitFor();
    },
    /** The line of a list that has a text. */
    row: (list: string, text: string | RegExp) =>
      page.getByRole('list', { name: list, exact: true }).getByRole('listitem').filter({ hasText: text }),
    /** Answers the question that is open. */
    async confirm(label: string | RegExp): Promise<void> {
      await page.getByRole('alertdialog').getByRole('button', { name: label }).click();
    },
  };
}
