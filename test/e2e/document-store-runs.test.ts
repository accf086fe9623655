import { describe, expect, test } from 'vitest';
import { browserSkipReason } from '../helpers/pages/browser-suite.ts';
import { storesPage } from '../helpers/pages/stores-page.ts';
import { setUpStoresSuite } from '../helpers/pages/stores-suite.ts';
import { lines } from '../helpers/servers/document-store-suite.ts';

if (browserSkipReason !== undefined)
  console.warn(`\nTHE BROWSER TESTS OF DOCUMENT STORES ARE SKIPPED: ${browserSkipReason}.\n`);

const POLL = { timeout: 20_000, interval: 50 };

describe.skipIf(browserSkipReason !== undefined)('Runs of document stores in the window', () => {
  /** Requests for texts wait for it. */
  let held: Promise<void> | undefined;
  /** How often models other than the first answer. */
  let embeds: 'always' | 'once' | 'not' = 'always';
  let release = (): void => undefined;

  const setup = setUpStoresSuite(async ({ model }) => {
    await held;
    if (model === 'one' || embeds === 'always') return undefined;
    // The test of the settings asks first.
    if (embeds === 'not') return 'hang';
    embeds = 'not';
    return undefined;
  });
  const { suite } = setup;

  function hold(): void {
    held = new Promise((resolve) => {
      release = () => {
        held = undefined;
        resolve();
      };
    });
  }

  test('another model is embedded with by one click; the old vectors answer meanwhile, and it can be gone on with', async () => {
    const { page } = suite;
    const stores = setup.window;
    const id = await setup.filledStore('Another model');
    await page.goto(`${suite.url}/#/stores/${id}?tab=settings`);
    await page.getByRole('combobox', { name: 'Model', exact: true }).click();
    await page.getByRole('option', { name: 'text-embedding-3-large' }).click();
    await page.getByText('all 6 chunks are embedded again').waitFor();
    embeds = 'once';
    await stores.button('Test and embed again').click();
    await stores.running().getByText('Embedding again with OpenAI Embedding').waitFor();
    // What there was still answers.
    const { docs: before } = await setup.api.query(id, { query: 'Paragraph 2', topK: 1 });
    expect(before).toHaveLength(1);
    expect(setup.fake.lastCall?.model).toBe('one');
    await stores.running().getByRole('button', { name: 'Cancel' }).click();
    const notice = page.getByRole('region', { name: 'Embedding again stopped' });
    await notice.waitFor();
    embeds = 'always';
    await notice.getByRole('button', { name: 'Go on' }).click();
    await notice.waitFor({ state: 'detached' });
    await expect
      .poll(async () => (await setup.api.store(id)).embeddingConfig?.config.modelName, POLL)
      .toBe('text-embedding-3-large');
    expect((await setup.api.store(id)).embedAgain).toBeNull();
    const { docs } = await setup.api.query(id, { query: 'Paragraph 2', topK: 1 });
    expect(docs).toHaveLength(1);
  });

  test('two windows show the same run, and its end', async () => {
    const { page } = suite;
    const id = await setup.newStore('In two windows');
    const second = await suite.openTab();
    await second.goto(`${suite.url}/#/stores/${id}`);
    await page.goto(`${suite.url}/#/stores/${id}`);
    await setup.window.pickLoader('Text File');
    await setup.window.chooseFiles([{ name: 'a.txt', content: lines(3) }]);
    hold();
    await setup.window.button('Add and upsert').click();
    await setup.window.running().waitFor();
    await storesPage(second, suite.url).running().waitFor();
    await storesPage(second, suite.url).waitForState('Upserting');
    expect(await setup.window.running().getByRole('link', { name: 'Details' }).getAttribute('href')).toMatch(
      /^#\/runs\//,
    );
    release();
    await setup.window.waitForState('Up to date');
    await storesPage(second, suite.url).waitForState('Up to date');
    expect(await second.getByRole('region', { name: 'Running' }).count()).toBe(0);
  });

  test('a run is cancelled from the page, and the store is back where it was', async () => {
    const { page } = suite;
    const id = await setup.filledStore('Cancelled');
    await page.goto(`${suite.url}/#/stores/${id}`);
    await setup.window.pickLoader('Text File');
    await setup.window.chooseFiles([{ name: 'b.txt', content: 'Never embedded, as it is cancelled.' }]);
    hold();
    await setup.window.button('Add and upsert').click();
    await setup.window.running().getByRole('button', { name: 'Cancel' }).click();
    await setup.window.running().waitFor({ state: 'detached' });
    release();
    const { loaders } = await setup.api.store(id);
    expect(loaders).toMatchObject([{ status: 'SYNC' }, { status: 'NEW', source: 'b.txt' }]);
    await setup.window.loaders().getByText('Not loaded yet').waitFor();
  });

  test('deleting a store while it upserts cancels cleanly and leaves nothing', async () => {
    const { page } = suite;
    const id = await setup.filledStore('To be deleted');
    await page.goto(`${suite.url}/#/stores/${id}`);
    await setup.window.pickLoader('Text File');
    await setup.window.chooseFiles([{ name: 'b.txt', content: lines(4) }]);
    hold();
    await setup.window.button('Add and upsert').click();
    await setup.window.running().waitFor();
    await setup.window.menu('To be deleted', 'Delete');
    const dialog = page.getByRole('alertdialog');
    await dialog.getByText('The upsert that is running is cancelled.').waitFor();
    await dialog.getByLabel('Delete it for good now').check();
    suite.expectFault('404');
    await dialog.getByRole('button', { name: 'Delete store' }).click();
    await page.getByRole('heading', { name: 'Document stores' }).waitFor();
    release();
    expect((await setup.api.get(`/store/${id}`)).status).toBe(404);
    expect((await suite.api.get(`/runs?chatflowId=${id}`)).body).toEqual([]);
    const { body } = await suite.api.get('/overview');
    expect(JSON.stringify(body)).not.toContain(id);
  });
});
