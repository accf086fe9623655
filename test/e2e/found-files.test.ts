import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { nodeDefinitions } from '../../shared/nodes/registry.ts';
import { makeFlow } from '../helpers/builders/flows.ts';
import { makeTemporaryFolder } from '../helpers/builders/temporary-folder.ts';
import { startFakeOpenAI } from '../helpers/fakes/fake-openai.ts';
import { browserSkipReason, setUpBrowserSuite } from '../helpers/pages/browser-suite.ts';
import { editorPage } from '../helpers/pages/editor-page.ts';

describe.skipIf(browserSkipReason !== undefined)('A folder with a damaged file', () => {
  const suite = setUpBrowserSuite({ staysLoaded: true });

  test('is stored without it, and the file is tried again with a button', async () => {
    const folder = makeTemporaryFolder();
    const fake = await startFakeOpenAI({ dimensions: 8 });
    onTestFinished(async () => {
      await fake.close();
      folder.remove();
    });
    writeFileSync(join(folder.path, 'good.txt'), 'Good words.');
    writeFileSync(join(folder.path, 'bad.json'), '{"word": "bad"');
    const loaderInputs = { folderPath: folder.path };
    const { id } = await suite.api.createFlow(
      makeFlow({ basepath: fake.basepath, loader: nodeDefinitions.folderFiles, loaderInputs, records: {} }),
    );
    const { page } = suite;
    await page.goto(`${suite.url}/#/flows/${id}`);
    const { drawer, openUpsert, upsert } = editorPage(page);
    await openUpsert();
    await upsert();
    await drawer.getByText('1 file could not be read.').waitFor();
    expect((await suite.api.query(id, { query: 'words', topK: 9 })).docs).toHaveLength(1);
    writeFileSync(join(folder.path, 'bad.json'), '{"word": "bad"}');
    rmSync(join(folder.path, 'good.txt'));
    await drawer.getByRole('button', { name: 'Try again' }).click();
    await drawer.getByText('1 file could not be read.').waitFor({ state: 'detached' });
    await expect.poll(async () => (await suite.api.query(id, { query: 'words', topK: 9 })).docs.length).toBe(2);
  });
});
