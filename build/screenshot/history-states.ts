import type { Page } from 'playwright-core';
import { openStarterFlow } from './editing-states.ts';

async function removeRecords(page: Page): Promise<void> {
  await page.locator('.react-flow__node', { hasText: 'SQLite Record Manager' }).click();
  await page.keyboard.press('Delete');
  await page.locator('.react-flow__node', { hasText: 'SQLite Record Manager' }).waitFor({ state: 'detached' });
}

async function openVersions(page: Page) {
  await page
    .getByRole('banner')
    .getByRole('button', { name: /^(Saved|Saving|Unsaved)/ })
    .click();
  await page.getByRole('menuitem', { name: 'Versions' }).click();
  return page.getByRole('region', { name: 'Versions' });
}

async function keepVersion(page: Page, name: string) {
  const versions = await openVersions(page);
  await versions.getByRole('button', { name: 'Keep this version' }).click();
  await versions.getByRole('textbox', { name: 'Name of the version' }).fill(name);
  await versions.getByRole('button', { name: 'Keep', exact: true }).click();
  const row = versions.getByRole('button', { name });
  await row.waitFor();
  return { versions, row };
}

/** What undo says, and the versions of a flow. */
export const historyStates = {
  async undone(page, url) {
    await openStarterFlow(page, url);
    await removeRecords(page);
    await page.keyboard.press('Control+z');
    await page.getByRole('status', { name: 'Undo and redo' }).getByText('Undid').waitFor();
  },
  async 'versions-empty'(page, url) {
    await openStarterFlow(page, url);
    await openVersions(page);
    await page.getByText('As it is now').waitFor();
  },
  async versions(page, url) {
    await openStarterFlow(page, url);
    const { versions } = await keepVersion(page, 'With records');
    await removeRecords(page);
    await versions.getByText('1 node removed').waitFor();
  },
  async 'version-compared'(page, url) {
    await openStarterFlow(page, url);
    const { versions, row } = await keepVersion(page, 'Before the long texts');
    await removeRecords(page);
    await row.click();
    await versions.getByText('Removed: SQLite Record Manager').waitFor();
  },
} satisfies Record<string, (page: Page, url: string) => Promise<void>>;
