import { describe, expect, test } from 'vitest';
import { type Chatflow, ChatflowSchema } from '../../shared/api/chatflows.ts';
import { createStarterFlow } from '../../shared/flow/starter-flow.ts';
import { makeApiConfig } from '../helpers/builders/flows.ts';
import { browserSkipReason, setUpBrowserSuite } from '../helpers/pages/browser-suite.ts';
import { canvasPage } from '../helpers/pages/canvas-page.ts';
import { contentsPage } from '../helpers/pages/contents-page.ts';
import { createStoreClient } from '../helpers/servers/store-client.ts';

const BEDS = 'Beds are watered before nine in the morning.\n\n';
const GATE = 'The gate is locked after eight in the evening.\n\n';
const GATE_FILE = { name: 'gate.txt', content: GATE };

describe.skipIf(browserSkipReason !== undefined)('the contents of a flow', () => {
  const suite = setUpBrowserSuite({ staysLoaded: true });

  /** A flow as the first start makes it, which takes files from scripts. */
  async function newFlow(): Promise<Chatflow> {
    const apiConfig = makeApiConfig({ 'File Loader': ['files'], 'Upload a file': ['files'] });
    const flowData = JSON.stringify(createStarterFlow());
    return ChatflowSchema.parse(
      (await suite.api.json('POST', '/chatflows', { name: 'Garden', flowData, apiConfig })).body,
    );
  }

  async function filledFlow(): Promise<string> {
    const { id } = await newFlow();
    await suite.api.upsert(id, [{ name: 'beds.txt', content: BEDS }, GATE_FILE]);
    return id;
  }

  test('sources are listed; a chunk is edited, stays so after another upsert, is undone, and asked about where its passage has changed', async () => {
    const id = await filledFlow();
    const contents = contentsPage(suite.page, suite.url);
    await contents.open(id);
    await expect.poll(contents.sources).toEqual(['All sources', 'beds.txt', 'gate.txt']);
    await contents.openSource('gate.txt');
    await expect.poll(() => contents.texts()).toEqual([GATE.trim()]);
    await contents.edit(1, 'The gate is locked after quokkas went home.');
    await contents.page.getByText('Edited', { exact: true }).waitFor();
    await contents.search('quokkas');
    await contents.page.getByText('1 chunk found').waitFor();
    await suite.api.upsert(id, [GATE_FILE]);
    await suite.page.reload();
    await contents.openSource('gate.txt');
    await expect.poll(() => contents.texts()).toEqual(['The gate is locked after quokkas went home.']);
    await suite.page.getByRole('button', { name: 'Back to the original' }).click();
    await suite.page.getByText(GATE.trim(), { exact: true }).waitFor();

    await contents.edit(1, 'The gate is always open.');
    await contents.page.getByText('Edited', { exact: true }).waitFor();
    await suite.api.upsert(id, [{ name: 'gate.txt', content: GATE.replace('eight', 'nine') }]);
    await suite.page.reload();
    await suite.page.getByText('1 edit to decide.').waitFor();
    await suite.page.getByRole('button', { name: 'Compare' }).click();
    await suite.page.getByText('after nine in the evening').waitFor();
    await suite.page.getByRole('button', { name: 'Keep mine' }).click();
    await suite.page.getByText('1 edit to decide.').waitFor({ state: 'detached' });
    await contents.openSource('gate.txt');
    await expect.poll(() => contents.texts()).toEqual(['The gate is always open.']);
  });

  test('a text that is too long for an edit is refused beside the field, with what to do', async () => {
    const id = await filledFlow();
    const { page } = suite;
    const contents = contentsPage(page, suite.url);
    await contents.open(id);
    await contents.openSource('gate.txt');
    await page.getByRole('button', { name: 'Edit chunk 1' }).click();
    await page.keyboard.insertText('w'.repeat(100_001));
    await page.getByText('An edited chunk can have at most 100,000 characters').waitFor();
    const save = page.getByRole('button', { name: 'Save chunk' });
    expect(await save.isDisabled()).toBe(true);
    await page.keyboard.press('Control+a');
    await page.keyboard.type('The gate is open.');
    await save.click();
    await expect.poll(() => contents.texts()).toEqual(['The gate is open.']);
  });

  test('a removed source is brought back by the notice, or from the bin by keys, or deleted for good', async () => {
    const id = await filledFlow();
    const { page } = suite;
    const contents = contentsPage(page, suite.url);
    await contents.open(id);
    const remove = async (name: string) => {
      await page.getByRole('region', { name: 'Sources', exact: true }).getByRole('button', { name }).first().focus();
      await page.keyboard.press('Delete');
      await page.getByRole('button', { name: 'Remove source' }).click();
    };
    await page.getByRole('button', { name: 'Remove beds.txt' }).click();
    await page.getByRole('button', { name: 'Remove source' }).click();
    await page.getByRole('button', { name: 'beds.txt' }).first().waitFor({ state: 'detached' });
    await page
      .getByRole('region', { name: /^Notifications/ })
      .getByRole('listitem')
      .filter({ hasText: 'beds.txt' })
      .getByRole('button', { name: 'Undo' })
      .click();
    await expect.poll(contents.sources).toEqual(['All sources', 'beds.txt', 'gate.txt']);
    await remove('beds.txt');
    await page.getByRole('link', { name: '1 removed source in the bin' }).click();
    const list = page.getByRole('list', { name: 'Removed files and pages' });
    await list.getByText('1 chunk of Garden').waitFor();
    await list.getByRole('button', { name: 'Bring back beds.txt' }).focus();
    await page.keyboard.press('Enter');
    await page.getByRole('button', { name: 'Bring back beds.txt' }).waitFor({ state: 'detached' });

    await contents.open(id);
    await expect.poll(contents.sources).toEqual(['All sources', 'beds.txt', 'gate.txt']);
    await remove('gate.txt');
    await page.getByRole('link', { name: '1 removed source in the bin' }).click();
    await page.getByRole('button', { name: 'Delete now: gate.txt' }).click();
    await page.getByRole('button', { name: 'Delete for good' }).click();
    await page.getByRole('button', { name: 'Delete now: gate.txt' }).waitFor({ state: 'detached' });
    await contents.open(id);
    await expect.poll(contents.sources).toEqual(['All sources', 'beds.txt']);
  });

  test('what the last run could not read is listed with why; chunks are filtered by metadata with keys', async () => {
    const { id } = await newFlow();
    const { page } = suite;
    const files = [
      { name: 'plots.csv', content: 'plot,size\n12,80\n21,64\n' },
      { name: 'broken.pdf', content: '%PDF-1.4 nothing' },
    ];
    expect((await suite.api.upload(id, files, { skipFailedFiles: 'true' })).status).toBe(200);
    const contents = contentsPage(page, suite.url);
    await contents.open(id);
    await page.getByRole('button', { name: 'Not read 1 file of the last run' }).click();
    const failed = page.getByRole('region', { name: 'Not read' });
    await failed.getByText('"broken.pdf" could not be read', { exact: false }).waitFor();
    await failed.getByRole('link', { name: 'Open the run' }).waitFor();

    await contents.openSource('plots.csv');
    await page.getByRole('button', { name: 'Filter' }).focus();
    await page.keyboard.press('Enter');
    await page.getByRole('menuitem', { name: 'line' }).focus();
    await page.keyboard.press('ArrowRight');
    await page.getByRole('menuitem', { name: /^2/ }).focus();
    await page.keyboard.press('Enter');
    await page.getByText('1 chunk found').waitFor();
    await page.getByRole('button', { name: 'Remove the filter line: 2' }).click();
    await page.getByText('1 chunk found').waitFor({ state: 'detached' });
  });

  test('everything is done with keys', async () => {
    const id = await filledFlow();
    const contents = contentsPage(suite.page, suite.url);
    await contents.open(id);
    const { keyboard } = suite.page;
    const list = suite.page.getByRole('region', { name: 'Chunks', exact: true });
    await list.focus();
    await keyboard.press('ArrowDown');
    await suite.page.getByText('Chunk 2 of 2').waitFor();
    await keyboard.press('Enter');
    await suite.page.getByRole('textbox', { name: 'Text of the chunk' }).fill('The gate stays open.');
    await keyboard.press('Control+Enter');
    await suite.page
      .getByRole('paragraph')
      .filter({ hasText: /^The gate stays open\.$/ })
      .waitFor();
    await list.focus();
    await keyboard.press('Control+z');
    await suite.page.getByRole('paragraph').filter({ hasText: GATE.trim() }).first().waitFor();
    await list.focus();
    await keyboard.press('Delete');
    await suite.page.getByText('Chunk 1 of 1').waitFor();
    await list.focus();
    await keyboard.press('Control+z');
    await suite.page.getByText('of 2').first().waitFor();
    await list.focus();
    await keyboard.press('Escape');
    expect(await suite.page.evaluate(() => document.activeElement?.textContent)).toContain('All sources');
  });

  test('chunks deleted with the mouse come back by Undo, by Ctrl+Z, or from the list of edits', async () => {
    const id = await filledFlow();
    const { page } = suite;
    const contents = contentsPage(page, suite.url);
    const focused = () => page.evaluate(() => document.activeElement?.getAttribute('aria-label'));
    // What was done in the drawing before is undone there, not here.
    await page.goto(`${suite.url}/#/flows/${id}`);
    const loader = canvasPage(page).node('File Loader');
    const box = await loader.boundingBox();
    const [x, y] = [(box?.x ?? 0) + 40, (box?.y ?? 0) + 12];
    await page.mouse.move(x, y);
    await page.mouse.down();
    await page.mouse.move(x + 60, y + 40, { steps: 4 });
    await page.mouse.up();
    await expect.poll(() => loader.boundingBox()).not.toEqual(box);
    await contents.open(id);
    await contents.openSource('gate.txt');
    await page.getByRole('button', { name: 'Delete chunk 1' }).click();
    await page.getByText('Nothing is left of this source.').waitFor();
    const notice = page.getByText('Chunk deleted. It stays deleted in later upserts.');
    await notice.waitFor();
    await page.keyboard.press('Control+z');
    await expect.poll(() => contents.texts()).toEqual([GATE.trim()]);
    // Its button would take back what came before.
    await notice.waitFor({ state: 'detached' });
    await page.getByRole('button', { name: 'Delete chunk 1' }).click();
    await page.getByText('Nothing is left of this source.').waitFor();
    // Wherever the focus is, but in a field.
    await page.getByRole('button', { name: 'All sources' }).click();
    await page.keyboard.press('Control+z');
    await expect.poll(() => contents.texts()).toEqual([BEDS.trim(), GATE.trim()]);
    const undo = page.getByRole('region', { name: 'All sources' }).getByRole('button', { name: 'Undo', exact: true });
    expect(await undo.count()).toBe(0);

    await page.getByRole('button', { name: 'Delete chunk 1' }).first().click();
    await expect.poll(() => contents.texts()).toEqual([GATE.trim()]);
    expect(await focused()).toBe('Chunks');
    await undo.click();
    await expect.poll(() => contents.texts()).toEqual([BEDS.trim(), GATE.trim()]);

    await page.getByRole('button', { name: 'Delete chunk 1' }).first().click();
    await expect.poll(() => contents.texts()).toEqual([GATE.trim()]);
    await page.reload();
    await page.getByRole('button', { name: 'Edited and deleted 1 chunk' }).click();
    const edits = page.getByRole('list', { name: 'Edited and deleted chunks' });
    await edits.getByText('beds.txt · chunk 1').waitFor();
    await edits.getByRole('button', { name: 'Bring back' }).click();
    await expect.poll(() => contents.texts()).toEqual([BEDS.trim(), GATE.trim()]);
  });

  test('a chunk that one has come to can be deleted, and nothing looks for it again', async () => {
    const id = await filledFlow();
    const { page } = suite;
    const { docs } = await suite.api.query(id, { query: 'gate', topK: 1, mode: 'keyword' });
    await page.goto(`${suite.url}/#/contents/${id}?chunk=${docs[0]?.id}`);
    const contents = contentsPage(page, suite.url);
    const gate = page.getByRole('article').filter({ hasText: GATE.trim() });
    await gate.getByRole('button', { name: 'Delete chunk 1' }).click();
    await expect.poll(() => contents.texts()).toEqual([BEDS.trim()]);
    await page.keyboard.press('Control+z');
    await expect.poll(() => contents.texts()).toEqual([BEDS.trim(), GATE.trim()]);
    expect(await page.getByText("This chunk can't be shown.").count()).toBe(0);
  });

  test('the original stands beside the chosen chunk; the address names the source', async () => {
    const id = await filledFlow();
    const { page } = suite;
    const contents = contentsPage(page, suite.url);
    await page.goto(`${suite.url}/#/contents/${id}?source=gate.txt`);
    await page.getByRole('region', { name: 'gate.txt', exact: true }).getByRole('article').waitFor();
    await expect.poll(() => contents.texts()).toEqual([GATE.trim()]);
    const original = page.getByRole('region', { name: 'Original', exact: true });
    await page.getByRole('button', { name: 'Original', exact: true }).press('Enter');
    const mark = original.locator('mark');
    await mark.waitFor();
    expect(await mark.textContent()).toContain('after eight');
    // Without a source named, the keys go from chunk to chunk, and the original with them.
    await contents.openSource('beds.txt');
    await mark.filter({ hasText: 'before nine' }).waitFor();
    expect(page.url()).toContain('source=beds.txt');
    await page.getByRole('button', { name: 'All sources' }).click();
    const list = page.getByRole('region', { name: 'Chunks', exact: true });
    await list.focus();
    await page.keyboard.press('ArrowDown');
    await mark.filter({ hasText: 'after eight' }).waitFor();
    await page.setViewportSize({ width: 1000, height: 700 });
    expect((await list.boundingBox())?.width).toBeGreaterThan(550);
    await original.getByRole('button', { name: 'Download' }).press('Escape');
    await original.waitFor({ state: 'detached' });
    expect(await page.evaluate(() => document.activeElement?.getAttribute('aria-label'))).toBe('Chunks');
    // Beside what a search finds stands the original of a hit.
    await page.getByRole('button', { name: 'Original', exact: true }).click();
    await page.getByRole('searchbox', { name: 'Search chunks' }).focus();
    await page.keyboard.type('watered');
    await mark.filter({ hasText: 'before nine' }).waitFor();
    await page.goto(`${suite.url}/#/contents/${id}?source=gone.txt`);
    await page.getByText('“gone.txt” is not here any more.').waitFor();
    await expect.poll(contents.sources).toEqual(['All sources', 'beds.txt', 'gate.txt']);
  });

  test('a document store has the same page', async () => {
    const stores = createStoreClient(suite.url);
    const store = await stores.create({ name: 'Garden store' });
    const loader = JSON.stringify({ name: 'textFile', config: {} });
    const parts = {
      loader,
      embedding: JSON.stringify({ name: 'transformersEmbeddings', config: {} }),
      vectorStore: JSON.stringify({ name: 'hnsw', config: {} }),
    };
    await stores.upsert(store.id, [GATE_FILE], parts);
    const contents = contentsPage(suite.page, suite.url);
    await contents.open(store.id);
    await contents.openSource('gate.txt');
    await contents.edit(1, 'The gate of the store.');
    await suite.page.getByText('Questions find it after the next upsert.').waitFor();
    await expect.poll(() => contents.texts()).toEqual(['The gate of the store.']);
  });

  test('nothing stored yet is said, until something is', async () => {
    const { id } = await newFlow();
    await suite.page.goto(`${suite.url}/#/contents/${id}`);
    await suite.page.getByText('Nothing is stored here yet').waitFor();
    await suite.api.upsert(id, [GATE_FILE]);
    await suite.page.reload();
    await suite.page.getByText(GATE.trim(), { exact: true }).waitFor();
  });
});
