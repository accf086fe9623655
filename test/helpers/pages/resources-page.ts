import type { Download, Locator, Page } from 'playwright-core';

/** The page of credentials, API keys, variables, tools, assistants and feedback, by its visible names. */
export function resourcesPage(page: Page, url: string) {
  return {
    /** Opens a tab by its name in the address: `api-keys`. */
    async open(tab: string): Promise<void> {
      await page.goto(`${url}/#/resources/${tab}`);
      await page.getByRole('heading', { name: 'Resources' }).waitFor();
    },
    row: (name: string): Locator => page.getByRole('link').filter({ hasText: name }).first(),
    field: (label: string): Locator => page.getByRole('textbox', { name: label, exact: true }),
    button: (name: string | RegExp): Locator => page.getByRole('button', { name, exact: typeof name === 'string' }),
    /** An entry of the menu of the open row. */
    async choose(entry: string): Promise<void> {
      await page.getByRole('button', { name: /^More for / }).click();
      await page.getByRole('menuitem', { name: entry }).click();
    },
    /** The text of the file that a click saves. */
    async saved(click: () => Promise<unknown>): Promise<{ readonly name: string; readonly text: string }> {
      const [download]: [Download, unknown] = await Promise.all([page.waitForEvent('download'), click()]);
      const parts: Buffer[] = [];
      for await (const part of await download.createReadStream()) parts.push(Buffer.from(part));
      return { name: download.suggestedFilename(), text: Buffer.concat(parts).toString() };
    },
  };
}
