import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type FakeOpenAI, startFakeOpenAI } from '../helpers/fakes/fake-openai.ts';
import { axeViolations } from '../helpers/pages/axe.ts';
import { browserSkipReason, setUpBrowserSuite } from '../helpers/pages/browser-suite.ts';
import { type StoresPage, storesPage } from '../helpers/pages/stores-page.ts';
import { lines, paragraphs } from '../helpers/servers/document-store-suite.ts';
import { createStoreClient } from '../helpers/servers/store-client.ts';

if (browserSkipReason !== undefined)
  console.warn(`\nTHE BROWSER TESTS OF DOCUMENT STORES ARE SKIPPED: ${browserSkipReason}.\n`);

const POLL = { timeout: 20_000, interval: 50 };

describe.skipIf(browserSkipReason !== undefined)('Document stores in the window', () => {
  const suite = setUpBrowserSuite();
  let fake: FakeOpenAI;
  /** Requests for texts like this hang until it is undefined. */
  let held: Promise<void> | undefined;
  /** How often models other than the first answer. */
  let embeds: 'always' | 'once' | 'not' = 'always';
  let release = (): void => undefined;

  beforeAll(async () => {
    fake = await startFakeOpenAI({
      dimensions: 16,
      reply: async ({ model }) => {
        await held;
        if (model === 'one' || embeds === 'always') return undefined;
        // The test of the settings asks first.
        if (embeds === 'not') return 'hang';
        embeds = 'not';
        return undefined;
      },
    });
  });
  afterAll(() => fake.close());

  function hold(): void {
    held = new Promise((resolve) => {
      release = () => {
        held = undefined;
        resolve();
      };
    });
  }

  const window = (): StoresPage => storesPage(suite.page, suite.url);
  const api = () => createStoreClient(suite.url);

  /** A store whose model answers when the test lets it. */
  async function newStore(name: string): Promise<string> {
    const { id } = await api().create({
      name,
      embeddingConfig: { name: 'openAIEmbeddings', config: { basepath: fake.basepath, modelName: 'one' } },
      vectorStoreConfig: { name: 'hnsw', config: {} },
      recordManagerConfig: { name: 'SQLiteRecordManager', config: { cleanup: 'incremental' } },
    });
    return id;
  }

  async function filledStore(name: string): Promise<string> {
    const id = await newStore(name);
    await api().upsert(id, [{ name: 'a.txt', content: paragraphs(6) }], {
      loader: JSON.stringify({ name: 'textFile', config: {} }),
      splitter: JSON.stringify({
        name: 'recursiveCharacterTextSplitter',
        config: { chunkSize: 100, chunkOverlap: 0 },
      }),
    });
    return id;
  }

  test('from an empty data folder: create, add files with a broken one, look at chunks, upsert, ask, retry', async () => {
    const { page } = suite;
    const stores = window();
    await stores.goToList();
    await page.getByText('Your document stores will be here').waitFor();
    expect(await axeViolations(page)).toEqual([]);
    await stores.create('Garden handbook');
    await page.getByText('Drop files or folders here').waitFor();

    await stores.pickLoader('File Loader');
    await stores.chooseFiles([{ name: 'rules.txt', content: 'The gate is locked at nine in the evening.' }]);
    await stores.button('Preview chunks').click();
    await page.getByText('The gate is locked').waitFor();
    expect(await axeViolations(page)).toEqual([]);
    await stores.chooseFiles([{ name: 'broken.pdf', content: '%PDF-1.4 nothing' }]);
    await stores.button('Add and upsert').click();

    await stores.waitForState('Up to date');
    const failed = page.getByRole('region', { name: 'Files that could not be read' });
    await failed.getByText('"broken.pdf"').waitFor();
    expect(await axeViolations(page)).toEqual([]);

    await failed.getByRole('button', { name: 'Try again' }).click();
    await expect
      .poll(async () => (await suite.api.get('/runs')).body, POLL)
      .toMatchObject([
        { status: 'FINISHED', result: { numSkipped: 1 } },
        { status: 'FINISHED', result: { numAdded: 1 } },
      ]);
    await failed.getByText('"broken.pdf"').waitFor();

    await stores.tab('Ask').click();
    await page.getByRole('textbox', { name: 'Question' }).fill('When is the gate locked?');
    await page.keyboard.press('Enter');
    await page.getByRole('list', { name: 'Passages' }).getByText('nine in the evening').waitFor();

    await stores.goToList();
    await stores.stores().getByText('1 file not read').waitFor();
    expect(await axeViolations(page)).toEqual([]);
  });

  test('a loader is added by the keyboard alone', async () => {
    const { page } = suite;
    const stores = window();
    const id = await newStore('By keyboard');
    await page.goto(`${suite.url}/#/stores/${id}`);
    await stores.button('Add loader').focus();
    await page.keyboard.press('Enter');
    await page.getByRole('searchbox', { name: 'Search loaders' }).focus();
    await page.keyboard.type('plain text');
    await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
    const text = page.getByRole('textbox', { name: 'Text' });
    await text.focus();
    await page.keyboard.type('Typed by hand, and kept.');
    await stores.button('Add and upsert').focus();
    await page.keyboard.press('Enter');
    await stores.waitForState('Up to date');
    await expect.poll(async () => (await api().store(id)).totalChunks, POLL).toBe(1);
  });

  test('files dropped on the page begin a loader', async () => {
    const { page } = suite;
    const id = await newStore('Dropped');
    await page.goto(`${suite.url}/#/stores/${id}`);
    await page.getByText('Drop files or folders here').waitFor();
    const transfer = await page.evaluateHandle(() => {
      const data = new DataTransfer();
      data.items.add(new File(['Dropped on the page.'], 'dropped.txt'));
      return data;
    });
    await page.dispatchEvent('main', 'drop', { dataTransfer: transfer });
    await page.getByRole('region', { name: 'Add File Loader' }).getByText('dropped.txt').waitFor();
    await window().button('Add and upsert').click();
    await window().waitForState('Up to date');
    expect((await api().store(id)).loaders).toMatchObject([{ source: 'dropped.txt', totalChunks: 1 }]);
  });

  test('other settings show which chunks come and go before anything is applied', async () => {
    const { page } = suite;
    const stores = window();
    const id = await filledStore('To be cut anew');
    await page.goto(`${suite.url}/#/stores/${id}`);
    await stores.menu('Text File', 'Change settings');
    expect(await stores.button('Save and upsert').isDisabled()).toBe(true);
    await page.getByRole('textbox', { name: 'Chunk size' }).fill('220');
    await stores.button('See what changes').click();
    await page.getByText('3 chunks would be added, 6 would be removed; 0 stay as they are.').waitFor();
    expect(await axeViolations(page)).toEqual([]);
    expect((await api().store(id)).totalChunks).toBe(6);

    // What was shown is no longer true for other settings.
    await page.getByRole('textbox', { name: 'Chunk size' }).fill('100');
    await page.getByText('3 chunks would be added').waitFor({ state: 'detached' });
    await page.getByRole('textbox', { name: 'Chunk size' }).fill('220');
    await stores.button('Save and upsert').click();
    await expect.poll(async () => (await api().store(id)).totalChunks, POLL).toBe(3);
    await stores.waitForState('Up to date');
  });

  test('where chunks go is tested when it is saved, and says what to do', async () => {
    const { page } = suite;
    const stores = window();
    const id = await newStore('Elsewhere');
    await page.goto(`${suite.url}/#/stores/${id}?tab=settings`);
    await page.getByRole('textbox', { name: 'Base path' }).fill('http://127.0.0.1:9/v1');
    await stores.button('Test and save').click();
    const result = page.getByRole('list', { name: 'Test of the settings' });
    await result.getByRole('listitem').first().waitFor();
    expect(await result.getByRole('listitem').count()).toBe(3);
    expect((await api().store(id)).embeddingConfig?.config.basepath).toBe(fake.basepath);
    await page.getByRole('textbox', { name: 'Base path' }).fill(fake.basepath);
    await page.getByRole('combobox', { name: 'Clean-up' }).click();
    await page.getByRole('option', { name: /^Full/ }).click();
    await stores.button('Test and save').click();
    await page.getByText('The settings were saved.').waitFor();
    expect((await api().store(id)).recordManagerConfig?.config.cleanup).toBe('full');
  });

  test('another model is embedded with by one click; the old vectors answer meanwhile, and it can be gone on with', async () => {
    const { page } = suite;
    const stores = window();
    const id = await filledStore('Another model');
    await page.goto(`${suite.url}/#/stores/${id}?tab=settings`);
    await page.getByRole('combobox', { name: 'Model', exact: true }).click();
    await page.getByRole('option', { name: 'text-embedding-3-large' }).click();
    await page.getByText('all 6 chunks are embedded again').waitFor();
    expect(await axeViolations(page)).toEqual([]);
    embeds = 'once';
    await stores.button('Test and embed again').click();
    await stores.running().getByText('Embedding again with OpenAI Embedding').waitFor();
    // What there was still answers.
    const { docs: before } = await api().query(id, { query: 'Paragraph 2', topK: 1 });
    expect(before).toHaveLength(1);
    expect(fake.lastCall?.model).toBe('one');
    await stores.running().getByRole('button', { name: 'Cancel' }).click();
    const notice = page.getByRole('region', { name: 'Embedding again stopped' });
    await notice.waitFor();
    expect(await axeViolations(page)).toEqual([]);
    embeds = 'always';
    await notice.getByRole('button', { name: 'Go on' }).click();
    await notice.waitFor({ state: 'detached' });
    await expect
      .poll(async () => (await api().store(id)).embeddingConfig?.config.modelName, POLL)
      .toBe('text-embedding-3-large');
    expect((await api().store(id)).embedAgain).toBeNull();
    const { docs } = await api().query(id, { query: 'Paragraph 2', topK: 1 });
    expect(docs).toHaveLength(1);
  });

  test('two windows show the same run, and its end', async () => {
    const { page } = suite;
    const id = await newStore('In two windows');
    const second = await suite.openTab();
    await second.goto(`${suite.url}/#/stores/${id}`);
    await page.goto(`${suite.url}/#/stores/${id}`);
    await window().pickLoader('Text File');
    await window().chooseFiles([{ name: 'a.txt', content: lines(3) }]);
    hold();
    await window().button('Add and upsert').click();
    await window().running().waitFor();
    await storesPage(second, suite.url).running().waitFor();
    await storesPage(second, suite.url).waitForState('Upserting');
    expect(await window().running().getByRole('link', { name: 'Details' }).getAttribute('href')).toMatch(/^#\/runs\//);
    release();
    await window().waitForState('Up to date');
    await storesPage(second, suite.url).waitForState('Up to date');
    expect(await second.getByRole('region', { name: 'Running' }).count()).toBe(0);
  });

  test('a run is cancelled from the page, and the store is back where it was', async () => {
    const { page } = suite;
    const id = await filledStore('Cancelled');
    await page.goto(`${suite.url}/#/stores/${id}`);
    await window().pickLoader('Text File');
    await window().chooseFiles([{ name: 'b.txt', content: 'Never embedded, as it is cancelled.' }]);
    hold();
    await window().button('Add and upsert').click();
    await window().running().getByRole('button', { name: 'Cancel' }).click();
    await window().running().waitFor({ state: 'detached' });
    release();
    const { loaders } = await api().store(id);
    expect(loaders).toMatchObject([{ status: 'SYNC' }, { status: 'NEW', source: 'b.txt' }]);
    await window().loaders().getByText('Not loaded yet').waitFor();
  });

  test('deleting a store while it upserts cancels cleanly and leaves nothing', async () => {
    const { page } = suite;
    const id = await filledStore('To be deleted');
    await page.goto(`${suite.url}/#/stores/${id}`);
    await window().pickLoader('Text File');
    await window().chooseFiles([{ name: 'b.txt', content: lines(4) }]);
    hold();
    await window().button('Add and upsert').click();
    await window().running().waitFor();
    await window().menu('To be deleted', 'Delete');
    const dialog = page.getByRole('alertdialog');
    await dialog.getByText('The upsert that is running is cancelled.').waitFor();
    await dialog.getByLabel('Delete it for good now').check();
    suite.expectFault('404');
    await dialog.getByRole('button', { name: 'Delete store' }).click();
    await page.getByRole('heading', { name: 'Document stores' }).waitFor();
    release();
    expect((await api().get(`/store/${id}`)).status).toBe(404);
    expect((await suite.api.get(`/runs?chatflowId=${id}`)).body).toEqual([]);
    const { body } = await suite.api.get('/overview');
    expect(JSON.stringify(body)).not.toContain(id);
  });

  test('a deleted store is brought back from its notice', async () => {
    const { page } = suite;
    const stores = window();
    const id = await filledStore('Brought back');
    await stores.goToList();
    await stores.menu('Brought back', 'Delete');
    await page.getByRole('alertdialog').getByText('For 7 days all of it can be brought back.').waitFor();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Delete store' }).click();
    await page.getByRole('link', { name: 'Brought back' }).waitFor({ state: 'detached' });
    await page.getByRole('button', { name: 'Bring back' }).click();
    await page.getByRole('link', { name: 'Brought back' }).waitFor();
    expect(await api().store(id)).toMatchObject({ totalChunks: 6, status: 'UPSERTED' });
  });

  test('stores are renamed and searched', async () => {
    const { page } = suite;
    const stores = window();
    await newStore('Old name');
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

  test('the screens are in order in the dark', async () => {
    const id = await filledStore('In the dark');
    await suite.openPage({ colorScheme: 'dark' });
    const { page } = suite;
    for (const [path, sign] of [
      ['#/stores', 'In the dark'],
      [`#/stores/${id}`, 'Text File'],
      [`#/stores/${id}?tab=settings`, 'Record manager'],
    ] as const) {
      await page.goto(`${suite.url}/${path}`);
      await page.getByText(sign).first().waitFor();
      expect(await axeViolations(page)).toEqual([]);
    }
  });
});
