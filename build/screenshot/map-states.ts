import { join, resolve } from 'node:path';
import type { Page } from 'playwright-core';
import { fillFlow } from './contents-states.ts';

const root = resolve(import.meta.dirname, '../..');
/** Texts about different things, which a search can distinguish. */
const PATHS = [
  'docs/architecture.md',
  'docs/http-api.md',
  'docs/cli.md',
  'docs/keys-and-secrets.md',
  'docs/security.md',
  'docs/settings.md',
  'CONTRIBUTING.md',
  'README.md',
].map((path) => join(root, path));

/** The flow of all pictures of a server. */
const filled = new Map<string, Promise<string>>();

async function open(page: Page, url: string): Promise<void> {
  const flow = filled.get(url) ?? fillFlow(page, url, 'Manuals', PATHS);
  filled.set(url, flow);
  await page.goto(`${url}/#/map/${await flow}`);
  await page.getByRole('application').waitFor();
}

/** The points of a flow. */
export const mapStates = {
  map: open,
  async 'map-point'(page: Page, url: string) {
    await open(page, url);
    await page.getByRole('application').press('ArrowDown');
    await page.getByText('Enter opens it, Space selects it').waitFor();
    await page.getByText(/^Chunk \d+$/).waitFor();
  },
  async 'map-question'(page: Page, url: string) {
    await open(page, url);
    await page.getByRole('textbox', { name: 'Question' }).fill('How do I restore a backup?');
    await page.getByRole('button', { name: 'Show on the map' }).click();
    await page.getByRole('list', { name: 'Nearest chunks' }).waitFor();
  },
  async 'map-selection'(page: Page, url: string) {
    await open(page, url);
    await page.getByRole('button', { name: /^http-api\.md/ }).click();
    await page.getByRole('button', { name: /^Select its/ }).click();
    await page
      .getByRole('region', { name: /selected$/ })
      .getByRole('link')
      .first()
      .waitFor();
  },
  async 'map-few'(page: Page, url: string) {
    await page.goto(`${url}/#/map/${await fillFlow(page, url, 'Garden handbook')}`);
    await page.getByRole('application').waitFor();
  },
};
