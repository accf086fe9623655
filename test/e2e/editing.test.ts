import { describe, expect, test } from 'vitest';
import { browserSkipReason, setUpBrowserSuite } from '../helpers/pages/browser-suite.ts';
import { editingPage } from '../helpers/pages/editing-page.ts';

if (browserSkipReason !== undefined)
  console.warn(`\nTHE BROWSER TESTS OF EDITING ARE SKIPPED: ${browserSkipReason}.\n`);

const STORE = 'Local vector store (HNSW)';
const DOCUMENTS = `Wire from File Loader to ${STORE}`;
const SPLITS = 'Wire from Recursive Character Text Splitter to File Loader';

describe.skipIf(browserSkipReason !== undefined)('Editing on the canvas', () => {
  const suite = setUpBrowserSuite({ staysLoaded: true });

  const { open, edge, menu, item, placeOf, middleOf, pointOf, covered } = editingPage(suite);

  test('a layout is tidied as one step, by key and from the menu', async () => {
    const { page, canvas } = suite;
    await open();
    const before = await placeOf('File Loader');
    await canvas.node('File Loader').focus();
    await page.keyboard.press('Enter');
    for (let step = 0; step < 12; step += 1) await page.keyboard.press('Shift+ArrowDown');
    const moved = await placeOf('File Loader');
    expect(moved).not.toBe(before);
    await page.keyboard.press('Escape');
    await page.keyboard.press('Shift+Alt+T');
    await expect.poll(() => placeOf('File Loader')).not.toBe(moved);
    expect(await covered()).toBe(0);
    const tidied = await placeOf('File Loader');
    await page.keyboard.press('Control+z');
    await expect.poll(() => placeOf('File Loader')).toBe(moved);

    await canvas.canvas.locator('.react-flow__pane').click({ button: 'right', position: { x: 30, y: 300 } });
    await menu('Menu of the canvas').waitFor();
    await item('Tidy the layout').click();
    await expect.poll(() => placeOf('File Loader')).toBe(tidied);
  });

  test('menus of node, edge and canvas do what their lines say, by pointer and by key', async () => {
    const { page, canvas } = suite;
    await open();
    await canvas.node('On-device').click({ button: 'right' });
    await menu('Menu of the node').waitFor();
    await item('Duplicate').click();
    await expect.poll(() => canvas.nodes.count()).toBe(6);
    expect(await covered()).toBe(0);

    await canvas.node('SQLite Record Manager').focus();
    await page.keyboard.press('Shift+F10');
    await menu('Menu of the node').waitFor();
    await page.keyboard.press('End');
    await page.keyboard.press('Enter');
    await expect.poll(() => canvas.nodes.count()).toBe(5);

    await edge(DOCUMENTS).focus();
    await page.keyboard.press('Shift+F10');
    await menu('Menu of the wire').waitFor();
    await page.keyboard.press('Escape');
    await expect.poll(() => edge(DOCUMENTS).evaluate((element) => element === document.activeElement)).toBe(true);
    const at = await pointOf(DOCUMENTS);
    await page.mouse.click(at.x, at.y, { button: 'right' });
    await item('Delete').click();
    await expect.poll(() => canvas.edges.count()).toBe(2);
  });

  test('a selected node has its tools beside it', async () => {
    const { page, canvas } = suite;
    await open();
    const tools = page.getByRole('toolbar', { name: 'Node', exact: true });
    await canvas.node('Local vector').click();
    await tools.getByRole('button', { name: 'Upsert into this store' }).click();
    await page.getByRole('region', { name: 'Upsert', exact: true }).waitFor();
    await canvas.node('Recursive').click();
    await tools.getByRole('button', { name: 'Duplicate' }).click();
    await expect.poll(() => canvas.nodes.count()).toBe(6);
    await tools.getByRole('button', { name: 'Disable or enable' }).click();
    await page.keyboard.press('Control+z');
    await tools.getByRole('button', { name: 'Delete' }).click();
    await expect.poll(() => canvas.nodes.count()).toBe(5);
    const chooser = page.waitForEvent('filechooser');
    await canvas.node('File Loader').click();
    await tools.getByRole('button', { name: 'Preview chunks' }).click();
    await (await chooser).setFiles({ name: 'a.txt', mimeType: 'text/plain', buffer: Buffer.from('Bees like thyme.') });
    await canvas.inspector.getByText('Bees like thyme.').waitFor();
    await canvas.node('File Loader').focus();
    await page.keyboard.press('Control+a');
    await expect.poll(() => tools.count()).toBe(0);
  });

  test('a node is renamed where its name stands', async () => {
    const { page, canvas } = suite;
    await open();
    await canvas.node('File Loader').getByText('File Loader', { exact: true }).dblclick();
    const field = canvas.canvas.getByRole('textbox', { name: 'Name of the node' });
    await field.fill('Letters');
    await field.press('Enter');
    await canvas.node('Letters').waitFor();
    await page.keyboard.press('F2');
    await field.fill('Thrown away');
    await field.press('Escape');
    await canvas.node('Letters').waitFor();
    await page.keyboard.press('F2');
    await field.fill('Reports');
    await canvas.canvas.locator('.react-flow__pane').click({ position: { x: 30, y: 300 } });
    await canvas.node('Reports').waitFor();
    await page.keyboard.press('Control+z');
    await canvas.node('Letters').waitFor();
    await page.keyboard.press('Control+z');
    await canvas.node('File Loader').waitFor();
  });

  test('a node is put on an edge from its list, by pointer and by key', async () => {
    const { page, canvas } = suite;
    await open();
    const at = await pointOf(DOCUMENTS);
    await page.mouse.move(at.x, at.y);
    await page.getByRole('button', { name: /^Add a node on wire from File Loader/ }).click();
    const list = page.getByRole('dialog', { name: 'Add on the wire' });
    await list.getByText(`Into ${STORE}`).waitFor();
    await list.getByRole('combobox').fill('csv');
    await page.keyboard.press('Enter');
    await canvas.node('CSV File').waitFor();
    await expect.poll(() => canvas.edges.count()).toBe(5);
    expect(await covered()).toBe(0);

    await edge(SPLITS).focus();
    await page.keyboard.press('Enter');
    await page.keyboard.press('i');
    await list.getByText('In place of Recursive Character Text Splitter').waitFor();
    await list.getByRole('combobox').fill('token');
    await page.keyboard.press('Enter');
    await edge('Wire from Token Text Splitter to File Loader').waitFor({ state: 'attached' });
    await expect.poll(() => canvas.edges.count()).toBe(5);
    await page.keyboard.press('Control+z');
    await edge(SPLITS).waitFor({ state: 'attached' });
    await expect.poll(() => canvas.nodes.count()).toBe(6);
  });

  test('a node from the list or from the canvas that is dropped on an edge joins it, and the edge glows before', async () => {
    const { page, canvas } = suite;
    await open();
    await edge(SPLITS).focus();
    await page.keyboard.press('Enter');
    await page.keyboard.press('Delete');
    await expect.poll(() => canvas.edges.count()).toBe(3);
    await canvas.openPalette();
    const option = canvas.palette.getByRole('option', { name: 'Token Text Splitter', exact: true }).last();
    await option.scrollIntoViewIfNeeded();
    const from = await middleOf(option);
    const to = await pointOf(DOCUMENTS);
    await page.mouse.move(from.x, from.y);
    await page.mouse.down();
    await page.mouse.move(from.x + 40, from.y + 10, { steps: 3 });
    await page.mouse.move(to.x, to.y, { steps: 6 });
    // The browser tells the page of a move when the next one comes.
    await page.mouse.move(to.x + 1, to.y + 1);
    await canvas.canvas.getByText('Connect to File Loader').waitFor();
    await page.mouse.up();
    await edge('Wire from Token Text Splitter to File Loader').waitFor({ state: 'attached' });
    expect(await covered()).toBe(0);
    await page.keyboard.press('Control+z');
    await expect.poll(() => canvas.nodes.count()).toBe(5);
    await expect.poll(() => canvas.edges.count()).toBe(3);

    // One without wires that stands on the canvas, as one step with its drag.
    const before = await placeOf('Recursive');
    const head = await middleOf(canvas.node('Recursive').getByText('Recursive Character'));
    const edgeAt = await pointOf(DOCUMENTS);
    await page.mouse.move(head.x, head.y);
    await page.mouse.down();
    await page.mouse.move(head.x + 20, head.y + 60, { steps: 3 });
    await page.mouse.move(edgeAt.x, edgeAt.y, { steps: 6 });
    await canvas.canvas.getByText('Connect to File Loader').waitFor();
    await page.mouse.up();
    await edge(SPLITS).waitFor({ state: 'attached' });
    expect(await placeOf('Recursive')).not.toBe(before);
    await page.keyboard.press('Control+z');
    await expect.poll(() => canvas.edges.count()).toBe(3);
    expect(await placeOf('Recursive')).toBe(before);
  });

  test('a dragged node comes into line with those around it', async () => {
    const { page, canvas } = suite;
    await open();
    const lines = canvas.canvas.locator('.align-guide[data-axis="x"]');
    const left = async (label: string) => (await middleOf(canvas.node(label))).x;
    const head = await middleOf(canvas.node('Local vector').getByText('Local vector'));
    const dx = (await left('File Loader')) - (await left('Local vector')) + 4;
    await page.mouse.move(head.x, head.y);
    await page.mouse.down();
    await page.mouse.move(head.x + 30, head.y - 30, { steps: 3 });
    // It moves in steps of the grid, which begin where it was grabbed.
    for (let step = 0; step < 20 && (await lines.count()) === 0; step += 1) {
      await page.mouse.move(head.x + dx - 20 + 2 * step, head.y + 210);
    }
    await lines.first().waitFor();
    await page.mouse.up();
    await expect.poll(() => lines.count()).toBe(0);
    await expect.poll(async () => Math.abs((await left('Local vector')) - (await left('File Loader')))).toBeLessThan(1);
  });

  test('an edge is moved by the input where it ends, and removed on the empty canvas', async () => {
    const { page, canvas } = suite;
    await open();
    const input = canvas.handle('File Loader', 'Input Text Splitter');
    const grab = async (dx: number, dy: number) => {
      const { x, y } = await middleOf(input);
      await page.mouse.move(x, y);
      await page.mouse.down();
      await page.mouse.move(x + dx, y + dy, { steps: 5 });
      await page.mouse.up();
    };
    await grab(2, 1);
    expect(await canvas.edges.count()).toBe(4);
    const pane = await canvas.canvas.boundingBox();
    const { x, y } = await middleOf(input);
    await grab((pane?.x ?? 0) + 60 - x, (pane?.y ?? 0) + 120 - y);
    await expect.poll(() => canvas.edges.count()).toBe(3);
    await page.keyboard.press('Control+z');
    await expect.poll(() => canvas.edges.count()).toBe(4);

    await canvas.node('File Loader').click();
    await page.keyboard.press('Control+d');
    await expect.poll(() => canvas.nodes.count()).toBe(6);
    await page.keyboard.press('1');
    const copy = canvas.nodes.filter({ hasText: 'File Loader' }).last();
    const other = copy.getByRole('img', { name: /^Input Text Splitter,/ });
    await canvas.drawEdge(input.first(), other);
    await expect.poll(() => other.getAttribute('aria-label')).toContain(', connected');
    expect(await canvas.edges.count()).toBe(4);
  });

  test('nodes are pasted where the pointer is', async () => {
    const { page, canvas } = suite;
    await open();
    await canvas.node('On-device').click();
    await page.keyboard.press('Control+c');
    const pane = await canvas.canvas.boundingBox();
    if (pane === null) throw new Error('There is no canvas.');
    const at = { x: pane.x + 120, y: pane.y + pane.height - 170 };
    await page.mouse.move(at.x, at.y);
    await page.keyboard.press('Control+v');
    await expect.poll(() => canvas.nodes.count()).toBe(6);
    const box = await canvas.nodes.last().boundingBox();
    expect(Math.abs((box?.x ?? 0) - at.x)).toBeLessThan(30);
    expect(Math.abs((box?.y ?? 0) - at.y)).toBeLessThan(30);
  });
});
