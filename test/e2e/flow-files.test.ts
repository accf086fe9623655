import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Locator } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { root } from '../../build/lib/paths.mjs';
import { createStarterApiConfig, createStarterFlow } from '../../shared/flow/starter-flow.ts';
import { withDisabled } from '../helpers/builders/flows.ts';
import { browserSkipReason, setUpBrowserSuite } from '../helpers/pages/browser-suite.ts';
import { createEmptyFlow, editorPage } from '../helpers/pages/editor-page.ts';

if (browserSkipReason !== undefined) console.warn(`\nTHE TESTS OF FLOW FILES ARE SKIPPED: ${browserSkipReason}.\n`);

describe.skipIf(browserSkipReason !== undefined)('Files and the canvas', () => {
  const suite = setUpBrowserSuite({ staysLoaded: true });

  async function openEmptyFlow(): Promise<void> {
    const { id } = await suite.api.createFlow({ nodes: [], edges: [] });
    await suite.page.goto(`${suite.url}/#/flows/${id}`);
    await suite.page.getByText('Your flow begins here').waitFor();
  }

  /** Drops files on the canvas or another place, as a file manager would. */
  async function drop(
    files: Readonly<Record<string, Buffer | string>>,
    on: Locator = suite.canvas.canvas,
  ): Promise<void> {
    const transfer = await suite.page.evaluateHandle(
      (dropped) => {
        const carried = new DataTransfer();
        for (const [name, base64] of dropped) {
          const content = Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0));
          carried.items.add(new File([content], name));
        }
        return carried;
      },
      Object.entries(files).map(([name, content]): [string, string] => [name, Buffer.from(content).toString('base64')]),
    );
    await on.dispatchEvent('drop', { dataTransfer: transfer });
  }

  const nameOfFlow = () => suite.page.getByRole('textbox', { name: 'Name of the flow' }).inputValue();

  /** Waits until the drawer's button that starts the upsert has the focus. */
  async function upsertIsNext(label: string): Promise<void> {
    const button = editorPage(suite.page).drawer.getByRole('button', { name: label, exact: true });
    await button.waitFor();
    await expect.poll(() => button.evaluate((element) => element === document.activeElement)).toBe(true);
  }

  test('a PDF dropped on an empty flow builds the flow, one key from its upsert and one undo from nothing', async () => {
    await suite.page.goto(`${suite.url}/#/`);
    await createEmptyFlow(suite.page);
    await drop({ 'handbook.pdf': readFileSync(join(root, 'samples', 'garden-handbook.pdf')) });
    await expect.poll(() => suite.canvas.nodes.count()).toBe(5);
    expect(await suite.canvas.node('PDF File').count()).toBe(1);
    expect(await nameOfFlow()).toBe('handbook');
    await upsertIsNext('Upsert 1 file');
    await suite.page.keyboard.press('Enter');
    const { drawer } = editorPage(suite.page);
    await drawer.getByRole('heading', { name: /^\d+ chunks added$/ }).waitFor();
    await suite.canvas.canvas.locator('.react-flow').focus();
    await suite.page.keyboard.press('Control+z');
    await expect.poll(() => suite.canvas.nodes.count()).toBe(0);
    await suite.page.getByText('Your flow begins here').waitFor();
  });

  test('on an empty flow a file without text is refused in words; documents of several types get a loader for all, and more go to the same upsert', async () => {
    await openEmptyFlow();
    await drop({ 'empty.pdf': '' });
    await suite.page.getByText('No text can be read here: empty.pdf.').waitFor();
    expect(await suite.canvas.nodes.count()).toBe(0);
    await drop({ 'notes.md': '# Notes', 'plots.csv': 'plot,crop\n1,beans\n' });
    await expect.poll(() => suite.canvas.nodes.count()).toBe(5);
    expect(await suite.canvas.node('File Loader').count()).toBe(1);
    await upsertIsNext('Upsert 2 files');
    await drop({ 'more.txt': 'Bees.' });
    await upsertIsNext('Upsert 3 files');
    expect(await suite.canvas.nodes.count()).toBe(5);
  });

  test('on the list of flows, a dropped flow is imported, and documents begin a new one', async () => {
    const { page, url } = suite;
    const list = page.getByRole('main');
    await page.goto(`${url}/#/`);
    await list.getByRole('heading', { name: 'Flows' }).waitFor();
    await drop({ 'meadow.json': JSON.stringify(createStarterFlow()) }, list);
    await expect.poll(() => suite.canvas.nodes.count()).toBe(5);
    expect(await nameOfFlow()).toBe('meadow');
    await page.goto(`${url}/#/`);
    await list.getByRole('heading', { name: 'Flows' }).waitFor();
    await drop({ 'plots.csv': 'plot,crop\n1,beans\n', 'rows.json': '[1, 2]' }, list);
    await upsertIsNext('Upsert 2 files');
    await expect.poll(() => suite.canvas.nodes.count()).toBe(5);
  });

  test('an empty flow is begun by keyboard: files, a template, or blank', async () => {
    const { page } = suite;
    await openEmptyFlow();
    const begin = page.getByRole('region', { name: 'Begin the flow' });
    const chooser = page.waitForEvent('filechooser');
    await begin.getByRole('button', { name: 'Choose files' }).press('Enter');
    await (await chooser).setFiles({ name: 'guide.md', mimeType: 'text/markdown', buffer: Buffer.from('# Guide') });
    await expect.poll(() => suite.canvas.node('Markdown Text Splitter').count()).toBe(1);
    await upsertIsNext('Upsert 1 file');

    await openEmptyFlow();
    await page.keyboard.press('Tab');
    const focused = () => page.evaluate(() => document.activeElement?.textContent ?? '');
    for (let step = 0; step < 40 && !(await focused()).includes('Notes in memory'); step += 1)
      await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
    await expect.poll(() => suite.canvas.node('Memory Vector Store').count()).toBe(1);
    expect(await page.evaluate(() => document.activeElement?.classList.contains('react-flow'))).toBe(true);
    await page.keyboard.press('Control+z');

    await begin.getByRole('button', { name: 'Start blank' }).press('Enter');
    await page.keyboard.type('qdrant');
    await page.keyboard.press('Enter');
    await expect.poll(() => suite.canvas.node('Qdrant').count()).toBe(1);
  });

  test('a web address or a text pasted on an empty flow is read by the flow itself', async () => {
    const { page } = suite;
    const paste = (text: string) =>
      page.evaluate((pasted) => {
        const clipboardData = new DataTransfer();
        clipboardData.setData('text/plain', pasted);
        document.body.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }));
      }, text);
    await openEmptyFlow();
    await paste('https://example.com/docs');
    await expect.poll(() => suite.canvas.node('Cheerio Web Scraper').count()).toBe(1);
    await upsertIsNext('Upsert');
    await openEmptyFlow();
    await paste('Please water before nine in the morning.');
    await expect.poll(() => suite.canvas.node('Plain Text').count()).toBe(1);
    await upsertIsNext('Upsert');
  });

  test('an exported flow dropped on the canvas is drawn and not taken for a document', async () => {
    await openEmptyFlow();
    const file = { name: 'Garden', ...createStarterFlow(), apiConfig: JSON.stringify(createStarterApiConfig()) };
    await drop({ 'garden.json': JSON.stringify(file) });
    await expect.poll(() => suite.canvas.nodes.count()).toBe(5);
    expect(await editorPage(suite.page).drawer.count()).toBe(0);
    await suite.page.keyboard.press('Control+z');
    await expect.poll(() => suite.canvas.nodes.count()).toBe(0);
  });

  test('a flow is exported to a file, the file is imported as a new flow, and one that is no flow is refused in words', async () => {
    const { page, url, api } = suite;
    const starter = createStarterFlow();
    const { id } = await api.createFlow(withDisabled(starter, ...starter.nodes.slice(0, 2).map((node) => node.id)));
    await page.goto(`${url}/#/flows/${id}`);
    await expect.poll(() => suite.canvas.nodes.count()).toBe(5);
    await page.keyboard.press('Control+k');
    await page.getByPlaceholder('A flow, a store, a file, a command or a question').fill('export');
    const download = page.waitForEvent('download');
    await page.keyboard.press('Enter');
    const path = await (await download).path();
    expect((await download).suggestedFilename()).toBe('Test flow.tributary.json');
    await page.getByText(/Flowise does not have .*\(hnsw\).*: replace them there/).waitFor();
    await page.getByText('2 disabled nodes: Flowise will run them.').waitFor();
    expect(readFileSync(path, 'utf8')).toContain('"disabled": true');

    await page.goto(`${url}/#/`);
    const chooser = page.waitForEvent('filechooser');
    await page.getByRole('button', { name: 'Import' }).click();
    await (await chooser).setFiles({
      name: 'Orchard.json',
      mimeType: 'application/json',
      buffer: Buffer.from(readFileSync(path, 'utf8').replace('"Test flow"', '"Orchard"')),
    });
    await expect.poll(() => page.getByRole('textbox', { name: 'Name of the flow' }).inputValue()).toBe('Orchard');
    await expect.poll(() => suite.canvas.nodes.count()).toBe(5);
    await expect.poll(() => suite.canvas.edges.count()).toBe(4);

    await page.goto(`${url}/#/`);
    const wrong = page.waitForEvent('filechooser');
    await page.getByRole('button', { name: 'Import' }).click();
    await (await wrong).setFiles({ name: 'rows.json', mimeType: 'application/json', buffer: Buffer.from('[1, 2]') });
    await page.getByText('rows.json is not an exported flow.').waitFor();
    const again = page.waitForEvent('filechooser');
    await page.getByRole('button', { name: 'Import' }).click();
    await (await again).setFiles({ name: 'Test flow.json', mimeType: 'application/json', buffer: readFileSync(path) });
    await expect
      .poll(() => page.getByRole('textbox', { name: 'Name of the flow' }).inputValue())
      .toMatch(/^Test flow \d$/);
  });

  test('the first node stays where it was dropped, also when the drawer was opened before', async () => {
    await openEmptyFlow();
    await editorPage(suite.page).openUpsert();
    await suite.page.waitForFunction(
      () => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))),
    );
    await suite.canvas.dragIn('PDF File', 200, 60);
    const region = await suite.canvas.canvas.boundingBox();
    const card = await suite.canvas.node('PDF File').boundingBox();
    const headerX = (card?.x ?? 0) + (card?.width ?? 0) / 2 - (region?.x ?? 0);
    // The grid that cards snap to is 20 px.
    expect(Math.abs(headerX - 200)).toBeLessThanOrEqual(20);
    expect(Math.abs((card?.y ?? 0) - (region?.y ?? 0) - 40)).toBeLessThanOrEqual(20);
  });

  test('a fitted flow lies clear of its map, in a large and in a small window', async () => {
    const { page } = suite;
    const flow = createStarterFlow();
    // A last node low at the right is the one that the map would cover.
    const nodes = flow.nodes.map((node) => (node.id === 'hnsw_0' ? { ...node, position: { x: 900, y: 700 } } : node));
    const { id } = await suite.api.createFlow({ ...flow, nodes });
    await page.goto(`${suite.url}/#/flows/${id}`);
    await expect.poll(() => suite.canvas.nodes.count()).toBe(5);
    for (const viewport of [
      { width: 1440, height: 900 },
      { width: 1000, height: 620 },
    ]) {
      await page.setViewportSize(viewport);
      await page.getByRole('button', { name: 'Fit the flow' }).click();
      const covered = await page.locator('.flow-map').boundingBox();
      const bottom = async () => {
        const card = await suite.canvas.nodes.last().boundingBox();
        return (card?.y ?? 0) + (card?.height ?? 0);
      };
      await expect.poll(bottom).toBeLessThanOrEqual(covered?.y ?? 0);
    }
  });
});
