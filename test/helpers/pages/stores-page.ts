import type { Locator, Page } from 'playwright-core';

/** A file as a person chooses it. */
export interface ChosenFile {
  readonly name: string;
  readonly content: string;
}

/** The pages of document stores, as a person sees them. */
export function storesPage(page: Page, url: string) {
  const button = (name: string | RegExp): Locator => page.getByRole('button', { name });
  return {
    goToList: () => page.goto(`${url}/#/stores`),
    button,
    loaders: () => page.getByRole('list', { name: 'Loaders' }).getByRole('listitem'),
    stores: () => page.getByRole('list', { name: 'Document stores' }).getByRole('listitem'),
    running: () => page.getByRole('region', { name: 'Running' }),

    /** Creates a store from the list, and comes to its page. */
    async create(name: string): Promise<void> {
      await page.goto(`${url}/#/stores`);
      await button('New store').click();
      await page.getByRole('textbox', { name: 'Name' }).fill(name);
      await button('Create store').click();
      await page.getByRole('heading', { name }).waitFor();
    },

    /** Chooses a loader, up to its form. */
    async pickLoader(name: string): Promise<void> {
      await button('Add loader').click();
      await page.getByRole('searchbox', { name: 'Search loaders' }).fill(name);
      await button(new RegExp(`^${name}`))
        .first()
        .click();
      await page.getByRole('region', { name: `Add ${name}` }).waitFor();
    },

    async chooseFiles(files: readonly ChosenFile[]): Promise<void> {
      await page
        .getByLabel('Files for the loader')
        .setInputFiles(
          files.map(({ name, content }) => ({ name, mimeType: 'text/plain', buffer: Buffer.from(content) })),
        );
    },

    async menu(of: string, item: string): Promise<void> {
      await button(`More for ${of}`).click();
      await page.getByRole('menuitem', { name: item }).click();
    },

    tab: (name: string) => page.getByRole('navigation', { name: 'Parts of the store' }).getByRole('link', { name }),

    /** Waits until the state beside the store's name reads so. */
    async waitForState(words: string): Promise<void> {
      await page.getByRole('main').getByText(words, { exact: true }).first().waitFor();
    },
  };
}

export type StoresPage = ReturnType<typeof storesPage>;
