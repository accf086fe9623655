import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Locator } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { DocumentStoreSchema } from '../../shared/api/document-stores.ts';
import { SyncStateSchema } from '../../shared/api/sync.ts';
import { nodeDefinitions } from '../../shared/nodes/registry.ts';
import { makeFlow } from '../helpers/builders/flows.ts';
import { makeTemporaryFolder } from '../helpers/builders/temporary-folder.ts';
import { type FakeOpenAI, startFakeOpenAI } from '../helpers/fakes/fake-openai.ts';
import { browserSkipReason, setUpBrowserSuite } from '../helpers/pages/browser-suite.ts';
import { retype } from '../helpers/pages/retype.ts';

if (browserSkipReason !== undefined)
  console.warn(`\nTHE BROWSER TESTS OF KEEPING IN STEP ARE SKIPPED: ${browserSkipReason}.\n`);

describe.skipIf(browserSkipReason !== undefined)('The sync of a flow', () => {
  const suite = setUpBrowserSuite({ staysLoaded: true });
  const temporary = makeTemporaryFolder();
  let embedding: FakeOpenAI;
  beforeAll(async () => {
    embedding = await startFakeOpenAI();
  });
  afterAll(async () => {
    await embedding.close();
    temporary.remove();
  });
  const papers = join(temporary.path, 'Papers');

  async function openPanel(records?: Record<string, unknown>, folder = papers): Promise<Locator> {
    mkdirSync(folder, { recursive: true });
    const flow = makeFlow({
      basepath: embedding.basepath,
      loader: nodeDefinitions.folderFiles,
      loaderInputs: { folderPath: folder, recursive: true },
      ...(records === undefined ? {} : { records }),
    });
    const nodes = flow.nodes.map((each, index) => ({ ...each, position: { x: 300 * index, y: 0 } }));
    const { id } = await suite.api.createFlow({ ...flow, nodes });
    await suite.page.goto(`${suite.url}/#/flows/${id}`);
    await suite.canvas.openFlowSettings();
    const panel = suite.page.getByRole('region', { name: 'Sync' });
    await panel.waitFor();
    return panel;
  }

  async function choose(panel: Locator, field: string, option: RegExp): Promise<void> {
    // By keyboard, as for everybody who has no mouse.
    await panel.getByRole('combobox', { name: field }).press('Enter');
    await suite.page.getByRole('option', { name: option }).press('Enter');
  }

  test('follows files as they change, tells what it did, and can be paused', async () => {
    const panel = await openPanel({ cleanup: 'incremental' });
    writeFileSync(join(papers, 'bees.md'), 'About bees');
    await panel.getByText('Not synced by itself.').waitFor();
    await choose(panel, 'Mode', /^As files change/);
    await panel.getByText(/Watching .*Papers · 1 file · last sync just now/).waitFor();
    writeFileSync(join(papers, 'beans.md'), 'About beans');
    await panel.getByText(/Watching .*Papers · 2 files/).waitFor();
    await panel.getByRole('button', { name: 'What was done' }).press('Enter');
    const log = panel.getByRole('list', { name: 'What was done' });
    await log.getByText('1 file new or changed: 1 chunk added.').first().waitFor();
    await panel.getByRole('button', { name: 'Pause' }).press('Enter');
    await panel.getByText(/^Paused/).waitFor();
    rmSync(join(papers, 'beans.md'));
    await panel.getByRole('button', { name: 'Go on' }).press('Enter');
    await log.getByText('1 file gone: 1 chunk deleted.').waitFor();
    await panel.getByRole('button', { name: 'Sync now' }).press('Enter');
    await log.getByText('Looked at everything: 1 chunk unchanged.').waitFor();
  });

  test('syncs at set times, and says when; a change builds on one that the server has not answered yet', async () => {
    const { page } = suite;
    const panel = await openPanel({ cleanup: 'incremental' });
    await choose(panel, 'Mode', /^At set times/);
    await panel.getByText(/^Next sync (today|tomorrow) at 07:00/).waitFor();
    await choose(panel, 'When', /^On some weekdays/);
    await panel.getByRole('button', { name: 'Friday' }).waitFor();
    const { promise: held, resolve: release } = Promise.withResolvers<void>();
    await page.route('**/api/v1/sync/*', async (route) => {
      if (route.request().method() === 'PUT') await held;
      await route.continue();
    });
    // All three before anything is drawn again.
    await panel.evaluate((root) => {
      const days = [...root.querySelectorAll('button')];
      for (const name of ['Friday', 'Tuesday', 'Monday']) days.find((day) => day.textContent.endsWith(name))?.click();
    });
    await expect
      .poll(() => panel.locator('[aria-pressed=true]').allTextContents())
      .toEqual([expect.stringMatching(/Tuesday$/), expect.stringMatching(/Friday$/)]);
    release();
    const id = page.url().split('/').at(-1) ?? '';
    await expect
      .poll(async () => SyncStateSchema.parse((await suite.api.get(`/sync/${id}`)).body).schedule)
      .toMatchObject({ days: ['tuesday', 'friday'] });
    await page.unroute('**/api/v1/sync/*');

    await panel.getByLabel('At', { exact: true }).pressSequentially('0930AM');
    await panel.getByText(/^Next sync (today|tomorrow|Tuesday|Friday) at 09:30/).waitFor();
    await choose(panel, 'When', /^Every few minutes/);
    await retype(panel.getByRole('textbox', { name: 'Minutes between' }), '2');
    await panel.getByText('Write 5 to 1440 minutes.').waitFor();
    await retype(panel.getByRole('textbox', { name: 'Minutes between' }), '20');
    await expect.poll(() => panel.getByText('Write 5 to 1440 minutes.').count()).toBe(0);
  });

  test('asks what has become of many files that are gone at once, on every page, and does as it is told', async () => {
    const { page } = suite;
    const leaves = join(temporary.path, 'Leaves');
    const panel = await openPanel({ cleanup: 'incremental' }, leaves);
    for (let index = 0; index < 12; index += 1) writeFileSync(join(leaves, `${index}.md`), `Leaf ${index}`);
    await choose(panel, 'Mode', /^As files change/);
    await panel.getByText(/Watching .*Leaves · 12 files/).waitFor();
    for (let index = 0; index < 12; index += 1) rmSync(join(leaves, `${index}.md`));
    const question = panel.getByRole('list', { name: 'Missing files' });
    await question.getByText(/12 of 12 files are missing.*Nothing of them was deleted/).waitFor();
    await page.goto(`${suite.url}/#/runs`);
    const notice = page.getByRole('status').filter({ hasText: '12 files of its folders are missing' });
    await notice.getByRole('button', { name: 'Look at them' }).press('Enter');
    await question.getByRole('button', { name: 'The drive is away' }).press('Enter');
    await question.getByText('What is stored of them stays until they are back.').waitFor();
    await question.getByRole('button', { name: 'They are gone for good' }).press('Enter');
    await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).press('Enter');
    await question.waitFor({ state: 'detached' });
    await panel.getByRole('button', { name: 'What was done' }).press('Enter');
    await panel
      .getByRole('list', { name: 'What was done' })
      .getByText(/12 chunks deleted/)
      .waitFor();
  });

  test('says what a flow lacks for it', async () => {
    const panel = await openPanel();
    await panel.getByText(/add one to keep the flow in step/).waitFor();
    expect(await panel.getByRole('button', { name: 'Sync now' }).count()).toBe(0);
  });

  test('a document store has the same in a tab of its own', async () => {
    mkdirSync(papers, { recursive: true });
    writeFileSync(join(papers, 'store.md'), 'About stores');
    const made = await suite.api.json('POST', '/document-store/store', {
      name: 'Papers',
      embeddingConfig: { name: 'openAIEmbeddings', config: { basepath: embedding.basepath } },
      vectorStoreConfig: { name: 'hnsw', config: {} },
    });
    const { id } = DocumentStoreSchema.parse(made.body);
    const loader = { name: 'folderFiles', config: { folderPath: papers } };
    await suite.api.json('POST', `/document-store/upsert/${id}`, { loader });
    await suite.page.goto(`${suite.url}/#/stores/${id}`);
    await suite.page.getByRole('link', { name: 'Sync' }).press('Enter');
    const panel = suite.page.getByRole('region', { name: 'Sync' });
    await choose(panel, 'Mode', /^As files change/);
    await panel.getByText(/Watching .*Papers · \d files?/).waitFor();
  });
});
