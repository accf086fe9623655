import { describe, expect, test } from 'vitest';
import { browserSkipReason, setUpBrowserSuite } from '../helpers/pages/browser-suite.ts';
import { createEmptyFlow, openNewFlow } from '../helpers/pages/editor-page.ts';

if (browserSkipReason !== undefined)
  console.warn(`\nTHE BROWSER TESTS OF THE CANVAS ARE SKIPPED: ${browserSkipReason}.\n`);

describe.skipIf(browserSkipReason !== undefined)('The canvas', () => {
  const suite = setUpBrowserSuite({ staysLoaded: true });

  async function newEmptyFlow(): Promise<void> {
    const { page } = suite;
    await page.goto(`${suite.url}/#/`);
    await createEmptyFlow(page);
  }

  /** Opens the flow anew, as the server has it. */
  async function leaveAndComeBack(): Promise<void> {
    await suite.page.getByRole('link', { name: 'Runs' }).click();
    await suite.page.getByRole('heading', { name: 'Runs' }).first().waitFor();
    await suite.page.goBack();
  }

  test('a flow is drawn, a wrong edge is refused in words, a value is set, undone and redone, and a reload has it all', async () => {
    const { page, canvas } = suite;
    await page.emulateMedia({ reducedMotion: 'no-preference' });
    await newEmptyFlow();
    await canvas.dragIn('File Loader', 160, 120);
    await canvas.dragIn('On-device embedding', 160, 340);
    // Half above the canvas: the view moves to it.
    await canvas.dragIn('Local vector store (HNSW)', 560, 10);
    const store = 'Local vector store';
    const document = canvas.handle('File Loader', 'Output Document');

    const reason = 'Local vector store (HNSW) takes an embedding model here.';
    await canvas.drawEdge(document, canvas.handle(store, 'Input Embeddings'), async () => {
      await canvas.canvas.getByText(reason).waitFor();
      await expect.poll(() => canvas.canvas.locator('.handle-row[data-state="fits"]').count()).toBe(1);
    });
    await page.getByRole('listitem').getByText(reason).waitFor();
    await expect.poll(() => canvas.edges.count()).toBe(0);

    await canvas.drawEdge(document, canvas.handle(store, 'Input Document'));
    await canvas.drawEdge(canvas.handle('On-device', 'Output Embeddings'), canvas.handle(store, 'Input Embeddings'));
    await canvas.edges.nth(1).waitFor();

    await canvas.node(store).click();
    await canvas.inspector.getByRole('textbox', { name: 'Top K' }).fill('7');
    await canvas.inspector.getByRole('textbox', { name: 'Collection' }).fill('reports');
    await canvas.node(store).getByText('reports').waitFor();
    await page.keyboard.press('Control+z');
    await canvas.node(store).getByText("This flow's own collection").waitFor();
    await page.keyboard.press('Control+Shift+z');
    await canvas.node(store).getByText('reports').waitFor();

    const name = page.getByRole('textbox', { name: 'Name of the flow' });
    await name.fill('Quarterly reports');
    await name.press('Enter');
    await canvas.saved();
    await page.reload();
    await canvas.node(store).getByText('reports').waitFor();
    expect(await name.inputValue()).toBe('Quarterly reports');
    await expect.poll(() => canvas.nodes.count()).toBe(3);
    await expect.poll(() => canvas.edges.count()).toBe(2);
    await canvas.ready();
  });

  test('a flow is built by keys alone', async () => {
    const { page, canvas } = suite;
    await newEmptyFlow();
    for (const word of ['any', 'offline', 'hnsw']) {
      await page.keyboard.press('/');
      await page.keyboard.type(word);
      await page.keyboard.press('Enter');
      await page.keyboard.press('Escape');
    }
    await expect.poll(() => canvas.nodes.count()).toBe(3);
    for (const label of ['File Loader', 'On-device embedding']) {
      await canvas.node(label).focus();
      await page.keyboard.press('Enter');
      await page.keyboard.press('c');
      await page.getByRole('dialog', { name: 'Connect to' }).getByText('On the canvas').waitFor();
      await page.keyboard.press('Enter');
    }
    await expect.poll(() => canvas.edges.count()).toBe(2);

    const place = () => canvas.node('On-device').evaluate((element) => element.style.transform);
    await canvas.node('On-device').focus();
    const before = await place();
    await page.keyboard.press('ArrowDown');
    expect(await place()).not.toBe(before);

    await page.keyboard.press('Delete');
    await expect.poll(() => canvas.nodes.count()).toBe(2);
    await expect.poll(() => canvas.edges.count()).toBe(1);
    await page.keyboard.press('Control+z');
    await canvas.node('On-device').waitFor();
    await expect.poll(() => canvas.edges.count()).toBe(2);

    await page.keyboard.press('Control+Enter');
    await page.getByRole('region', { name: 'Upsert', exact: true }).waitFor();
  });

  test('a node is saved where it was let go of, and its drag is one step of undo', async () => {
    const { page, canvas } = suite;
    await openNewFlow(page, suite.url, suite.api);
    const node = canvas.node('On-device');
    const place = () => node.evaluate((element) => element.style.transform);
    const before = await place();
    const box = await node.boundingBox();
    if (box === null) throw new Error('The node is not on the screen.');
    await page.mouse.move(box.x + 40, box.y + 10);
    await page.mouse.down();
    await page.mouse.move(box.x + 40, box.y + 210, { steps: 6 });
    // No panel opens in the middle of a drag.
    await page.locator('.react-flow__node.selected').waitFor();
    expect(await canvas.inspector.count()).toBe(0);
    await page.mouse.up();
    await page.getByRole('region', { name: 'On-device embedding', exact: true }).waitFor();
    const after = await place();
    expect(after).not.toBe(before);
    await page.keyboard.press('Control+z');
    await expect.poll(place).toBe(before);
    await page.keyboard.press('Control+Shift+z');
    await expect.poll(place).toBe(after);
    await canvas.saved();
    await leaveAndComeBack();
    await expect.poll(place).toBe(after);
  });

  test('nodes are copied with their edges, pasted and duplicated, each as one step', async () => {
    const { page, canvas } = suite;
    await openNewFlow(page, suite.url, suite.api);
    await canvas.node('SQLite Record Manager').waitFor();
    await canvas.canvas.focus();
    await page.keyboard.press('Control+a');
    await page.keyboard.press('Control+c');
    await page.keyboard.press('Control+v');
    await canvas.nodes.nth(9).waitFor();
    await canvas.edges.nth(7).waitFor();
    await page.keyboard.press('Control+d');
    await canvas.nodes.nth(14).waitFor();
    await page.keyboard.press('Control+z');
    await page.keyboard.press('Control+z');
    await expect.poll(() => canvas.nodes.count()).toBe(5);
    await expect.poll(() => canvas.edges.count()).toBe(4);
  });

  test('an edge is removed by its button and by its end, and a drop on the canvas offers what fits', async () => {
    const { page, canvas } = suite;
    await openNewFlow(page, suite.url, suite.api);
    const manager = canvas.handle('SQLite Record Manager', 'Output Record Manager');
    await manager.waitFor();
    const edge = canvas.canvas.getByRole('group', {
      name: 'Wire from SQLite Record Manager to Local vector store (HNSW)',
    });
    await edge.focus();
    await page.keyboard.press('Enter');
    await page.getByRole('button', { name: /^Remove wire from SQLite/ }).click();
    await expect.poll(() => canvas.edges.count()).toBe(3);

    await canvas.drawEdge(
      canvas.handle('Recursive', 'Output Text Splitter'),
      page.getByRole('button', { name: 'Zoom in' }),
    );
    await expect.poll(() => canvas.edges.count()).toBe(3);
    await page.keyboard.press('Escape');

    const box = await canvas.canvas.boundingBox();
    const empty = { x: (box?.x ?? 0) + 120, y: (box?.y ?? 0) + 120 };
    await canvas.node('Local vector').click();
    await page.keyboard.press('Delete');
    await canvas.drawEdge(manager, empty);
    const menu = page.getByRole('dialog', { name: 'Connect to' });
    await menu.getByText('Local vector store (HNSW)').click();
    await canvas.node('Local vector').waitFor();
    await expect.poll(() => canvas.edges.count()).toBe(2);
  });

  test('a wrong value is said at its field alone: the card has a mark, and the checklist leads to the node', async () => {
    const { page, canvas } = suite;
    await openNewFlow(page, suite.url, suite.api);
    await canvas.node('Recursive').click();
    await canvas.inspector.getByRole('textbox', { name: 'Chunk size' }).fill('100');
    await canvas.inspector.getByText('Must be smaller than the chunk size').waitFor();
    await canvas.node('Recursive').getByText('1 problem').waitFor();
    expect(await page.getByText(/must be smaller than the chunk size/i).count()).toBe(1);
    await page.getByRole('banner').getByRole('button', { name: '1 problem' }).click();
    await canvas.inspector.getByText(/must be smaller than the chunk size/).click();
    await canvas.inspector.getByRole('textbox', { name: 'Chunk overlap' }).fill('20');
    await canvas.node('Recursive').getByText('100 / 20').waitFor();
  });

  test('changes that cannot be saved stay, say so, and are saved when the server is back', async () => {
    const { page, canvas } = suite;
    await openNewFlow(page, suite.url, suite.api);
    await canvas.node('Local vector').click();
    // The browser itself reports the requests that were cut off.
    suite.expectFault('ERR_FAILED');
    let isDown = true;
    await page.route('**/api/v1/chatflows/*', (route) =>
      isDown && route.request().method() === 'PUT' ? route.abort() : route.continue(),
    );
    await canvas.inspector.getByRole('textbox', { name: 'Collection' }).fill('kept');
    const alert = page.getByRole('alert');
    await alert.getByText('Your changes are not saved yet').waitFor();
    await page.getByRole('banner').getByText('Not saved').waitFor();
    isDown = false;
    await alert.getByRole('button', { name: 'Save now' }).click();
    await canvas.saved();
    await leaveAndComeBack();
    await canvas.node('Local vector').getByText('kept').waitFor();
  });
});
