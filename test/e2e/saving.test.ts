import type { Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { createNode } from '../../shared/flow/create-node.ts';
import { createStarterFlow } from '../../shared/flow/starter-flow.ts';
import { nodeDefinitions } from '../../shared/nodes/registry.ts';
import { browserSkipReason, setUpBrowserSuite } from '../helpers/pages/browser-suite.ts';
import { type CanvasPage, canvasPage } from '../helpers/pages/canvas-page.ts';
import { openNewFlow } from '../helpers/pages/editor-page.ts';
import { retype } from '../helpers/pages/retype.ts';

if (browserSkipReason !== undefined) console.warn(`\nTHE BROWSER TESTS OF SAVING ARE SKIPPED: ${browserSkipReason}.\n`);

/** More than a page may still send when it is closed. */
const LARGE_CHARACTERS = 200_000;

describe.skipIf(browserSkipReason !== undefined)('Saving', () => {
  const suite = setUpBrowserSuite({ staysLoaded: true });

  async function setCollection(canvas: CanvasPage, name: string): Promise<void> {
    await canvas.node('Local vector').click();
    await canvas.inspector.getByRole('textbox', { name: 'Collection' }).fill(name);
  }

  async function flowDataOf(id: string): Promise<string> {
    const { body } = await suite.api.get(`/chatflows/${id}`);
    return (body as { flowData: string }).flowData;
  }

  /** Opens a flow in a tab that a test can close: the page goes on to the next one. */
  async function openInTab(id: string): Promise<CanvasPage> {
    const tab = await suite.openTab();
    await tab.goto(`${suite.url}/#/flows/${id}`);
    return canvasPage(tab);
  }

  /** Closes a tab as a user does, who would be asked if the page wished so. */
  async function closeTab(tab: Page): Promise<void> {
    const closed = tab.waitForEvent('close');
    await tab.close({ runBeforeUnload: true });
    await closed;
  }

  /** Answers the dialogs that a page shows. */
  function dialogsOf(page: Page): string[] {
    const dialogs: string[] = [];
    page.on('dialog', (dialog) => {
      dialogs.push(dialog.type());
      void dialog.accept();
    });
    return dialogs;
  }

  test('an edit made right before the tab is closed is on the server', async () => {
    const { id } = await suite.api.createFlow(createStarterFlow());
    const tab = await openInTab(id);
    const dialogs = dialogsOf(tab.page);
    await setCollection(tab, 'last-moment');
    await closeTab(tab.page);
    await expect.poll(() => flowDataOf(id)).toContain('last-moment');
    expect(dialogs).toEqual([]);
  });

  test('edits made while the server is away are told of, and saved when it is back; those of a tab that was closed come back', async () => {
    const { id } = await suite.api.createFlow({ ...createStarterFlow(), remarks: 'x'.repeat(LARGE_CHARACTERS) });
    const { page, canvas } = suite;
    const tab = await openInTab(id);
    const dialogs = dialogsOf(tab.page);
    await tab.node('Local vector').waitFor();
    suite.expectFault('ERR_INTERNET_DISCONNECTED');
    await page.context().setOffline(true);
    await setCollection(tab, 'while-away');
    const banner = tab.page.getByRole('alert').filter({ hasText: 'Your changes are not saved yet' });
    await banner.getByText(/kept in this browser/).waitFor();
    await page.context().setOffline(false);
    await tab.saved();
    await banner.waitFor({ state: 'detached' });
    expect(await flowDataOf(id)).toContain('while-away');

    // Whatever the closing tab sends is lost, to its last moment, in which the browser has forgotten that it is to be offline: only what it keeps is left.
    await tab.page.evaluate(() => {
      window.fetch = () => Promise.reject(new TypeError('Failed to fetch'));
    });
    await setCollection(tab, 'large-and-late');
    await closeTab(tab.page);
    expect(dialogs).toEqual([]);
    expect(await flowDataOf(id)).not.toContain('large-and-late');
    await page.goto(`${suite.url}/#/flows/${id}`);
    await canvas.node('Local vector').getByText('large-and-late').waitFor();
    await page.getByText(/which were not saved, are back/).waitFor();
    await canvas.saved();
    expect(await flowDataOf(id)).toContain('large-and-late');
  });

  /** What the browser keeps of flows that are not saved, as text; empty while the page has no database, which looking must not make. */
  function keptDrafts(page: Page): Promise<string> {
    return page.evaluate(
      () =>
        new Promise<string>((resolve, reject) => {
          const opening = indexedDB.open('tributary');
          let isMissing = false;
          opening.onupgradeneeded = () => {
            isMissing = true;
            opening.transaction?.abort();
          };
          opening.onerror = () => (isMissing ? resolve('') : reject(opening.error));
          opening.onsuccess = () => {
            const reading = opening.result.transaction('drafts').objectStore('drafts').getAll();
            reading.onsuccess = () => {
              opening.result.close();
              resolve(JSON.stringify(reading.result));
            };
          };
        }),
    );
  }

  /** From now on nothing of a flow is saved: its server hangs up. */
  async function refuseSaves(): Promise<void> {
    suite.expectFault('ERR_');
    await suite.page
      .context()
      .route('**/api/v1/chatflows/*', (route) =>
        route.request().method() === 'PUT' ? route.abort() : route.fallback(),
      );
  }

  test('a draft has no password that was typed into an address, and is kept again after the data of the site were cleared', async () => {
    const { page, canvas } = suite;
    const { cheerioWebScraper } = nodeDefinitions;
    const nodes = [createNode(cheerioWebScraper, 'web_0', { x: 0, y: 0 })];
    const { id } = await suite.api.createFlow({ nodes, edges: [] });
    await refuseSaves();
    await page.goto(`${suite.url}/#/flows/${id}`);
    await canvas.node('Cheerio Web Scraper').click();
    const address = canvas.inspector.getByRole('textbox', { name: 'URL' });
    await retype(address, 'https://me:hidden-word@example.com/');
    await expect.poll(() => keptDrafts(page)).toContain('me:@example.com');
    expect(await keptDrafts(page)).not.toContain('hidden-word');
    await page.evaluate(
      () =>
        new Promise((resolve, reject) => {
          const clearing = indexedDB.deleteDatabase('tributary');
          clearing.onsuccess = resolve;
          clearing.onerror = reject;
        }),
    );
    await retype(address, 'https://example.com/after-clearing');
    await expect.poll(() => keptDrafts(page)).toContain('after-clearing');
  });

  describe('of a flow that was changed outside its window', () => {
    /** Another tab or a script saves the flow first, then the page. Answers the flow's id. */
    async function editInBoth(): Promise<string> {
      const { page, canvas } = suite;
      suite.expectFault('412');
      const id = await openNewFlow(page, suite.url, suite.api);
      await canvas.node('Local vector').waitFor();
      const { nodes, ...drawing } = createStarterFlow();
      const changed = nodes.map((node) =>
        node.data.name === 'hnsw'
          ? { ...node, data: { ...node.data, inputs: { ...node.data.inputs, collection: 'theirs' } } }
          : node,
      );
      await suite.api.json('PUT', `/chatflows/${id}`, { flowData: JSON.stringify({ ...drawing, nodes: changed }) });
      await canvas.node('Recursive').click();
      await canvas.inspector.getByRole('textbox', { name: 'Chunk size' }).fill('777');
      await page.getByRole('alert').getByText('This flow was changed outside this window').waitFor();
      expect(await flowDataOf(id)).not.toContain('777');
      return id;
    }

    const button = (name: string) => suite.page.getByRole('alert').getByRole('button', { name });

    test('theirs can be taken, and undo brings the own edits back', async () => {
      const { page, canvas } = suite;
      const id = await editInBoth();
      await button('Take theirs').click();
      await canvas.node('Local vector').getByText('theirs').waitFor();
      await canvas.saved();
      expect(await page.getByRole('alert').count()).toBe(0);
      expect(await flowDataOf(id)).toContain('theirs');
      await canvas.canvas.focus();
      await page.keyboard.press('Control+z');
      await canvas.node('Recursive').getByText('777').waitFor();
      await expect.poll(() => flowDataOf(id)).toContain('777');
    });

    test('the question outlives a reload, and so do the own edits, which can be kept', async () => {
      const id = await editInBoth();
      await suite.page.reload();
      await button('Keep mine').waitFor();
      await suite.canvas.node('Recursive').getByText('777').waitFor();
      expect(await flowDataOf(id)).toContain('theirs');
      await button('Keep mine').click();
      await suite.canvas.saved();
      const flowData = await flowDataOf(id);
      expect(flowData).toContain('777');
      expect(flowData).not.toContain('theirs');
    });

    test('the own edits can become a copy', async () => {
      const { page, canvas } = suite;
      const id = await editInBoth();
      await button('Save mine as a copy').click();
      await page.waitForURL((url) => !url.hash.includes(id));
      await canvas.node('Recursive').getByText('777').waitFor();
      expect(await page.getByRole('textbox', { name: 'Name of the flow' }).inputValue()).toMatch(/\(copy/);
      expect(await flowDataOf(id)).toContain('theirs');
      expect(await flowDataOf(page.url().split('/').at(-1) ?? '')).toContain('777');
    });

    test('a flow that was deleted outside its window can be saved as a new one', async () => {
      const { page, canvas } = suite;
      suite.expectFault('404');
      const id = await openNewFlow(page, suite.url, suite.api);
      await canvas.node('Local vector').waitFor();
      await suite.api.call('DELETE', `/chatflows/${id}`);
      await setCollection(canvas, 'rescued');
      await button('Save it as a new flow').click();
      await page.waitForURL((url) => !url.hash.includes(id));
      await canvas.node('Local vector').getByText('rescued').waitFor();
    });
  });
});
