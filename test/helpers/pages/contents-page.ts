import type { Page } from 'playwright-core';

/** The page of what is in a flow or document store. */
export function contentsPage(page: Page, url: string) {
  const chunks = page.getByRole('article');
  return {
    page,
    async open(ownerId: string): Promise<void> {
      await page.goto(`${url}/#/contents/${ownerId}`);
      await chunks.first().waitFor();
    },
    /** Names in the list of sources. */
    async sources(): Promise<string[]> {
      const names = page.getByRole('region', { name: 'Sources', exact: true }).locator('.font-medium');
      return names.allTextContents();
    },
    async openSource(name: string): Promise<void> {
      await page.getByRole('region', { name: 'Sources', exact: true }).getByRole('button', { name }).first().click();
      await page.getByRole('region', { name, exact: true }).getByRole('article').first().waitFor();
    },
    /** Texts of the chunks in sight. */
    texts: (): Promise<string[]> => chunks.getByRole('paragraph').allTextContents(),
    /** @param chunkNo from 1 */
    async edit(chunkNo: number, text: string): Promise<void> {
      await page
        .getByRole('button', { name: `Edit chunk ${chunkNo}` })
        .first()
        .click();
      await page.getByRole('textbox', { name: 'Text of the chunk' }).fill(text);
      await page.getByRole('button', { name: 'Save chunk' }).click();
      await page.getByRole('textbox', { name: 'Text of the chunk' }).waitFor({ state: 'detached' });
    },
    search: (words: string): Promise<void> => page.getByRole('searchbox', { name: 'Search chunks' }).fill(words),
  };
}
