import type { Locator } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { nodeDefinitions } from '../../shared/nodes/registry.ts';
import { makeFlow } from '../helpers/builders/flows.ts';
import { browserSkipReason, setUpBrowserSuite } from '../helpers/pages/browser-suite.ts';
import { editorPage, openNewFlow } from '../helpers/pages/editor-page.ts';
import { retype } from '../helpers/pages/retype.ts';

if (browserSkipReason !== undefined)
  console.warn(`\nTHE BROWSER TESTS OF THE ASK PANEL ARE SKIPPED: ${browserSkipReason}.\n`);

const FILES = [
  { name: 'bees.txt', content: 'Our five hives are looked after by Tomasz, who keeps the\nbees and sells the honey.' },
  { name: 'fees.txt', content: 'A plot costs forty pounds in every year.' },
  { name: 'gate.txt', content: 'The gate is locked at nine in the evening.' },
];

describe.skipIf(browserSkipReason !== undefined)('The Ask panel', () => {
  const suite = setUpBrowserSuite({ staysLoaded: true });

  const panel = () => editorPage(suite.page).queryPanel;
  const question = () => panel().getByRole('textbox', { name: 'Question' });
  const passages = () => panel().getByRole('list', { name: 'Passages found' });
  const first = () => passages().getByRole('article').first();

  async function openFilled(): Promise<string> {
    const { page, url, api } = suite;
    const id = await openNewFlow(page, url, api);
    await api.upsert(id, FILES);
    await openAsk();
    return id;
  }

  async function openAsk(): Promise<void> {
    await suite.page.getByRole('banner').getByRole('button', { name: 'Ask' }).click();
  }

  function hasFocus(element: Locator): Promise<boolean> {
    return element.evaluate((found) => found === document.activeElement);
  }

  async function clipboard(): Promise<string> {
    return (await suite.page.evaluate(() => navigator.clipboard.readText())).replaceAll('\r\n', '\n');
  }

  test('answers as you type, and everything goes by keyboard: passages, copy, open, back, and what was asked before', async () => {
    const { page } = suite;
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
    await openFilled();
    await panel().getByText('Answers come as you type.').waitFor();
    await page.keyboard.type('Who looks after the hives?');
    await first().getByText('By words: looks, hives').waitFor();
    expect(await first().locator('mark').allTextContents()).toEqual(['hives', 'looked']);
    await first().getByText('who keeps the bees and sells').waitFor();
    // While the next answer is on its way the last one stays.
    const list = await passages().elementHandle();
    await page.keyboard.press('Control+a');
    await page.keyboard.type('honey');
    await first().getByText('By words: honey').waitFor();
    expect(await list?.evaluate((element) => element.isConnected)).toBe(true);
    expect(await passages().getByText('By meaning').count()).toBe(2);

    await page.keyboard.press('Enter');
    await page.keyboard.press('ArrowDown');
    expect(await hasFocus(first())).toBe(true);
    await page.keyboard.press('c');
    await panel().getByText('Copied with its source.').waitFor();
    expect(await clipboard()).toBe(
      'Our five hives are looked after by Tomasz, who keeps the bees and sells the honey.\n\n— bees.txt, lines 1–2\n',
    );
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('ArrowUp');
    await page.keyboard.press('Escape');
    expect(await hasFocus(question())).toBe(true);
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: /^Contents of/ }).waitFor();
    const marked = page.getByRole('article', { name: 'Chunk 1 of bees.txt' });
    await expect.poll(() => marked.getAttribute('class')).toContain('border-accent');
    await page.goBack();
    await first().waitFor();

    await question().fill('Where is the gate?');
    await question().press('Enter');
    await first().getByText('By words: gate').waitFor();
    await page.keyboard.press('Control+a');
    await page.keyboard.press('Delete');
    const before = panel().getByRole('region', { name: 'Asked before' });
    expect(await before.getByRole('listitem').allTextContents()).toEqual(['Where is the gate?', 'honey']);
    await page.keyboard.press('ArrowUp');
    expect(await question().inputValue()).toBe('Where is the gate?');
    await page.keyboard.press('ArrowUp');
    expect(await question().inputValue()).toBe('honey');
    await first().getByText('By words: honey').waitFor();
    await page.keyboard.press('Control+a');
    await page.keyboard.press('Delete');
    await before.waitFor();
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    await first().getByText('By words: gate').waitFor();
    expect(await hasFocus(question())).toBe(true);
    await page.reload();
    await openAsk();
    await before.getByRole('button', { name: 'Where is the gate?' }).waitFor();
    await before.getByRole('button', { name: 'Clear' }).click();
    await before.waitFor({ state: 'detached' });
  });

  test('is filtered by what the passages have, shows how well each fits, and a late answer never replaces a newer one', async () => {
    const { page } = suite;
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
    await openFilled();
    await question().fill('the evening');
    await first().getByText('By words: evening').waitFor();
    expect(await passages().getByRole('listitem').count()).toBe(3);
    await first()
      .getByText(/^Score 0\.0\d+$/)
      .waitFor({ state: 'attached' });
    await panel().getByRole('button', { name: 'Filter' }).click();
    await page.getByRole('menuitem', { name: 'source' }).click();
    const choice = page.getByRole('menuitem', { name: /^fees\.txt/ });
    const { x = 0, y = 0 } = (await choice.boundingBox()) ?? {};
    // As a hand moves: a pointer that jumps is one that left the menu.
    await page.mouse.move(x + 20, y + 10, { steps: 20 });
    await choice.click();
    await first().getByText('forty pounds').waitFor();
    expect(await passages().getByRole('listitem').count()).toBe(1);
    await panel().getByRole('combobox', { name: 'Search by' }).click();
    await page.getByRole('option', { name: 'Words', exact: true }).click();
    await panel().getByText('No passage with this metadata has these words.').waitFor();
    await panel().getByRole('button', { name: 'Ask without filters' }).click();
    await first().getByText('locked at nine').waitFor();
    await first().getByRole('button', { name: 'Ask only this source' }).click();
    await panel().getByRole('button', { name: 'Remove the filter source: gate.txt' }).click();
    await first().getByRole('button', { name: 'Copy with its source' }).click();
    await expect.poll(clipboard).toContain('— gate.txt, line 1');
    await page.emulateMedia({ colorScheme: 'dark' });

    // The answer to the first question comes after that to the second.
    const late = Promise.withResolvers<void>();
    const isAsked = Promise.withResolvers<void>();
    await page.route('**/api/v1/vector/query/*', async (route) => {
      if (!route.request().postData()?.includes('hives')) return route.continue();
      isAsked.resolve();
      await late.promise;
      // The page has given this call up: there is nobody to answer.
      await route.fulfill({ json: { timeTaken: 1, docs: [] } }).catch(() => undefined);
    });
    await question().fill('hives');
    await isAsked.promise;
    await question().fill('pounds');
    await first().getByText('By words: pounds').waitFor();
    late.resolve();
    await page.unrouteAll({ behavior: 'wait' });
    await first().getByText('By words: pounds').waitFor();
    await first().getByRole('button', { name: 'Open in the contents' }).click();
    await page.getByRole('article', { name: 'Chunk 1 of fees.txt' }).waitFor();
  });

  test('waits for Enter where the model is a service, says so and what failed, and asks again, or by words only', async () => {
    const { page, api, url } = suite;
    const { fileLoader, ollamaEmbedding } = nodeDefinitions;
    const { id } = await api.createFlow(makeFlow({ loader: fileLoader, embeddingNode: ollamaEmbedding }));
    const calls: string[] = [];
    await page.route('**/api/v1/vector/query/*', async (route) => {
      calls.push(route.request().postData() ?? '');
      const message = 'Ollama does not answer: start it, then ask again.';
      const nodeId = `${ollamaEmbedding.name}_0`;
      const json = { statusCode: 502, success: false, message, stack: {}, code: 'SERVICE_FAILED', nodeId };
      return calls.length % 2 === 1 ? route.fulfill({ status: 502, json }) : route.continue();
    });
    suite.expectFault('502');
    await page.goto(`${url}/#/flows/${id}`);
    await openAsk();
    await panel()
      .getByText(/ is a service: press Enter to ask it\.$/)
      .waitFor();
    await page.keyboard.type('Anything there?');
    await page.keyboard.press('Enter');
    await panel().getByRole('alert').getByText('Start it, then ask again.').waitFor();
    expect(calls).toHaveLength(1);
    await panel().getByRole('button', { name: 'Try again' }).click();
    await panel().getByText('Nothing to search yet').waitFor();
    expect(calls).toHaveLength(2);
    await question().press('Enter');
    await panel().getByRole('button', { name: 'Search by words only' }).click();
    await panel().getByText('No passage has these words.').waitFor();
    expect(calls.map((body) => JSON.parse(body).mode)).toEqual(['hybrid', 'hybrid', 'hybrid', 'keyword']);
  });

  test('goes to a retriever that is drawn behind the store, and says when that lets nothing through', async () => {
    const { page, canvas } = suite;
    const id = await openNewFlow(page, suite.url, suite.api);
    await suite.api.upsert(id, FILES);
    await canvas.canvas.focus();
    await page.keyboard.press('/');
    await page.keyboard.type('threshold');
    await page.keyboard.press('Enter');
    await page.keyboard.press('Escape');
    const label = 'Similarity Score Threshold Retriever';
    await canvas.node(label).focus();
    await page.keyboard.press('Enter');
    await page.keyboard.press('c');
    await page.getByRole('dialog', { name: 'Connect to' }).getByText('On the canvas').waitFor();
    await page.keyboard.type('store');
    await page.keyboard.press('Enter');
    await expect.poll(() => canvas.edges.count()).toBe(5);
    const least = canvas.inspector.getByRole('textbox', { name: 'Minimum Similarity Score (%)' });
    await retype(least, '0');
    await canvas.saved();
    await openAsk();
    await page.keyboard.type('Who looks after the hives?');
    await first().getByText('who keeps the bees and sells').waitFor();
    expect(await passages().getByRole('listitem').count()).toBe(3);
    expect(await panel().getByRole('combobox', { name: 'Search by' }).count()).toBe(0);

    await page.getByRole('tab', { name: 'Settings', exact: true }).click();
    await retype(least, '100');
    await canvas.saved();
    await openAsk();
    await question().press('Enter');
    await panel().getByText(`${label} lets no passage through.`).waitFor();
  });
});
