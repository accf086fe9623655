import type { Page } from 'playwright-core';
import { createStarterFlow } from '../../shared/flow/starter-flow.ts';
import { openStarterFlow } from './editing-states.ts';
import { openMadeFlow } from './open-made-flow.ts';

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
