import { describe, expect, test } from 'vitest';
import { browserSkipReason, setUpBrowserSuite } from '../helpers/pages/browser-suite.ts';
import { openNewFlow } from '../helpers/pages/editor-page.ts';

if (browserSkipReason !== undefined)
  console.warn(`\nTHE BROWSER TESTS OF UNDO AND VERSIONS ARE SKIPPED: ${browserSkipReason}.\n`);

describe.skipIf(browserSkipReason !== undefined)('Undo and versions', () => {
  const suite = setUpBrowserSuite();

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

    await page.reload();
    await store.waitFor();
    await page.keyboard.press('Control+z');
    await said.getByText('Undid: removal of “SQLite Record Manager”').waitFor();
    await canvas.saved();
    await page.getByRole('link', { name: 'Runs' }).click();
    await page.getByRole('heading', { name: 'Runs' }).first().waitFor();
    await page.goBack();
    await store.waitFor();
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
});
