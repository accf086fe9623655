import type { Page } from 'playwright-core';
import { type FlowDocument, parseFlowDocument } from '../../shared/flow/flow-document.ts';
import { createStarterFlow } from '../../shared/flow/starter-flow.ts';
import { openMadeFlow } from './open-made-flow.ts';

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
