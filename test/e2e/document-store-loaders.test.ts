import { describe, expect, test } from 'vitest';
import { StoreLoaderSchema } from '../../shared/api/document-stores.ts';
import { browserSkipReason } from '../helpers/pages/browser-suite.ts';
import { contentsPage } from '../helpers/pages/contents-page.ts';
import { setUpStoresSuite } from '../helpers/pages/stores-suite.ts';

if (browserSkipReason !== undefined)
  console.warn(`\nTHE BROWSER TESTS OF LOADERS ARE SKIPPED: ${browserSkipReason}.\n`);

describe.skipIf(browserSkipReason !== undefined)('Loaders of document stores in the window', () => {
  const setup = setUpStoresSuite();
  const { suite } = setup;

  /** Saves a loader that is not loaded yet, and opens its store. */
  async function savedLoader(
    store: string,
    loader: { readonly name: string; readonly config: object },
    files: readonly { readonly name: string; readonly content: string }[] = [],
  ): Promise<string> {
    const storeId = await setup.newStore(store);
    const answer = await setup.api.upload('/loader/save', files, { storeId, loader: JSON.stringify(loader) });
    StoreLoaderSchema.parse(answer.body);
    await suite.page.goto(`${suite.url}/#/stores/${storeId}`);
    await setup.window.loaders().getByText('Not loaded yet').waitFor();
    return storeId;
  }

  test('a loader is loaded without upserting, by keys; its chunks wait for the upsert', async () => {
    const { page } = suite;
    const file = { name: 'gate.txt', content: 'The gate is locked at nine.' };
    const id = await savedLoader('Loaded only', { name: 'textFile', config: {} }, [file]);
    await page.getByRole('button', { name: 'More for Text File' }).focus();
    await page.keyboard.press('Enter');
    await page.getByRole('menuitem', { name: 'Load without upserting' }).focus();
    await page.keyboard.press('Enter');
    await setup.window.loaders().getByText('Not upserted yet').waitFor();
    await setup.window.loaders().getByText('1 chunk').waitFor();
    expect((await setup.api.query(id, { query: 'gate', topK: 1 })).docs).toEqual([]);
    await setup.window.button('Upsert all').click();
    await setup.window.waitForState('Up to date');
  });

  test('after a chunk was edited, Contents offers to upsert, and says when it is done', async () => {
    const { page } = suite;
    const id = await setup.filledStore('Edited here');
    const contents = contentsPage(page, suite.url);
    await contents.open(id);
    const offer = page.getByRole('status').filter({ hasText: 'Chunks were changed since the last upsert.' });
    const texts = await contents.texts();
    await page.getByRole('button', { name: 'Delete chunk 1' }).first().click();
    await offer.waitFor();
    await page.keyboard.press('Control+z');
    await expect.poll(() => contents.texts()).toEqual(texts);
    await offer.waitFor({ state: 'detached' });
    await contents.edit(1, 'Quokkas smile.');
    await offer.waitFor();
    await page.getByRole('button', { name: 'Upsert now' }).click();
    await offer.waitFor({ state: 'detached' });
    await expect.poll(async () => (await setup.api.store(id)).status).toBe('UPSERTED');
    const { docs } = await setup.api.query(id, { query: 'Quokkas smile.', topK: 1 });
    expect(docs).toMatchObject([{ pageContent: 'Quokkas smile.' }]);
    await page.getByRole('button', { name: 'Query tester' }).click();
    await page.getByRole('heading', { name: /^Query tester/ }).waitFor();
  });

  test('what fails says what happened, what to do, and tries again: in the row of its loader', async () => {
    const { page } = suite;
    await savedLoader('Fails', { name: 'folderFiles', config: { folderPath: '/nowhere/at/all' } });
    await setup.window.button('Upsert all').click();
    const row = setup.window.loaders().first();
    const notice = row.getByRole('alert');
    await notice.filter({ hasText: 'The folder "/nowhere/at/all" is not there.Check the path.' }).waitFor();
    await row.getByText('Failed', { exact: true }).waitFor();
    await notice.getByRole('button', { name: 'Try again' }).waitFor();
    await page.getByRole('button', { name: 'More for Folder with Files' }).click();
    await page.getByRole('menuitem', { name: 'Delete' }).click();
    // A folder has no files of the store.
    await page.getByText(/^0 chunks go, and leave the vector store\./).waitFor();
  });
});
