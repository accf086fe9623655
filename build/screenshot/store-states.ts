import { join } from 'node:path';
import type { Page } from 'playwright-core';

const samples = ['garden-handbook.pdf', 'plots.csv'].map((name) =>
  join(import.meta.dirname, '..', '..', 'samples', name),
);

async function openNewStore(page: Page, url: string): Promise<void> {
  await page.goto(`${url}/#/stores`);
  await page.getByRole('button', { name: 'New store' }).click();
  await page.getByRole('textbox', { name: 'Name' }).fill('Garden handbook');
  await page.getByRole('button', { name: 'Create store' }).click();
  await page.getByRole('button', { name: 'Add a loader' }).waitFor();
}

async function pickFileLoader(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Add loader', exact: true }).click();
  await page.getByRole('button', { name: /^File Loader/ }).click();
  await page.getByLabel('Files for the loader').setInputFiles(samples);
}

async function openFilledStore(page: Page, url: string): Promise<void> {
  await openNewStore(page, url);
  await pickFileLoader(page);
  await page.getByRole('button', { name: 'Add and upsert' }).click();
  await page.getByRole('list', { name: 'Loaders' }).getByText('Up to date').waitFor();
}

/** The pages of document stores. */
export const storeStates = {
  async 'stores-new'(page, url) {
    await page.goto(`${url}/#/stores`);
    await page.getByRole('button', { name: 'New store' }).click();
    await page.getByRole('form', { name: 'New document store' }).waitFor();
  },
  'store-empty': openNewStore,
  async 'store-picker'(page, url) {
    await openNewStore(page, url);
    await page.getByRole('button', { name: 'Add loader', exact: true }).click();
    await page.getByRole('list', { name: 'Loaders' }).waitFor();
  },
  async 'store-preview'(page, url) {
    await openNewStore(page, url);
    await pickFileLoader(page);
    await page.getByRole('button', { name: 'Preview chunks' }).click();
    await page.getByText(/^Chunks? 1.* of \d+$/).waitFor();
  },
  store: openFilledStore,
  async 'store-difference'(page, url) {
    await openFilledStore(page, url);
    await page.getByRole('button', { name: 'More for File Loader' }).click();
    await page.getByRole('menuitem', { name: 'Change settings' }).click();
    await page.getByRole('textbox', { name: 'Chunk size' }).fill('400');
    await page.getByRole('button', { name: 'See what changes' }).click();
    await page.getByText(/would be added/).waitFor();
  },
  async 'store-edited-chunk'(page, url) {
    await openFilledStore(page, url);
    await page.getByRole('button', { name: 'Contents' }).click();
    await page.getByRole('button', { name: 'Edit chunk 1' }).first().click();
    await page.getByRole('textbox', { name: 'Text of the chunk' }).fill('The gate is locked after nine.');
    await page.getByRole('button', { name: 'Save chunk' }).click();
    await page.getByText('Chunks were changed since the last upsert.').waitFor();
  },
  async 'store-failed'(page, url) {
    await openNewStore(page, url);
    await page.getByRole('button', { name: 'Add loader', exact: true }).click();
    await page.getByRole('button', { name: /^Folder with Files/ }).click();
    await page.getByRole('textbox', { name: 'Folder' }).fill('/home/ada/handbook');
    await page.getByRole('button', { name: 'Add and upsert' }).click();
    await page.getByRole('list', { name: 'Loaders' }).getByRole('alert').waitFor();
    await page.getByRole('button', { name: 'More for Folder with Files' }).click();
    await page.getByRole('menuitem', { name: 'Load without upserting' }).waitFor();
  },
  async 'store-ask'(page, url) {
    await openFilledStore(page, url);
    await page.getByRole('link', { name: 'Ask', exact: true }).click();
    await page.getByRole('textbox', { name: 'Question' }).fill('When may I water?');
    await page.keyboard.press('Enter');
    await page.getByRole('list', { name: 'Passages' }).waitFor();
  },
  async 'store-settings'(page, url) {
    await openFilledStore(page, url);
    await page.getByRole('link', { name: 'Where chunks go' }).click();
    await page.getByRole('combobox', { name: 'Embedding model' }).click();
    await page
      .getByRole('option', { name: /^OpenAI/ })
      .first()
      .click();
    await page.getByRole('button', { name: 'Test and embed again' }).click();
    await page.getByRole('list', { name: 'Test of the settings' }).waitFor();
  },
  async 'store-move'(page, url) {
    await openFilledStore(page, url);
    await page.getByRole('link', { name: 'Where chunks go' }).click();
    await page.getByRole('combobox', { name: 'Vector store' }).click();
    await page.getByRole('option', { name: /^Qdrant/ }).click();
    await page.getByText(/are moved there with their vectors/).waitFor();
  },
  async stores(page, url) {
    await openFilledStore(page, url);
    await page.goto(`${url}/#/stores`);
    await page.getByRole('list', { name: 'Document stores' }).waitFor();
  },
  async 'store-delete'(page, url) {
    await openFilledStore(page, url);
    await page.getByRole('button', { name: 'More for Garden handbook' }).click();
    await page.getByRole('menuitem', { name: 'Delete' }).click();
    await page.getByRole('alertdialog').waitFor();
  },
} satisfies Record<string, (page: Page, url: string) => Promise<void>>;
