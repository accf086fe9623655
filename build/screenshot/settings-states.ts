import type { Page } from 'playwright-core';

async function openSection(page: Page, url: string, section: string, heading: string): Promise<void> {
  await page.goto(`${url}/#/settings/${section}`);
  await page.getByRole('heading', { name: heading, level: 2 }).waitFor();
}

/** The sections of the settings. */
export const settingsStates = {
  settings: (page, url) => openSection(page, url, 'general', 'General'),
  async 'settings-data'(page, url) {
    await openSection(page, url, 'data', 'Data folder');
    await page.getByText(/measured/).waitFor();
  },
  async 'settings-models'(page, url) {
    await openSection(page, url, 'models', 'Models');
    await page.getByRole('list', { name: 'Models' }).waitFor();
  },
  async 'settings-keys'(page, url) {
    await openSection(page, url, 'keys', 'Keys and private mode');
    await page.getByRole('list', { name: 'Access' }).waitFor();
  },
  async 'settings-limits'(page, url) {
    await openSection(page, url, 'limits', 'Port and limits');
    await page.getByRole('list', { name: 'Port and limits' }).waitFor();
  },
  async 'settings-backups'(page, url) {
    await openSection(page, url, 'backups', 'Backups');
    await page.getByRole('button', { name: 'Back up now' }).click();
    await page.getByRole('list', { name: 'Backups' }).waitFor();
  },
  async 'settings-activity'(page, url) {
    await openSection(page, url, 'backups', 'Backups');
    await page.getByRole('button', { name: 'Back up now' }).click();
    await page.getByText(/The database is backed up/).waitFor();
    await openSection(page, url, 'activity', 'Activity');
    await page.getByRole('list', { name: 'Activity' }).waitFor();
  },
  async 'settings-about'(page, url) {
    await openSection(page, url, 'about', 'About');
    await page.getByRole('list', { name: 'Packages' }).waitFor();
  },
  async 'http-api'(page, url) {
    await page.goto(`${url}/#/api`);
    await page.getByText('UNAUTHORIZED').waitFor();
  },
  async 'http-api-operation'(page, url) {
    await page.goto(`${url}/#/api/upsertVector`);
    await page.getByText('FILE_ENCRYPTED').waitFor();
  },
  async 'http-api-answer'(page, url) {
    await page.goto(`${url}/#/api/listChatflows`);
    await page.getByRole('button', { name: 'Send the call' }).click();
    await page.getByText('Status 200').waitFor();
    await page.getByText('Status 200').scrollIntoViewIfNeeded();
  },
} satisfies Record<string, (page: Page, url: string) => Promise<void>>;
