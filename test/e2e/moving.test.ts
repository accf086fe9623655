import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { makeFlow } from '../helpers/builders/flows.ts';
import { openQdrant } from '../helpers/builders/qdrant-store.ts';
import { type FakeQdrant, startFakeQdrant } from '../helpers/fakes/fake-qdrant.ts';
import { never } from '../helpers/fakes/fake-qdrants.ts';
import { browserSkipReason } from '../helpers/pages/browser-suite.ts';
import { setUpStoresSuite } from '../helpers/pages/stores-suite.ts';

if (browserSkipReason !== undefined) console.warn(`\nTHE BROWSER TESTS OF MOVING ARE SKIPPED: ${browserSkipReason}.\n`);

const POLL = { timeout: 20_000, interval: 50 };

describe.skipIf(browserSkipReason !== undefined)('Moving to another vector store in the window', () => {
  const setup = setUpStoresSuite();
  const { suite } = setup;
  let qdrant: FakeQdrant;
  beforeAll(async () => {
    qdrant = await startFakeQdrant();
  });
  afterAll(() => qdrant.close());

  test('a document store is moved by its settings: the same passages, and nothing is embedded', async () => {
    const { page } = suite;
    const id = await setup.filledStore('Garden handbook');
    const ask = async () =>
      (await setup.api.query(id, { query: 'Paragraph 2', topK: 3, mode: 'vector' })).docs.map((doc) => doc.pageContent);
    const before = await ask();
    const embedded = setup.fake.texts;
    await page.goto(`${suite.url}/#/stores/${id}?tab=settings`);
    await page.getByRole('combobox', { name: 'Vector store' }).click();
    await page.getByRole('option', { name: /^Qdrant/ }).click();
    await page.getByRole('textbox', { name: 'Server URL' }).fill(qdrant.url);
    await page.getByRole('textbox', { name: 'Collection name' }).fill('garden');
    await page.getByText('All 6 chunks are moved there with their vectors').waitFor();
    await setup.window.button('Test and move').click();
    await expect.poll(async () => (await setup.api.store(id)).vectorStoreConfig?.name, POLL).toBe('qdrant');
    const collection = String((await setup.api.store(id)).vectorStoreConfig?.config.qdrantCollection);
    expect(await openQdrant({ url: qdrant.url, collection }).count(never)).toBe(6);
    await setup.window.waitForState('Up to date');
    expect(await ask()).toEqual(before);
    // The test of the settings and the question, and none of the chunks.
    expect(setup.fake.texts - embedded).toBeLessThanOrEqual(2);
  });

  test('a flow is moved from its menu, and its run can be watched: the same passages, and nothing is embedded', async () => {
    const { page } = suite;
    const flow = makeFlow({ basepath: setup.fake.basepath, records: { cleanup: 'full' } });
    const { id } = await suite.api.createFlow(flow);
    await suite.api.upsert(id, [{ name: 'gate.txt', content: 'The gate was green.' }]);
    const ask = async () =>
      (await suite.api.query(id, { query: 'gate', mode: 'vector' })).docs.map(({ pageContent }) => pageContent);
    const before = await ask();
    const embedded = setup.fake.texts;
    await page.goto(`${suite.url}/#/`);
    // The flow was not made in this page, which may know the list from before.
    await page.reload();
    await page.getByRole('button', { name: 'More for Test flow' }).click();
    await page.getByRole('menuitem', { name: 'Move to another vector store' }).click();
    await page.getByRole('textbox', { name: 'Server URL' }).fill(qdrant.url);
    await page.getByRole('textbox', { name: 'Collection name' }).fill('gate');
    await page.getByRole('button', { name: 'Test connection' }).click();
    await page
      .getByRole('region', { name: 'Connection' })
      .getByText(/Qdrant/)
      .waitFor();
    await page.getByRole('button', { name: 'Move', exact: true }).focus();
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: /Test flow/ }).waitFor();
    await page.getByText('1 chunk moved').first().waitFor();
    await expect
      .poll(async () => JSON.stringify((await suite.api.get(`/chatflows/${id}`)).body), POLL)
      .toContain('gate-');
    expect(setup.fake.texts).toBe(embedded);
    expect(await ask()).toEqual(before);
  });
});
