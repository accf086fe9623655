import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { browserSkipReason, setUpBrowserSuite } from '../helpers/pages/browser-suite.ts';
import { editorPage, openNewFlow } from '../helpers/pages/editor-page.ts';
import { warmModel } from '../helpers/servers/warm-model.ts';

if (browserSkipReason !== undefined) console.warn(`\nTHE BROWSER TESTS OF NODES ARE SKIPPED: ${browserSkipReason}.\n`);

const file = new URL('../fixtures/flowise/flowise-unknown-nodes.json', import.meta.url);

describe.skipIf(browserSkipReason !== undefined)('Notes, and nodes that are disabled, collapsed or unknown', () => {
  const suite = setUpBrowserSuite({ staysLoaded: true });
  const note = () => suite.canvas.canvas.getByRole('group', { name: /^Note:/ });
  const field = () => suite.canvas.canvas.getByRole('textbox', { name: 'Text of the note' });
  const undo = () => suite.page.keyboard.press('Control+z');

  async function boxOf(target: ReturnType<typeof note>) {
    const box = await target.boundingBox();
    if (box === null) throw new Error('The note is not on the screen.');
    return box;
  }

  /** Opens the flow anew, as the server has it. */
  async function leaveAndComeBack(): Promise<void> {
    await suite.page.getByRole('link', { name: 'Runs' }).click();
    await suite.page.getByRole('heading', { name: 'Runs' }).first().waitFor();
    await suite.page.goBack();
  }

  async function openFlowOfFlowise(): Promise<void> {
    const flow = JSON.parse(readFileSync(file, 'utf8'));
    const { id } = await suite.api.createFlow(flow);
    await suite.page.goto(`${suite.url}/#/flows/${id}`);
    await suite.canvas.node('Garden index').waitFor();
  }

  test('a note is made, written, coloured, resized and moved by keys alone, each word a step of undo', async () => {
    const { page, canvas } = suite;
    await openNewFlow(page, suite.url, suite.api);
    await canvas.node('File Loader').waitFor();
    await page.keyboard.press('n');
    await expect.poll(() => field().evaluate((element) => element === document.activeElement)).toBe(true);
    await page.keyboard.type('Read this');
    await page.keyboard.press('Enter');
    await page.keyboard.type('first');
    await page.keyboard.press('Escape');
    await canvas.canvas.getByRole('group', { name: 'Note: Read this' }).waitFor();
    expect(await note().evaluate((element) => element === document.activeElement)).toBe(true);
    expect(await canvas.canvas.locator('.sticky-note-text').textContent()).toBe('Read this\nfirst');

    await undo();
    await expect.poll(() => canvas.canvas.locator('.sticky-note-text').textContent()).toBe('Read this\n');
    await page.keyboard.press('Control+Shift+z');
    await page.keyboard.press('Enter');
    await field().waitFor();
    await page.keyboard.press('Escape');

    const place = () => note().evaluate((element) => element.style.transform);
    const before = await place();
    await page.keyboard.press('ArrowUp');
    await expect.poll(place).not.toBe(before);
    await page.keyboard.press('Tab');
    await page.keyboard.press('ArrowRight');
    await expect.poll(() => note().locator('.sticky-note').getAttribute('data-colour')).toBe('blue');
    const { width } = await boxOf(note());
    await page.keyboard.press('Tab');
    await page.keyboard.press('ArrowRight');
    await expect.poll(async () => (await boxOf(note())).width).toBeGreaterThan(width);
    await canvas.saved();
    await leaveAndComeBack();
    await expect.poll(() => note().locator('.sticky-note').getAttribute('data-colour')).toBe('blue');
    expect(await canvas.canvas.locator('.sticky-note-text').textContent()).toBe('Read this\nfirst');
    await note().focus();
    await page.keyboard.press('Enter');
    await page.keyboard.press('Escape');
    await page.keyboard.press('Delete');
    await expect.poll(() => note().count()).toBe(0);
  });

  test('a note is written in place, coloured, resized and dragged by the pointer', async () => {
    const { page, canvas } = suite;
    await openNewFlow(page, suite.url, suite.api);
    await canvas.node('File Loader').waitFor();
    await page.keyboard.press('n');
    await field().fill('Handbook');
    await canvas.canvas.click({ position: { x: 8, y: 8 } });
    await expect.poll(() => field().count()).toBe(0);
    await note().dblclick();
    await field().fill('Handbook, one per department');
    await page.getByRole('radio', { name: 'Green' }).first().check({ force: true });
    await note().getByText('one per department').waitFor();

    const before = await boxOf(note());
    await page.mouse.move(before.x + before.width - 6, before.y + before.height - 6);
    await page.mouse.down();
    await page.mouse.move(before.x + before.width + 90, before.y + before.height + 60, { steps: 5 });
    await page.mouse.up();
    const after = await boxOf(note());
    expect(after.width).toBeGreaterThan(before.width + 40);
    expect(after.height).toBeGreaterThan(before.height + 20);
    await undo();
    await expect.poll(async () => (await boxOf(note())).width).toBeCloseTo(before.width, 0);

    await page.mouse.move(before.x + 30, before.y + before.height / 2);
    await page.mouse.down();
    await page.mouse.move(before.x + 30, before.y + before.height / 2 - 80, { steps: 5 });
    await page.mouse.up();
    expect((await boxOf(note())).y).toBeLessThan(before.y);
  });

  // What is stored without a splitter and without records: test/api/disabled-nodes.test.ts.
  test('disabled nodes are left out of an upsert that says so, and one that is needed stops it, with the way out', async () => {
    const { page, canvas } = suite;
    await warmModel(suite.api);
    await openNewFlow(page, suite.url, suite.api);
    const editor = editorPage(page);
    for (const label of ['Recursive Character', 'SQLite Record Manager']) {
      await canvas.node(label).click();
      await page.keyboard.press('d');
      await canvas.node(label).getByText('Disabled', { exact: true }).waitFor();
    }
    await page.getByRole('region', { name: 'Disabled' }).getByText('Each upsert stores everything again.').waitFor();
    await editor.openUpsert();
    const leftOut = editor.drawer.getByRole('region', { name: 'Left out' });
    await leftOut.getByRole('button', { name: 'SQLite Record Manager' }).waitFor();
    await editor.chooseFiles({ name: 'heron.txt', content: 'The heron stands in the reeds and waits.' });
    await editor.upsert();
    await editor.drawer.getByRole('button', { name: 'Ask a question' }).waitFor();

    await leftOut.getByRole('button', { name: 'Recursive Character Text Splitter' }).click();
    await page.getByRole('region', { name: 'Disabled' }).getByRole('button', { name: 'Enable' }).click();
    await expect.poll(() => canvas.node('Recursive').getByText('Disabled', { exact: true }).count()).toBe(0);
    await undo();
    await canvas.node('Recursive').getByText('Disabled', { exact: true }).waitFor();

    await canvas.node('On-device embedding').focus();
    await page.keyboard.press('Enter');
    await page.keyboard.press('d');
    await editor.drawer.getByText('1 problem to fix first').waitFor();
    await page.getByRole('region', { name: 'Disabled' }).getByText("can't run until you enable it").waitFor();
    await page.keyboard.press('d');
    await expect.poll(() => editor.drawer.getByText('1 problem to fix first').count()).toBe(0);
  });

  test('a collapsed card keeps its wires, takes new ones, and opens again in one step', async () => {
    const { page, canvas } = suite;
    await openNewFlow(page, suite.url, suite.api);
    const store = canvas.node('Local vector store');
    await store.click();
    const { height } = await boxOf(store);
    await page.keyboard.press('e');
    await expect.poll(async () => (await boxOf(store)).height).toBeLessThan(height - 20);
    await expect.poll(() => canvas.edges.count()).toBe(4);
    await canvas.node('On-device embedding').click();
    await page.keyboard.press('Delete');
    await expect.poll(() => canvas.edges.count()).toBe(3);
    await undo();
    await expect.poll(() => canvas.edges.count()).toBe(4);
    await canvas.canvas.getByRole('group', { name: 'Wire from On-device embedding' }).focus();
    await page.keyboard.press('Enter');
    await page.keyboard.press('Escape');
    await canvas.canvas.getByRole('group', { name: 'Wire from On-device embedding' }).focus();
    await page.keyboard.press('Enter');
    await page.keyboard.press('Delete');
    await expect.poll(() => canvas.edges.count()).toBe(3);
    await canvas.drawEdge(
      canvas.handle('On-device', 'Output Embeddings'),
      canvas.handle('Local vector store', 'Input Embeddings'),
    );
    await expect.poll(() => canvas.edges.count()).toBe(4);
    await canvas.saved();
    await leaveAndComeBack();
    await store.waitFor();
    expect((await boxOf(store)).height).toBeLessThan(height - 20);
    await store.focus();
    await page.keyboard.press('Enter');
    await page.keyboard.press('e');
    await expect.poll(() => store.getByText('Record Manager').count()).toBe(1);
  });

  test('unknown nodes are replaced one by one or all at once, and a step of undo brings them back', async () => {
    const { page, canvas } = suite;
    await openFlowOfFlowise();
    await canvas.node('Garden index').click();
    const offers = page.getByRole('region', { name: 'Replace by' });
    const first = offers.getByRole('button').first();
    await first.getByText('Local vector store (HNSW)').waitFor();
    await first.getByText('Keeps Top K and 5 wires.').waitFor();
    await first.focus();
    await page.keyboard.press('Enter');
    // From afar a card shows its label only: the inspector says what the node is.
    await expect.poll(() => canvas.inspector.getByRole('textbox', { name: 'Top K' }).inputValue()).toBe('6');
    await canvas.node('Garden index').focus();
    await undo();
    await offers.waitFor();

    await page.keyboard.press('Escape');
    await editorPage(page).openUpsert();
    const all = page.getByRole('region', { name: 'Nodes that are not available here' }).first();
    await all.getByText('AWS Bedrock Embedding').waitFor();
    await all.getByRole('button', { name: 'Replace all 2' }).click();
    await canvas.node('On-device embedding').waitFor();
    await expect.poll(() => page.getByText('problem to fix first').count()).toBe(0);
    await canvas.canvas.click({ position: { x: 8, y: 8 } });
    await undo();
    await canvas.node('AWS Bedrock Embedding').waitFor();

    await page.keyboard.press('Control+k');
    await page.keyboard.type('replace nodes');
    await page.keyboard.press('Enter');
    await canvas.node('On-device embedding').waitFor();
    await canvas.saved();
  });
});
