import type { Page } from 'playwright-core';
import { createStarterFlow } from '../../shared/flow/starter-flow.ts';

/** A flow of its own, drawn with its wires. */
export async function openStarterFlow(page: Page, url: string): Promise<void> {
  const data = { name: 'Handbook', flowData: JSON.stringify(createStarterFlow()) };
  const created: unknown = await (await page.request.post(`${url}/api/v1/chatflows`, { data })).json();
  if (typeof created !== 'object' || created === null || !('id' in created))
    throw new Error('The flow was not created.');
  await page.goto(`${url}/#/flows/${created.id}`);
  await page.locator('.react-flow__node').nth(4).waitFor();
  await page.locator('.react-flow__edge').nth(3).waitFor({ state: 'attached' });
}

/** Selects the wire between the loader and the store by keys. */
async function selectWire(page: Page): Promise<void> {
  await page.getByRole('group', { name: /^Wire from File Loader/ }).focus();
  await page.keyboard.press('Enter');
}

/** Changing a flow on the canvas. */
export const editingStates = {
  async 'node-menu'(page, url) {
    await openStarterFlow(page, url);
    await page.locator('.react-flow__node', { hasText: 'File Loader' }).click({ button: 'right' });
    await page.getByRole('menu', { name: 'Menu of the node' }).waitFor();
  },
  async 'canvas-menu'(page, url) {
    await openStarterFlow(page, url);
    await page.locator('.react-flow__pane').click({ button: 'right', position: { x: 40, y: 160 } });
    await page.getByRole('menu', { name: 'Menu of the canvas' }).waitFor();
  },
  async 'wire-tools'(page, url) {
    await openStarterFlow(page, url);
    await selectWire(page);
    await page.getByRole('button', { name: /^Add a node on wire/ }).waitFor();
  },
  async 'wire-list'(page, url) {
    await openStarterFlow(page, url);
    await selectWire(page);
    await page.keyboard.press('i');
    await page.getByRole('dialog', { name: 'Add on the wire' }).waitFor();
  },
  async 'node-renamed'(page, url) {
    await openStarterFlow(page, url);
    await page.locator('.react-flow__node', { hasText: 'On-device' }).click();
    await page.keyboard.press('F2');
    await page.getByRole('textbox', { name: 'Name of the node' }).waitFor();
  },
  async 'align-guides'(page, url) {
    await openStarterFlow(page, url);
    const store = await page.locator('.react-flow__node', { hasText: 'Local vector' }).boundingBox();
    const loader = await page.locator('.react-flow__node', { hasText: 'File Loader' }).boundingBox();
    if (store === null || loader === null) throw new Error('The nodes are not on the screen.');
    const [x, y] = [store.x + 80, store.y + 20];
    await page.mouse.move(x, y);
    await page.mouse.down();
    await page.mouse.move(x + 20, y - 20, { steps: 3 });
    const lines = page.locator('.align-guide');
    // It moves in steps of the grid, which begin where it was grabbed.
    for (let step = 0; step < 20 && (await lines.count()) === 0; step += 1) {
      await page.mouse.move(x + 20, y + loader.y - store.y - 20 + 2 * step);
    }
    await lines.first().waitFor();
  },
} satisfies Record<string, (page: Page, url: string) => Promise<void>>;
