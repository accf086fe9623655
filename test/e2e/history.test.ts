import { describe, expect, test } from 'vitest';
import { browserSkipReason, setUpBrowserSuite } from '../helpers/pages/browser-suite.ts';
import { openNewFlow } from '../helpers/pages/editor-page.ts';

if (browserSkipReason !== undefined)
  console.warn(`\nTHE BROWSER TESTS OF UNDO AND VERSIONS ARE SKIPPED: ${browserSkipReason}.\n`);

describe.skipIf(browserSkipReason !== undefined)('Undo and versions', () => {
  const suite = setUpBrowserSuite({ staysLoaded: true });

  test('undo says what it took back, shows where, and its button says what is next', async () => {
    const { page, canvas } = suite;
    await openNewFlow(page, suite.url, suite.api);
    const store = canvas.node('Local vector store');
    await store.waitFor();
    const said = page.getByRole('status', { name: 'Undo and redo' });
    const undo = canvas.canvas.getByRole('button', { name: 'Undo' });

    await canvas.node('Recursive Character Text Splitter').focus();
    await page.keyboard.press('Enter');
    await page.keyboard.press('ArrowUp');
    await page.keyboard.press('Control+a');
    await page.keyboard.press('Control+d');
    await page.keyboard.press('Delete');
    await expect.poll(() => canvas.nodes.count()).toBe(5);

    await page.keyboard.press('Control+z');
    await said.getByText('Undid: removal of 5 nodes').waitFor();
    await expect.poll(() => canvas.canvas.locator('.react-flow__node.selected').count()).toBe(5);
    await page.keyboard.press('Control+z');
    await said.getByText('Undid: duplicate of 5 nodes').waitFor();
    await undo.hover();
    await page.getByRole('tooltip').getByText('Undo: move of “Recursive Character Text Splitter”').waitFor();

    // Out of sight, a touched node is brought back into it, and marked.
    const area = await canvas.canvas.boundingBox();
    if (area === null) throw new Error('The canvas is not on the screen.');
    await page.mouse.move(area.x + area.width - 20, area.y + 20);
    const loader = canvas.node('Recursive Character Text Splitter');
    const isInSight = async () => {
      const box = await loader.boundingBox();
      return box !== null && box.x + box.width > area.x && box.y < area.y + area.height;
    };
    await page.mouse.wheel(0, -5000);
    await expect.poll(isInSight).toBe(false);
    await undo.click();
    await said.getByText('Undid: move of “Recursive Character Text Splitter”').waitFor();
    await expect.poll(isInSight).toBe(true);
    const flashes = () => page.evaluate(() => document.getAnimations().filter(({ id }) => id === 'flash').length);
    await expect.poll(flashes).toBe(1);
    expect(await undo.isDisabled()).toBe(true);
    await page.keyboard.press('Control+Shift+z');
    await said.getByText('Redid: move of “Recursive Character Text Splitter”').waitFor();
  });

  test('undo and redo go on after leaving the flow and after a reload, but not over a change from elsewhere', async () => {
    const { page, canvas } = suite;
    const id = await openNewFlow(page, suite.url, suite.api);
    const store = canvas.node('Local vector store');
    const said = page.getByRole('status', { name: 'Undo and redo' });
    await store.click();
    await canvas.inspector.getByRole('textbox', { name: 'Top K' }).fill('7');
    await canvas.inspector.getByRole('textbox', { name: 'Collection' }).fill('reports');
    await canvas.node('SQLite Record Manager').click();
    await page.keyboard.press('Delete');
    await expect.poll(() => canvas.nodes.count()).toBe(4);
    await canvas.saved();

    await page.getByRole('link', { name: 'Runs' }).click();
    await page.getByRole('heading', { name: 'Runs' }).first().waitFor();
    await page.goBack();
    await store.waitFor();
    await page.keyboard.press('Control+z');
    await said.getByText('Undid: removal of “SQLite Record Manager”').waitFor();
    await canvas.canvas.getByRole('button', { name: 'Undo' }).click();
    await said.getByText('Undid: change of Collection in “Local vector store (HNSW)”').waitFor();
    await canvas.canvas.getByRole('button', { name: 'Redo' }).click();
    await said.getByText('Redid: change of Collection').waitFor();
    await canvas.canvas.getByRole('button', { name: 'Redo' }).click();
    await said.getByText('Redid: removal of “SQLite Record Manager”').waitFor();
    // Right after an edit, before the server has it.
    await page.reload();
    await store.waitFor();
    await page.keyboard.press('Control+z');
    await expect.poll(() => canvas.nodes.count()).toBe(5);
    await canvas.saved();

    await page.goto(`${suite.url}/#/`);
    await page.getByRole('button', { name: 'New flow', exact: true }).waitFor();
    await suite.api.json('PUT', `/chatflows/${id}`, { flowData: JSON.stringify({ nodes: [], edges: [] }) });
    await page.goto(`${suite.url}/#/flows/${id}`);
    await page.getByText('Your flow begins here').waitFor();
    expect(await canvas.canvas.getByRole('button', { name: 'Undo' }).isDisabled()).toBe(true);
  });

  test('versions are kept, compared, named, restored as one step and removed, by pointer', async () => {
    const { page, canvas } = suite;
    await openNewFlow(page, suite.url, suite.api);
    const store = canvas.node('Local vector store');
    await store.click();
    await canvas.inspector.getByRole('textbox', { name: 'Top K' }).fill('7');
    await canvas.saved();

    await page
      .getByRole('banner')
      .getByRole('button', { name: /^Saved/ })
      .click();
    await page.getByRole('menuitem', { name: 'Versions' }).click();
    const panel = page.getByRole('region', { name: 'Versions' });
    const rows = panel.getByRole('list', { name: 'Earlier versions' }).getByRole('button');
    await rows.filter({ hasText: 'The first one that is kept' }).waitFor();
    await panel.getByText(/^Top K \S+ → 7$/).waitFor();

    await panel.getByRole('button', { name: 'Keep this version' }).click();
    await panel.getByRole('textbox', { name: 'Name of the version' }).fill('Seven hits');
    await panel.getByRole('button', { name: 'Keep', exact: true }).click();
    await rows.filter({ hasText: 'Seven hits' }).waitFor();
    expect(await rows.count()).toBe(2);
    await panel.getByText('Nothing changed').waitFor();

    await canvas.node('SQLite Record Manager').click();
    await page.keyboard.press('Delete');
    await panel.getByText('1 node removed').waitFor();
    await canvas.saved();
    await rows.filter({ hasText: 'Seven hits' }).click();
    const changes = panel.getByRole('list', { name: 'What differs' });
    await changes.getByText('Removed: SQLite Record Manager').waitFor();
    expect(await changes.getByRole('listitem').count()).toBe(2);

    await panel.getByRole('button', { name: 'Restore this version' }).click();
    await page.getByText(/^The flow is as it was:/).waitFor();
    await expect.poll(() => canvas.nodes.count()).toBe(5);
    await panel.getByRole('button', { name: 'The flow is like this now' }).waitFor();
    await panel.getByRole('button', { name: 'All versions' }).click();
    await rows.filter({ hasText: 'Before an earlier version came back' }).waitFor();
    expect(await rows.count()).toBe(3);
    await canvas.canvas.getByRole('button', { name: 'Undo' }).click();
    await page.getByText('Undid: return to an earlier version').waitFor();
    await expect.poll(() => canvas.nodes.count()).toBe(4);

    await rows.filter({ hasText: 'Seven hits' }).click();
    await panel.getByRole('button', { name: 'Remove' }).click();
    await expect.poll(() => rows.count()).toBe(2);
    await panel.getByRole('button', { name: 'Close versions' }).click();
    await panel.waitFor({ state: 'hidden' });
  });

  test('versions are shown, compared, named and restored by keys alone', async () => {
    const { page, canvas } = suite;
    await openNewFlow(page, suite.url, suite.api);
    await canvas.node('SQLite Record Manager').focus();
    await page.keyboard.press('Enter');
    const openByKeys = async () => {
      await page.keyboard.press('Control+k');
      await page.getByPlaceholder('A flow, a store, a file, a command or a question').fill('Versions of the flow');
      await page.keyboard.press('Enter');
    };
    await openByKeys();
    const panel = page.getByRole('region', { name: 'Versions' });
    await panel.getByText('Earlier versions will be here').waitFor();
    await page.keyboard.press('Escape');
    await panel.waitFor({ state: 'hidden' });

    await canvas.node('SQLite Record Manager').focus();
    await page.keyboard.press('Enter');
    await page.keyboard.press('Delete');
    await expect.poll(() => canvas.nodes.count()).toBe(4);
    await canvas.saved();
    await openByKeys();
    const first = panel.getByRole('list', { name: 'Earlier versions' }).getByRole('button').first();
    await first.waitFor();
    for (let stops = 0; stops < 6 && !(await first.evaluate((one) => one === document.activeElement)); stops += 1)
      await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
    await panel.getByRole('list', { name: 'What differs' }).waitFor();

    const rename = panel.getByRole('button', { name: 'Name this version' });
    await page.keyboard.press('Tab');
    expect(await rename.evaluate((one) => one === document.activeElement)).toBe(true);
    await page.keyboard.press('Enter');
    await page.keyboard.type('With records');
    await page.keyboard.press('Enter');
    await panel.getByRole('heading', { name: 'With records' }).waitFor();
    await panel.getByRole('button', { name: 'Restore this version' }).focus();
    await page.keyboard.press('Enter');
    await expect.poll(() => canvas.nodes.count()).toBe(5);
    await page.keyboard.press('Escape');
    await panel.getByRole('list', { name: 'Earlier versions' }).waitFor();
    await page.keyboard.press('Escape');
    await panel.waitFor({ state: 'hidden' });
  });
});
