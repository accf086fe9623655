import { readFileSync } from 'node:fs';
import { gzipSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { readFlowFile } from '../../shared/flow/flow-file.ts';
import { createStarterFlow } from '../../shared/flow/starter-flow.ts';
import { FLOW_TEMPLATES } from '../../shared/flow/templates.ts';
import { makeApiConfig, makeFlow } from '../helpers/builders/flows.ts';
import { browserSkipReason, setUpBrowserSuite } from '../helpers/pages/browser-suite.ts';
import { editorPage } from '../helpers/pages/editor-page.ts';
import { warmModel } from '../helpers/servers/warm-model.ts';

if (browserSkipReason !== undefined) console.warn(`\nTHE TESTS OF THE FLOWS PAGE ARE SKIPPED: ${browserSkipReason}.\n`);

/** Bytes of gzipped JavaScript. */
const FIRST_SCREEN_LIMIT = 300_000;

describe.skipIf(browserSkipReason !== undefined)('The list of flows', () => {
  const suite = setUpBrowserSuite();

  const rowOf = (name: string) => suite.page.getByRole('main').getByRole('listitem').filter({ hasText: name });

  async function newFlow(name: string): Promise<void> {
    const { id } = await suite.api.createFlow(createStarterFlow());
    await suite.api.json('PUT', `/chatflows/${id}`, { name });
  }

  async function openList(): Promise<void> {
    await suite.page.goto(`${suite.url}/#/`);
    await suite.page.getByRole('heading', { name: /^Flows/ }).waitFor();
  }

  async function choose(name: string, item: string): Promise<void> {
    await suite.page.getByRole('button', { name: `More for ${name}` }).click();
    await suite.page.getByRole('menuitem', { name: item }).click();
  }

  test('a flow of a template is upserted with samples in the window, and its row tells what it holds', async () => {
    const { page } = suite;
    await warmModel(suite.api);
    await openList();
    await page.getByRole('button', { name: 'New flow', exact: true }).click();
    for (const { name } of FLOW_TEMPLATES) await page.getByRole('radio', { name }).waitFor();
    await page.getByRole('radio', { name: 'Table to local store' }).click();
    await expect.poll(() => page.getByRole('textbox', { name: 'Name' }).inputValue()).toBe('Table to local store');
    await page.getByRole('textbox', { name: 'Name' }).fill('My plots');
    await page.getByRole('button', { name: 'Create flow' }).click();
    const { openUpsert, takeSamples, upsert, drawer } = editorPage(page);
    await openUpsert();
    await takeSamples();
    await upsert();
    await drawer.getByRole('heading', { name: /chunks added$/ }).waitFor();
    await page.getByRole('link', { name: 'Flows' }).click();
    const row = rowOf('My plots');
    await row.getByText('Done').waitFor();
    await row.getByText(/chunks added$/).waitFor();
    await row.getByText(/^\d+ chunks · [\d.]+ kB$/i).waitFor();
  });

  test('why the last run failed is in the row', async () => {
    const { id } = await suite.api.createFlow(makeFlow({ basepath: 'http://127.0.0.1:9/v1' }));
    await suite.api.call('PUT', `/chatflows/${id}`, {
      body: JSON.stringify({ name: 'Broken' }),
      headers: { 'content-type': 'application/json' },
    });
    expect((await suite.api.upload(id, [{ name: 'a.txt', content: 'Words.' }])).status).not.toBe(200);
    await openList();
    await rowOf('Broken').getByText('Failed', { exact: true }).waitFor();
  });

  test('files that the last run left out are counted in the row, which leads to them', async () => {
    const { page } = suite;
    const apiConfig = makeApiConfig({ 'File Loader': ['files'], 'Upload a file': ['files'] });
    const { id } = await suite.api.createFlow(createStarterFlow(), apiConfig);
    await suite.api.json('PUT', `/chatflows/${id}`, { name: 'In part' });
    const files = [
      { name: 'a.txt', content: 'Words.' },
      { name: 'broken.pdf', content: '%PDF-1.4 nothing' },
    ];
    expect((await suite.api.upload(id, files, { skipFailedFiles: 'true' })).status).toBe(200);
    await openList();
    const row = rowOf('In part');
    await row.getByText('Done in part').waitFor();
    await row.getByText('1 file', { exact: true }).waitFor();
    await row.getByRole('link', { name: /^1 of 2 files failed/ }).click();
    await page.getByRole('list', { name: 'Files of the run' }).getByText('broken.pdf', { exact: true }).waitFor();
    expect(await page.getByRole('list', { name: 'Files of the run' }).getByRole('listitem').count()).toBe(1);
  });

  test('a flow is made by keys alone', async () => {
    const { page, canvas } = suite;
    await openList();
    await page.getByRole('button', { name: 'New flow', exact: true }).focus();
    await page.keyboard.press('Enter');
    await page.getByRole('radio', { name: 'Empty canvas' }).waitFor();
    await page.keyboard.type('By keys');
    await page.keyboard.press('Tab');
    await page.keyboard.press('Tab');
    // A finger is slower than a program: the list reads the arrow while it is down.
    await page.keyboard.down('ArrowRight');
    await expect.poll(() => page.getByRole('radio', { checked: true }).getAttribute('value')).toBe('documents');
    await page.keyboard.up('ArrowRight');
    expect(await page.getByRole('textbox', { name: 'Name' }).inputValue()).toBe('By keys');
    await page.keyboard.press('Shift+Tab');
    await page.keyboard.press('Enter');
    await expect.poll(() => canvas.nodes.count()).toBe(5);
  });

  test('a flow is found, renamed, duplicated, exported and deleted', async () => {
    const { page } = suite;
    await newFlow('Hive notes');
    await openList();
    await choose('Hive notes', 'Rename');
    await expect
      .poll(() => page.getByRole('textbox', { name: 'New name' }).evaluate((field) => field === document.activeElement))
      .toBe(true);
    await page.keyboard.type('Bee reports');
    await page.keyboard.press('Enter');
    await page.getByRole('button', { name: 'More for Bee reports' }).click();
    await page.keyboard.press('Escape');
    await expect
      .poll(() => page.evaluate(() => document.activeElement?.getAttribute('aria-label')))
      .toBe('More for Bee reports');
    await choose('Bee reports', 'Duplicate');
    await rowOf('Bee reports (copy)').waitFor();
    await page.getByRole('searchbox', { name: 'Search flows' }).fill('bee copy');
    await expect.poll(() => page.getByRole('main').getByRole('listitem').count()).toBe(1);
    const download = page.waitForEvent('download');
    await choose('Bee reports (copy)', 'Export to a file');
    const file = await (await download).path();
    expect(readFlowFile(readFileSync(file, 'utf8'), 'flow.json')[0]?.name).toBe('Bee reports (copy)');
    await choose('Bee reports (copy)', 'Delete');
    await page.getByText('No flow is called “bee copy”').waitFor();
  });

  test('of many flows the first are listed, and more when asked for', async () => {
    const { page } = suite;
    const empty = JSON.stringify({ nodes: [], edges: [] });
    for (let number = 1; number <= 52; number += 1) {
      const flowData = number === 52 ? JSON.stringify(createStarterFlow()) : empty;
      await suite.api.json('POST', '/chatflows', { name: `Census ${number}`, flowData });
    }
    await openList();
    await page.getByRole('searchbox', { name: 'Search flows' }).click();
    await page.keyboard.type('census');
    const rows = page.getByRole('main').getByRole('listitem');
    await expect.poll(() => rows.count()).toBe(50);
    await rows.first().getByText('5 nodes').waitFor();
    await page.getByRole('button', { name: 'Show more' }).click();
    await expect.poll(() => rows.count()).toBe(52);
    await rows.last().getByText('No nodes yet').waitFor();
    expect(await page.getByRole('button', { name: 'Show more' }).count()).toBe(0);
  });

  test('a deleted flow is brought back by the notice, or from the bin, or goes for good', async () => {
    const { page } = suite;
    await newFlow('Storks');
    await openList();
    await choose('Storks', 'Delete');
    await page.getByText('“Storks” is in the bin for 7 days.').waitFor();
    await page.getByRole('button', { name: 'Undo' }).click();
    await rowOf('Storks').waitFor();

    await choose('Storks', 'Delete');
    await page.getByRole('link', { name: /in the bin$/ }).click();
    const list = page.getByRole('list', { name: 'In the bin' });
    await list.getByText('Storks').waitFor();
    await page.getByRole('button', { name: 'Bring back Storks' }).focus();
    await page.keyboard.press('Enter');
    await expect.poll(() => page.getByRole('button', { name: 'Bring back Storks' }).count()).toBe(0);
    await page.getByRole('link', { name: 'Flows' }).first().click();

    await choose('Storks', 'Delete');
    await page.goto(`${suite.url}/#/bin`);
    await page.getByRole('button', { name: 'Delete now: Storks' }).click();
    await page.getByRole('button', { name: 'Delete for good' }).click();
    await expect.poll(() => page.getByRole('button', { name: 'Bring back Storks' }).count()).toBe(0);
    const bin = await suite.api.get('/bin');
    expect(JSON.stringify(bin.body)).not.toContain('Storks');
  });

  test('the first screen loads less than 300 kB of JavaScript, and asks no other host', async () => {
    const page = await suite.openTab();
    const sizes: Promise<number>[] = [];
    const hosts = new Set<string>();
    page.on('request', (request) => hosts.add(new URL(request.url()).host));
    page.on('response', (response) => {
      if (!response.url().endsWith('.js')) return;
      sizes.push(response.body().then((body) => gzipSync(body).length));
    });
    await page.goto(`${suite.url}/#/`, { waitUntil: 'networkidle' });
    await page.getByRole('heading', { name: /^Flows/ }).waitFor();
    const total = (await Promise.all(sizes)).reduce((sum, size) => sum + size, 0);
    expect(total).toBeGreaterThan(50_000);
    expect(total).toBeLessThan(FIRST_SCREEN_LIMIT);
    expect([...hosts]).toEqual([new URL(suite.url).host]);
    await page.close();
  });
});
