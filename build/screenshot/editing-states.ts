import type { Page } from 'playwright-core';
import { type FlowDocument, parseFlowDocument } from '../../shared/flow/flow-document.ts';
import { createStarterFlow } from '../../shared/flow/starter-flow.ts';

/** Makes a flow of these fields, and opens it. */
export async function openMadeFlow(page: Page, url: string, data: unknown): Promise<void> {
  const created: unknown = await (await page.request.post(`${url}/api/v1/chatflows`, { data })).json();
  if (typeof created !== 'object' || created === null || !('id' in created))
    throw new Error('The flow was not created.');
  await page.goto(`${url}/#/flows/${created.id}`);
}

const COPIES = 100;
const COPIES_PER_ROW = 10;

/** The starter flow a hundred times, in rows: 500 nodes. */
function largeFlow(): FlowDocument {
  const text = JSON.stringify(createStarterFlow());
  const copies = Array.from({ length: COPIES }, (_, copy) => {
    const [x, y] = [(copy % COPIES_PER_ROW) * 1000, Math.floor(copy / COPIES_PER_ROW) * 640];
    const { nodes, edges } = parseFlowDocument(text.replaceAll(/_0(?=["-])/g, `_${copy}`));
    const moved = nodes.map((node) => ({
      ...node,
      position: { ...node.position, x: node.position.x + x, y: node.position.y + y },
      data: { ...node.data, label: `${node.data.label} ${copy}` },
    }));
    return { nodes: moved, edges };
  });
  return { nodes: copies.flatMap(({ nodes }) => nodes), edges: copies.flatMap(({ edges }) => edges) };
}

async function openLargeFlow(page: Page, url: string): Promise<void> {
  const data = { name: 'All our sources', flowData: JSON.stringify(largeFlow()) };
  await openMadeFlow(page, url, data);
  await page.getByRole('img', { name: 'Map of the flow' }).waitFor();
}

/** A flow of 500 nodes: from afar, near, and searched. */
export const largeFlowStates = {
  'large-flow': openLargeFlow,
  async 'large-flow-half-way'(page, url) {
    await openLargeFlow(page, url);
    await page.keyboard.press('0');
    for (let step = 0; step < 5; step += 1) await page.keyboard.press('-');
    await page.getByRole('button', { name: 'Zoom is 40 %, zoom to 100 %' }).waitFor();
  },
  async 'large-flow-near'(page, url) {
    await openLargeFlow(page, url);
    await page.keyboard.press('0');
    await page.locator('.react-flow__node').nth(4).waitFor();
  },
  async 'large-flow-found'(page, url) {
    await openLargeFlow(page, url);
    await page.keyboard.press('Control+f');
    await page.getByRole('combobox', { name: 'Find anything' }).fill('loader 87');
    await page.getByRole('option', { name: 'File Loader 87' }).waitFor();
  },
} satisfies Record<string, (page: Page, url: string) => Promise<void>>;

async function pressOn(page: Page, label: string, key: string): Promise<void> {
  await page.locator('.react-flow__node', { hasText: label }).click();
  await page.keyboard.press(key);
}

/** Opens a flow of which two nodes are not available here. */
async function openUnknownFlow(page: Page, url: string): Promise<void> {
  const { nodes, edges } = createStarterFlow();
  const others: Readonly<Record<string, string>> = { hnsw: 'pinecone', transformersEmbeddings: 'awsBedrockEmbeddings' };
  const renamed = nodes.map((node) => {
    const name = others[node.data.name] ?? node.data.name;
    return { ...node, data: { ...node.data, name, label: name === node.data.name ? node.data.label : name } };
  });
  const data = { name: 'From Flowise', flowData: JSON.stringify({ nodes: renamed, edges }) };
  await openMadeFlow(page, url, data);
  await page.locator('.react-flow__node', { hasText: 'pinecone' }).waitFor();
}

/** Nodes that are marked: disabled, collapsed, notes, and those that are not available here. */
export const markStates = {
  async 'marked-nodes'(page, url) {
    await openStarterFlow(page, url);
    await pressOn(page, 'SQLite Record Manager', 'd');
    await pressOn(page, 'Recursive Character', 'e');
    await page.keyboard.press('Escape');
    await page.keyboard.press('n');
    await page.getByRole('textbox', { name: 'Text of the note' }).fill('Ask Maren before chunks get smaller.');
    await page.keyboard.press('Escape');
    await page.getByText('Ask Maren').first().waitFor();
  },
  async 'unknown-node'(page, url) {
    await openUnknownFlow(page, url);
    await page.locator('.react-flow__node', { hasText: 'pinecone' }).click();
    await page.getByRole('region', { name: 'Replace by' }).waitFor();
  },
  async 'unknown-nodes'(page, url) {
    await openUnknownFlow(page, url);
    await page.getByRole('button', { name: 'Flow settings' }).click();
    await page
      .getByRole('button', { name: /^Replace all/ })
      .first()
      .waitFor();
  },
} satisfies Record<string, (page: Page, url: string) => Promise<void>>;

async function removeRecords(page: Page): Promise<void> {
  await page.locator('.react-flow__node', { hasText: 'SQLite Record Manager' }).click();
  await page.keyboard.press('Delete');
  await page.locator('.react-flow__node', { hasText: 'SQLite Record Manager' }).waitFor({ state: 'detached' });
}

async function openVersions(page: Page) {
  await page
    .getByRole('banner')
    .getByRole('button', { name: /^(Saved|Saving|Unsaved)/ })
    .click();
  await page.getByRole('menuitem', { name: 'Versions' }).click();
  return page.getByRole('region', { name: 'Versions' });
}

async function keepVersion(page: Page, name: string) {
  const versions = await openVersions(page);
  await versions.getByRole('button', { name: 'Keep this version' }).click();
  await versions.getByRole('textbox', { name: 'Name of the version' }).fill(name);
  await versions.getByRole('button', { name: 'Keep', exact: true }).click();
  const row = versions.getByRole('button', { name });
  await row.waitFor();
  return { versions, row };
}

/** What undo says, and the versions of a flow. */
export const historyStates = {
  async undone(page, url) {
    await openStarterFlow(page, url);
    await removeRecords(page);
    await page.keyboard.press('Control+z');
    await page.getByRole('status', { name: 'Undo and redo' }).getByText('Undid').waitFor();
  },
  async 'versions-empty'(page, url) {
    await openStarterFlow(page, url);
    await openVersions(page);
    await page.getByText('As it is now').waitFor();
  },
  async versions(page, url) {
    await openStarterFlow(page, url);
    const { versions } = await keepVersion(page, 'With records');
    await removeRecords(page);
    await versions.getByText('1 node removed').waitFor();
  },
  async 'version-compared'(page, url) {
    await openStarterFlow(page, url);
    const { versions, row } = await keepVersion(page, 'Before the long texts');
    await removeRecords(page);
    await row.click();
    await versions.getByText('Removed: SQLite Record Manager').waitFor();
  },
} satisfies Record<string, (page: Page, url: string) => Promise<void>>;

/** A flow of its own, drawn with its wires. */
async function openStarterFlow(page: Page, url: string): Promise<void> {
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
