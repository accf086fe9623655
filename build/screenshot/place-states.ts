import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { fillFlow, removeSource } from './contents-states.ts';

const handbook = join(import.meta.dirname, '..', '..', 'samples', 'garden-handbook.pdf');

/** The places of the rail and what is found from everywhere, with something in them. */
export const placeStates = {
  async flows(page, url) {
    await fillFlow(page, url, 'Garden handbook');
    await page.goto(`${url}/#/`);
    await page.getByText('Garden handbook').first().waitFor();
  },
  async 'flows-new'(page, url) {
    await page.goto(`${url}/#/flows?new=1`);
    await page.getByRole('radio', { name: 'Empty canvas' }).waitFor();
  },
  async 'flows-move'(page, url) {
    const id = await fillFlow(page, url, 'Garden handbook');
    await page.goto(`${url}/#/flows?move=${id}`);
    await page.getByRole('textbox', { name: 'Server URL' }).fill('http://localhost:6333');
  },
  async bin(page, url) {
    const id = await fillFlow(page, url, 'Handbook of last year');
    await page.request.post(`${url}/api/v1/bin/chatflows/${id}`, { data: {} });
    await page.goto(`${url}/#/contents/${await fillFlow(page, url, 'Garden handbook')}`);
    await removeSource(page, 'plots.csv');
    await page.goto(`${url}/#/bin`);
    await page.getByRole('list', { name: 'Removed files and pages' }).getByText('plots.csv').first().waitFor();
  },
  async find(page, url) {
    await fillFlow(page, url, 'Garden handbook');
    await page.goto(`${url}/#/runs`);
    await page.getByRole('main').waitFor();
    await page.keyboard.press('Control+k');
    await page.getByRole('combobox', { name: 'Find anything' }).fill('handbook');
    await page.getByRole('option', { name: 'handbook.md in Garden handbook' }).first().waitFor();
  },
  async 'ask-everything'(page, url) {
    await fillFlow(page, url, 'Garden handbook');
    await page.goto(`${url}/#/ask?q=When%20is%20the%20gate%20locked`);
    await page.getByText('The gate is locked').first().waitFor();
  },
  async tester(page, url) {
    const ownerId = await fillFlow(page, url, 'Garden handbook');
    const questions = [
      { question: 'When is the gate locked?', sources: ['handbook.md'] },
      { question: 'How large is plot 21?', sources: ['plots.csv'] },
    ];
    await page.request.post(`${url}/api/v1/test-questions`, { data: { ownerId, questions } });
    await page.goto(`${url}/#/tester/${ownerId}`);
    await page.getByRole('button', { name: 'Ask 2 questions' }).click();
    await page.getByRole('table', { name: 'Results' }).waitFor();
    await page.getByRole('button', { name: /^When is the gate/ }).click();
    await page.getByRole('button', { name: 'Ask both' }).click();
    await page.getByRole('region', { name: 'Passages of B' }).getByRole('listitem').first().waitFor();
  },
  async original(page, url) {
    const ownerId = await fillFlow(page, url, 'Garden handbook', [handbook]);
    await page.goto(`${url}/#/contents/${ownerId}`);
    await page.getByRole('article').nth(2).click();
    await page.getByRole('button', { name: 'Original', exact: true }).click();
    await page.getByRole('region', { name: 'Original', exact: true }).locator('[data-mark]').first().waitFor();
  },
  async 'unknown-page'(page, url) {
    await page.goto(`${url}/#/nowhere`);
    await page.getByText('There is no such page').waitFor();
  },
} satisfies Record<string, (page: Page, url: string) => Promise<void>>;

const EMPTY_PLACES = {
  'flows-none': ['/', 'Your flows will be here'],
  'stores-none': ['/stores', 'Your document stores will be here'],
  'runs-empty': ['/runs', 'Your runs will be here'],
  'ask-nothing': ['/ask', 'There is nothing to ask yet'],
  'bin-empty': ['/bin', 'The bin is empty'],
} as const;

/** The places of a server on which there is nothing yet. */
export const emptyStates = Object.fromEntries(
  Object.entries(EMPTY_PLACES).map(([name, [path, words]]) => [
    name,
    async (page: Page, url: string) => {
      await page.goto(`${url}/#${path}`);
      await page.getByText(words).waitFor();
    },
  ]),
);
