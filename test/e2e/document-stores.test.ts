import type { Locator } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { browserSkipReason } from '../helpers/pages/browser-suite.ts';
import { retype } from '../helpers/pages/retype.ts';
import { setUpStoresSuite } from '../helpers/pages/stores-suite.ts';

if (browserSkipReason !== undefined)
  console.warn(`\nTHE BROWSER TESTS OF DOCUMENT STORES ARE SKIPPED: ${browserSkipReason}.\n`);

const ASK = (storeId: string) => ({ storeId, query: 'garden' });
const POLL = { timeout: 20_000, interval: 50 };

describe.skipIf(browserSkipReason !== undefined)('Document stores in the window', () => {
  const setup = setUpStoresSuite();
  const { suite } = setup;

  test('from an empty data folder: create, add files with a broken one, look at chunks, upsert, ask, retry', async () => {
    const { page } = suite;
    const stores = setup.window;
    await stores.goToList();
    await page.getByText('Your document stores will be here').waitFor();
    await stores.create('Garden handbook');
    await page.getByText('Drop files or folders here').waitFor();
    const id = /#\/stores\/([\w-]+)/.exec(page.url())?.[1];

    await stores.pickLoader('File Loader');
    await stores.chooseFiles([
      { name: 'rules.txt', content: 'The gate is locked at nine in the evening.' },
      { name: 'plots.csv', content: 'All plots,\n\nplot,size\n1,20\n2,35\n' },
    ]);
    await stores.button('Preview chunks').click();
    await page.getByText('The gate is locked').waitFor();
    await page.getByText('"plots.csv": Header taken from row 3.').waitFor();
    await page.getByText('plot: 1').waitFor();
    await stores.chooseFiles([{ name: 'broken.pdf', content: '%PDF-1.4 nothing' }]);
    await stores.button('Add and upsert').click();

    await stores.waitForState('Up to date');
    const failed = page.getByRole('region', { name: 'Files that could not be read' });
    await failed.getByText('"broken.pdf"').waitFor();

    await failed.getByRole('button', { name: 'Try again' }).click();
    await expect
      .poll(async () => (await suite.api.get(`/runs?chatflowId=${id}`)).body, POLL)
      .toMatchObject([
        { status: 'FINISHED', result: { numSkipped: 4 } },
        { status: 'FINISHED', result: { numAdded: 4 } },
      ]);
    await failed.getByText('"broken.pdf"').waitFor();

    await stores.tab('Ask').click();
    await page.getByRole('textbox', { name: 'Question' }).fill('When is the gate locked?');
    await page.keyboard.press('Enter');
    await page.getByRole('list', { name: 'Passages' }).getByText('nine in the evening').waitFor();

    await stores.goToList();
    await stores.stores().getByText('1 file not read').waitFor();
  });

  test('a loader is added by the keyboard alone', async () => {
    const { page } = suite;
    const stores = setup.window;
    const id = await setup.newStore('By keyboard');
    await page.goto(`${suite.url}/#/stores/${id}`);
    await stores.button('Add loader').focus();
    await page.keyboard.press('Enter');
    const searched = page.getByRole('searchbox', { name: 'Search loaders' });
    const hasFocus = (element: Locator) => element.evaluate((one) => one === document.activeElement);
    await expect.poll(() => hasFocus(searched)).toBe(true);
    await page.keyboard.type('plain text');
    await page.keyboard.press('Enter');
    await expect.poll(() => hasFocus(page.getByRole('textbox', { name: 'Name' }))).toBe(true);
    await page.keyboard.press('End');
    await page.keyboard.type(' of mine');
    const text = page.getByRole('textbox', { name: 'Text' });
    await text.focus();
    await page.keyboard.type('Typed by hand, and kept.');
    await stores.button('Add and upsert').focus();
    await page.keyboard.press('Enter');
    await expect.poll(() => hasFocus(stores.button('Add loader'))).toBe(true);
    await stores.waitForState('Up to date');
    await expect.poll(async () => (await setup.api.store(id)).totalChunks, POLL).toBe(1);
    expect((await setup.api.store(id)).loaders).toMatchObject([{ loaderName: 'Plain Text of mine' }]);
  });

  test('files dropped on the page begin a loader', async () => {
    const { page } = suite;
    const id = await setup.newStore('Dropped');
    await page.goto(`${suite.url}/#/stores/${id}`);
    await page.getByText('Drop files or folders here').waitFor();
    const transfer = await page.evaluateHandle(() => {
      const data = new DataTransfer();
      data.items.add(new File(['Dropped on the page.'], 'dropped.txt'));
      return data;
    });
    await page.dispatchEvent('main', 'drop', { dataTransfer: transfer });
    await page.getByRole('region', { name: 'Add File Loader' }).getByText('dropped.txt').waitFor();
    await setup.window.button('Add and upsert').click();
    await setup.window.waitForState('Up to date');
    expect((await setup.api.store(id)).loaders).toMatchObject([{ source: 'dropped.txt', totalChunks: 1 }]);
  });

  test('other settings show which chunks come and go before anything is applied', async () => {
    const { page } = suite;
    const stores = setup.window;
    const id = await setup.filledStore('To be cut anew');
    await page.goto(`${suite.url}/#/stores/${id}`);
    await stores.menu('Text File', 'Change settings');
    expect(await stores.button('Save and upsert').isDisabled()).toBe(true);
    await page.getByRole('textbox', { name: 'Chunk size' }).fill('220');
    await stores.button('See what changes').click();
    await page.getByText('3 chunks would be added, 6 would be removed; 0 stay as they are.').waitFor();
    expect((await setup.api.store(id)).totalChunks).toBe(6);

    // What was shown is no longer true for other settings.
    await page.getByRole('textbox', { name: 'Chunk size' }).fill('100');
    await page.getByText('3 chunks would be added').waitFor({ state: 'detached' });
    await page.getByRole('textbox', { name: 'Chunk size' }).fill('220');
    await stores.button('Save and upsert').click();
    await expect.poll(async () => (await setup.api.store(id)).totalChunks, POLL).toBe(3);
    await stores.waitForState('Up to date');
  });

  test('where chunks go is tested when it is saved, and says what to do', async () => {
    const { page } = suite;
    const stores = setup.window;
    const id = await setup.newStore('Elsewhere');
    await page.goto(`${suite.url}/#/stores/${id}?tab=settings`);
    await retype(page.getByRole('textbox', { name: 'Base path' }), `${setup.fake.basepath}/nothing-here`);
    await stores.button('Test and save').click();
    const result = page.getByRole('list', { name: 'Test of the settings' });
    await result.getByRole('listitem').first().waitFor();
    expect(await result.getByRole('listitem').count()).toBe(3);
    expect((await setup.api.store(id)).embeddingConfig?.config.basepath).toBe(setup.fake.basepath);
    await page.getByRole('textbox', { name: 'Base path' }).fill(setup.fake.basepath);
    await page.getByRole('combobox', { name: 'Clean-up' }).click();
    await page.getByRole('option', { name: /^Full/ }).click();
    await stores.button('Test and save').click();
    await page.getByText('The settings were saved.').waitFor();
    expect((await setup.api.store(id)).recordManagerConfig?.config.cleanup).toBe('full');
  });

  test('a store that a script made without settings is completed and used', async () => {
    const { page } = suite;
    const stores = setup.window;
    const config = { basepath: setup.fake.basepath, modelName: 'one' };
    const { id } = await setup.api.create({
      name: 'By script',
      embeddingConfig: { name: 'openAIEmbeddings', config },
    });
    await page.goto(`${suite.url}/#/stores/${id}?tab=settings`);
    await expect.poll(() => page.getByText('Not chosen yet.').count()).toBe(2);
    await stores.button('Test and save').click();
    await page.getByText('Not chosen yet.').first().waitFor({ state: 'detached' });
    expect(await setup.api.store(id)).toMatchObject({
      vectorStoreConfig: { name: 'hnsw' },
      recordManagerConfig: { name: 'SQLiteRecordManager' },
    });
  });

  test('a deleted store is brought back from its notice', async () => {
    const { page } = suite;
    const stores = setup.window;
    const id = await setup.filledStore('Brought back');
    await stores.goToList();
    await stores.menu('Brought back', 'Delete');
    await page.getByRole('alertdialog').getByText('For 7 days all of it can be brought back.').waitFor();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Delete store' }).click();
    await page.getByRole('link', { name: 'Brought back' }).waitFor({ state: 'detached' });
    await page.getByRole('button', { name: 'Bring back' }).click();
    await page.getByRole('link', { name: 'Brought back' }).waitFor();
    expect(await setup.api.store(id)).toMatchObject({ totalChunks: 6, status: 'UPSERTED' });
  });

  test('chunks are taken out of the vector store, and upserted again from the notice', async () => {
    const { page } = suite;
    const id = await setup.filledStore('Taken out');
    const ask = async () => (await suite.api.json('POST', '/document-store/vectorstore/query', ASK(id))).body;
    await page.goto(`${suite.url}/#/stores/${id}`);
    await setup.window.menu('Taken out', 'Take out of the vector store');
    await page.getByText('6 chunks taken out of the vector store. The document store keeps them.').waitFor();
    expect(await ask()).toMatchObject({ docs: [] });
    await page.locator('[data-sonner-toast]').getByRole('button', { name: 'Upsert all' }).click();
    await expect.poll(ask, POLL).not.toMatchObject({ docs: [] });
    await setup.window.waitForState('Up to date');
  });

  test('stores are renamed and searched', async () => {
    const { page } = suite;
    const stores = setup.window;
    await setup.newStore('Old name');
    await stores.goToList();
    await stores.menu('Old name', 'Rename');
    await page.getByRole('textbox', { name: 'New name' }).fill('Bee keeping');
    await page.keyboard.press('Enter');
    await page.getByRole('link', { name: 'Bee keeping' }).waitFor();
    await page.getByRole('searchbox', { name: 'Search document stores' }).fill('bee');
    expect(await stores.stores().count()).toBe(1);
    await page.getByRole('searchbox', { name: 'Search document stores' }).fill('nothing like it');
    await page.getByText('No document store is called').waitFor();
  });
});
