import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { makeFlow } from '../helpers/builders/flows.ts';
import { startFakeOpenAI } from '../helpers/fakes/fake-openai.ts';
import { browserSkipReason, setUpBrowserSuite } from '../helpers/pages/browser-suite.ts';
import { fields } from '../helpers/servers/document-store-suite.ts';
import { createStoreClient } from '../helpers/servers/store-client.ts';

if (browserSkipReason !== undefined) console.warn(`\nTHE TESTS OF ARCHIVES ARE SKIPPED: ${browserSkipReason}.\n`);

describe.skipIf(browserSkipReason !== undefined)('An archive', () => {
  const suite = setUpBrowserSuite({ staysLoaded: true });

  test('a flow is exported with its contents and imported from the file: it holds the same, embedded once', async () => {
    const fake = await startFakeOpenAI();
    try {
      const { page } = suite;
      const flow = makeFlow({ basepath: fake.basepath, records: { cleanup: 'full' } });
      const { id } = await suite.api.createFlow(flow);
      const file = { name: 'gate.txt', content: 'The gate was green.' };
      await suite.api.upsert(id, [file]);
      await page.goto(`${suite.url}/#/`);
      const download = page.waitForEvent('download');
      await page.getByRole('button', { name: 'More for Test flow' }).click();
      await page.getByRole('menuitem', { name: 'Export with contents' }).click();
      const saved = await download;
      expect(saved.suggestedFilename()).toBe('Test flow.zip');
      await page.getByText(/is exported with its contents: .* left out/).waitFor();

      const chooser = page.waitForEvent('filechooser');
      await page.getByRole('button', { name: 'Import' }).click();
      const buffer = readFileSync((await saved.path()) ?? '');
      await (await chooser).setFiles({ name: 'Test flow.zip', mimeType: 'application/zip', buffer });
      await page.getByText('“Test flow 2” is imported.').waitFor();
      await expect.poll(() => suite.canvas.nodes.count()).toBe(5);
      const imported = page.url().split('/').at(-1) ?? '';
      expect((await suite.api.upsert(imported, [file])).numSkipped).toBe(1);
      expect(fake.texts).toBe(1);

      await page.goto(`${suite.url}/#/`);
      const again = page.waitForEvent('filechooser');
      await page.getByRole('button', { name: 'Import' }).click();
      suite.expectFault('400');
      await (await again).setFiles({ name: 'b.zip', mimeType: 'application/zip', buffer: buffer.subarray(0, 500) });
      await page.getByText(/The archive can't be imported/).waitFor();
    } finally {
      await fake.close();
    }
  });

  test('a document store is exported and imported by its buttons, from either page, and embeds nothing again', async () => {
    const fake = await startFakeOpenAI();
    try {
      const { page } = suite;
      const stores = createStoreClient(suite.url);
      const embeddingConfig = { name: 'openAIEmbeddings', config: { basepath: fake.basepath } };
      const { id } = await stores.create({ name: 'Gates', embeddingConfig, vectorStoreConfig: { name: 'hnsw' } });
      await stores.upsert(id, [{ name: 'gate.txt', content: 'The gate was green.' }], fields);
      await page.goto(`${suite.url}/#/stores`);
      const download = page.waitForEvent('download');
      await page.getByRole('button', { name: 'More for Gates' }).click();
      await page.getByRole('menuitem', { name: 'Export' }).click();
      const saved = await download;
      expect(saved.suggestedFilename()).toBe('Gates.zip');
      await page.getByText(/“Gates” is exported with its files and chunks: .* Secrets are left out/).waitFor();
      const buffer = readFileSync((await saved.path()) ?? '');
      const file = { name: 'Gates.zip', mimeType: 'application/zip', buffer };

      const chooser = page.waitForEvent('filechooser');
      await page.getByRole('button', { name: 'Import' }).click();
      await (await chooser).setFiles(file);
      await page.getByText('“Gates 2” is imported: 1 chunk, 1 file.').waitFor();
      await page.getByRole('heading', { name: 'Gates 2' }).waitFor();
      const imported = (await stores.get('/store')).body as { id: string; name: string }[];
      const copy = imported.find(({ name }) => name === 'Gates 2')?.id ?? '';
      await expect.poll(async () => (await stores.store(copy)).status).toBe('UPSERTED');
      await page.getByText('gate.txt').first().waitFor();
      expect(fake.texts).toBe(1);
      await page.getByRole('button', { name: 'More for Gates 2' }).click();
      const again = page.waitForEvent('download');
      await page.getByRole('menuitem', { name: 'Export' }).click();
      expect((await again).suggestedFilename()).toBe('Gates 2.zip');

      await page.goto(`${suite.url}/#/`);
      const fromFlows = page.waitForEvent('filechooser');
      await page.getByRole('button', { name: 'Import' }).click();
      await (await fromFlows).setFiles(file);
      await page.getByText('“Gates 3” is imported: 1 chunk, 1 file. It is a document store.').waitFor();
      await page.getByRole('heading', { name: 'Gates 3' }).waitFor();
    } finally {
      await fake.close();
    }
  });
});
